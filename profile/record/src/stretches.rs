//! Straight ways of microcode: from the entry of a bytecode, or from the word behind a branch, to the next branch or dispatch.

use microcode::Program;
use rustc_hash::FxHashMap;
use sim_core::decode::{BranchCondition, Control, decode};

/// Number of a way.
pub(crate) type Stretch = u16;
/// Not walked yet.
const UNKNOWN: Stretch = Stretch::MAX;
/// Words of a way at most; no microcode of a superblock has more without a branch.
const MOST_WORDS: usize = 2048;
/// Delay slots of branches and jumps.
const SLOTS: u8 = 2;

/// A jump or taken branch whose delay slots are under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Redirect {
    slots: u8,
    target: u16,
}

/// Where a way begins.
type Begin = (u16, Option<Redirect>);

#[derive(Debug, Clone)]
struct Walked {
    words: Vec<u16>,
    /// The ways behind its branch, if one ends it: not taken, taken.
    behind: Option<[Begin; 2]>,
    numbers: [Stretch; 2],
}

/// The ways that a program has come to.
#[derive(Debug, Clone)]
pub(crate) struct Stretches {
    words: Vec<u16>,
    addresses: Vec<u16>,
    entries: [Stretch; 256],
    walked: Vec<Walked>,
    known: FxHashMap<Begin, Stretch>,
}

impl Stretches {
    pub(crate) fn new(program: &Program) -> Self {
        Self {
            words: program.rom.clone(),
            addresses: program.jump_table.bytecodes.clone(),
            entries: [UNKNOWN; 256],
            walked: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// ROM addresses of a way.
    #[inline(always)]
    pub(crate) fn words(&self, stretch: Stretch) -> &[u16] {
        &self.walked[usize::from(stretch)].words
    }

    /// The way from the entry of a bytecode.
    #[inline(always)]
    pub(crate) fn of_entry(&mut self, bytecode: u8) -> Stretch {
        let known = self.entries[usize::from(bytecode)];
        if known != UNKNOWN {
            return known;
        }
        let address = self.addresses[usize::from(bytecode)];
        let stretch = self.walk((address, None));
        self.entries[usize::from(bytecode)] = stretch;
        stretch
    }

    /// The way behind the branch that ends this one; the same where none does, as microcode of superblocks comes to no such place.
    #[inline(always)]
    pub(crate) fn behind(&mut self, stretch: Stretch, taken: bool) -> Stretch {
        let known = self.walked[usize::from(stretch)].numbers[usize::from(taken)];
        if known != UNKNOWN {
            return known;
        }
        self.go_behind(stretch, taken)
    }

    #[cold]
    fn go_behind(&mut self, stretch: Stretch, taken: bool) -> Stretch {
        let way = usize::from(taken);
        let behind = self.walked[usize::from(stretch)].behind;
        let number = behind.map_or(stretch, |behind| self.walk(behind[way]));
        self.walked[usize::from(stretch)].numbers[way] = number;
        number
    }

    fn word(&self, address: u16) -> u16 {
        let word = self.words.get(usize::from(address & 0x7FF));
        word.copied().unwrap_or(0)
    }

    fn dispatches(&self, address: u16) -> bool {
        self.word(address) & 0x800 != 0
    }

    #[cold]
    fn walk(&mut self, begin: Begin) -> Stretch {
        if let Some(known) = self.known.get(&begin) {
            return *known;
        }
        let (mut address, mut redirect) = begin;
        let mut words = Vec::new();
        let mut behind = None;
        while words.len() < MOST_WORDS {
            address &= 0x7FF;
            words.push(address);
            if self.dispatches(address) {
                break;
            }
            let control = decode(self.word(address) & 0x3FF);
            let next = address + 1;
            // A redirect is lost to a dispatch in its slots.
            let redirects = !self.dispatches(next) && !self.dispatches(next + 1);
            let away = Redirect {
                slots: SLOTS,
                target: target(&control, address),
            };
            if control.branch != BranchCondition::Never && redirects {
                behind = Some([(next & 0x7FF, None), (next & 0x7FF, Some(away))]);
                break;
            }
            (address, redirect) = match redirect {
                _ if control.jump && redirects => (next, Some(away)),
                Some(Redirect { slots: 1, target }) => (target, None),
                Some(Redirect { slots, target }) => {
                    let slots = slots - 1;
                    (next, Some(Redirect { slots, target }))
                }
                None => (next, None),
            };
        }
        self.walked.push(Walked {
            words,
            behind,
            numbers: [UNKNOWN; 2],
        });
        let stretch = (self.walked.len() - 1) as Stretch;
        self.known.insert(begin, stretch);
        stretch
    }
}

/// Target of a jump or taken branch.
fn target(control: &Control, address: u16) -> u16 {
    (address + 1).wrapping_add_signed(control.displacement) & 0x7FF
}
