//! What the compiler knows at a word on its way through the microcode, and which of it the reference could go on with.

use sim_core::decode::{ASource, BSource, BranchCondition, Control, MemoryOp, Pointer, SpNext};

use crate::operation::{Byte, Op, Site};

/// A word of the ROM with its flags and controls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) control: Control,
    /// Dispatches.
    pub(crate) nxt: bool,
    /// Consumes an operand byte.
    pub(crate) opd: bool,
}

impl Word {
    pub(crate) fn flagged(&self) -> bool {
        self.nxt || self.opd
    }

    pub(crate) fn is_branch(&self) -> bool {
        self.control.branch != BranchCondition::Never
    }

    /// A word that another one's delay slot cannot hold.
    pub(crate) fn redirects_or_waits(&self) -> bool {
        self.is_branch() || self.control.jump || self.control.wait
    }

    /// Samples A, or A and B, in its IR cycle.
    pub(crate) fn samples_early(&self) -> bool {
        self.is_branch() || self.control.jbr || self.control.sp == SpNext::LoadA
    }

    /// Samples the product in its IR cycle.
    pub(crate) fn samples_product(&self) -> bool {
        self.control.a == ASource::External && self.control.external == 1
    }

    /// Addresses the RAM by this pointer.
    pub(crate) fn addresses(&self, uses: impl Fn(Pointer) -> bool) -> bool {
        let Control {
            read,
            write,
            writes,
            ..
        } = self.control;
        uses(read.pointer) || writes && uses(write.pointer)
    }

    pub(crate) fn uses_operand_local(&self) -> bool {
        self.addresses(|pointer| pointer == Pointer::LocalOperand)
    }

    pub(crate) fn uses_vp(&self) -> bool {
        self.addresses(|pointer| pointer as u8 <= Pointer::LocalOperand as u8)
    }

    pub(crate) fn uses_ar(&self) -> bool {
        self.addresses(|pointer| pointer == Pointer::Ar)
    }
}

/// What the word before does in its EX stage that the next one, whose IR stage is in the same cycle, may meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Previous {
    /// It writes A.
    pub(crate) a: bool,
    /// It writes B.
    pub(crate) b: bool,
    /// It puts the adder into its other mode.
    pub(crate) adds: bool,
    /// It starts the multiplier, whose product is the one before until the next cycle.
    pub(crate) multiplies: bool,
    /// It makes the memory system busy in its EX cycle.
    pub(crate) busy: bool,
    /// A and B before it are kept.
    pub(crate) kept: bool,
    /// It invalidates the object cache, which a getfield right after it does not see yet.
    pub(crate) invalidates: bool,
    /// It makes the next access a native one, which does not check the object cache.
    pub(crate) native: bool,
}

impl Previous {
    /// The word before a block: any that [`Blocks::enter`](crate::Blocks::enter) completes.
    pub(crate) const ANY: Self = Self {
        a: true,
        b: true,
        adds: true,
        ..Self::NOTHING
    };
    pub(crate) const NOTHING: Self = Self {
        a: false,
        b: false,
        adds: false,
        multiplies: false,
        busy: false,
        kept: false,
        invalidates: false,
        native: false,
    };

    /// From all lines of the EX stage. Whoever adds a line says here who meets it.
    pub(crate) fn of(control: &Control) -> Self {
        let Control {
            a,
            b,
            subtracts,
            multiply,
            memory,
            starts_memory,
            // Ages of pointers, redirects.
            pointer: _,
            jump: _,
            // Lines of the IR stage.
            sp: _,
            read: _,
            write: _,
            writes: _,
            branch: _,
            jbr: _,
            wait: _,
            displacement: _,
            operand_format: _,
            external: _,
        } = *control;
        Self {
            a: a != ASource::Hold,
            b: b != BSource::Hold,
            adds: !subtracts,
            multiplies: multiply,
            busy: starts_memory,
            kept: false,
            invalidates: matches!(memory, MemoryOp::Index | MemoryOp::Invalidate),
            native: memory == MemoryOp::Index,
        }
    }

    /// A word samples in its IR stage what this one changes in the same cycle: the reference could not go on with all of this
    /// one done.
    pub(crate) fn meets(&self, word: &Word) -> bool {
        let control = &word.control;
        word.samples_early() && (self.a || control.jbr && self.b)
            || control.jbr && self.adds
            || control.wait && self.busy
            || word.samples_product() && self.multiplies
    }
}

/// Counted up to here; more makes no difference.
pub(crate) const LONG_AGO: u8 = 4;

/// A jump or taken branch whose delay slots are under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Redirect {
    /// Slots left, the word at hand among them.
    pub(crate) slots: u8,
    pub(crate) target: u16,
}

/// All of a path that decides about its future.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Context {
    /// Address of the word at hand.
    pub(crate) address: u16,
    pub(crate) redirect: Option<Redirect>,
    /// The Java PC in the word's ROM cycle.
    pub(crate) jpc: i16,
    /// Operand bytes in the IR cycle of the word before: high, low.
    pub(crate) operand_before: [Byte; 2],
    /// Words since `stjpc`, `jbr`, `stvp` and `star`.
    pub(crate) since_jpc: u8,
    pub(crate) since_jbr: u8,
    pub(crate) since_vp: u8,
    pub(crate) since_ar: u8,
    /// A memory operation has not been waited for.
    pub(crate) in_flight: bool,
    /// That operation loads a method, and these are the words since its strobe, that one among them.
    pub(crate) loading: Option<u8>,
    /// The bytecode has looked up a method.
    pub(crate) looked_up: bool,
    pub(crate) previous: Previous,
}

impl Context {
    /// At the first word of a bytecode.
    pub(crate) fn of_entry(address: u16) -> Self {
        Self {
            address,
            redirect: None,
            jpc: 1,
            operand_before: [Byte::Kept, Byte::At(0)],
            since_jpc: LONG_AGO,
            since_jbr: LONG_AGO,
            since_vp: 2,
            since_ar: 2,
            in_flight: false,
            loading: None,
            looked_up: false,
            previous: Previous::ANY,
        }
    }

    /// Address of the word after that at hand.
    pub(crate) fn next_address(&self) -> u16 {
        match self.redirect {
            Some(Redirect { slots: 1, target }) => target,
            _ => (self.address + 1) & 0x7FF,
        }
    }

    /// Operand bytes in the IR cycle of the word at hand.
    pub(crate) fn operand(&self, word: &Word) -> [Byte; 2] {
        let low = match (self.since_jpc, self.since_jbr) {
            (0..=3, _) => Byte::Before,
            (_, 0..=1) => Byte::Unknown,
            _ => Byte::At(self.jpc),
        };
        let [high_before, low_before] = self.operand_before;
        [if word.opd { low_before } else { high_before }, low]
    }

    /// The context of the word after, as far as fetching goes.
    pub(crate) fn advance(&mut self, word: &Word) {
        let operand = self.operand(word);
        self.address = self.next_address();
        self.redirect = self.redirect.and_then(|redirect| {
            (redirect.slots > 1).then_some(Redirect {
                slots: redirect.slots - 1,
                ..redirect
            })
        });
        self.jpc += i16::from(word.flagged());
        self.operand_before = operand;
        if let Some(words) = &mut self.loading {
            *words = (*words + 1).min(LONG_AGO);
        }
        for since in [
            &mut self.since_jpc,
            &mut self.since_jbr,
            &mut self.since_vp,
            &mut self.since_ar,
        ] {
            *since = (*since + 1).min(LONG_AGO);
        }
    }

    /// Whether the reference can go on in the IR cycle of the word at hand, with a `nop` in EX.
    pub(crate) fn is_site(&self, word: &Word) -> bool {
        let control = &word.control;
        let previous = &self.previous;
        let unknown = |operand: [Byte; 2]| operand.contains(&Byte::Unknown);
        let needs_before =
            word.uses_operand_local() || control.jbr || control.a == ASource::Operand;
        // While a method is loaded the bytecode RAM changes: the reference clocks the memory side through it, and a byte that
        // the word keeps is that of the cycle before.
        let in_flight = match self.loading {
            Some(words) => words < 2 || needs_before || word.opd,
            None => self.in_flight,
        };
        let in_step = !in_flight
            && !previous.multiplies
            && self.redirect.is_none_or(|redirect| redirect.slots == 1)
            && self.since_jpc != 1
            && self.since_jbr != 1
            && self.since_vp != 1
            && self.since_ar != 1;
        let sees_bytes_of_old = unknown(self.operand(word))
            || needs_before && unknown(self.operand_before)
            || self.since_vp == 2 && word.uses_operand_local();
        let sees_execution = previous.meets(word);
        // `cinval` holds the data caches in reset: between two there is no edge at which they come to rest.
        let is_held = previous.invalidates && control.memory == MemoryOp::Invalidate;
        // Who looks on takes the frame pointer of a call at the dispatch.
        let dispatches_early = word.nxt && (self.loading.is_some() || self.has_new_frame());
        // The new Java PC takes the place of the step that a flag would make, and its byte comes later.
        let flags_early = word.flagged() && self.since_jpc < LONG_AGO;
        in_step
            && !sees_bytes_of_old
            && !sees_execution
            && !is_held
            && !dispatches_early
            && !flags_early
    }

    /// The frame pointer of a call is newer than what a dispatch by the word at hand would see.
    pub(crate) fn has_new_frame(&self) -> bool {
        self.looked_up && self.since_vp < 3
    }

    /// The place for the reference to go on.
    pub(crate) fn site(&self, word: &Word, address: u16, cycle: u32) -> Site {
        Site {
            word: address,
            next: self.next_address(),
            cycle,
            jpc: self.jpc,
            address_before: self.since_jpc == 2,
            operand: self.operand(word),
            operand_before: self.operand_before,
        }
    }
}

/// A way through the microcode, from an entry or a branch on.
#[derive(Debug, Clone)]
pub(crate) struct Path {
    pub(crate) context: Context,
    /// Cycle in which the word at hand is in IR.
    pub(crate) cycle: u32,
    /// The next site is to be a segment's begin.
    pub(crate) wants_check: bool,
    /// Words since the last begin of a segment.
    pub(crate) words: u32,
    /// The last site on the way, and the number of operations before it.
    pub(crate) last_site: Option<(usize, u32)>,
    /// A pointer register that counts after the next word.
    pub(crate) commit: Option<Op>,
}

impl Path {
    pub(crate) fn new(context: Context) -> Self {
        Self {
            context,
            cycle: 0,
            wants_check: false,
            words: 0,
            last_site: None,
            commit: None,
        }
    }
}
