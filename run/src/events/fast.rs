//! Events of the fast engine.

use cost_model::RowId;
use fast_engine::{DeviceAccess, Executed, Probe, Stalls};
use isa::{Spent, op};

use super::{Events, Lookup, Passed, Retired, Stayed, Use, Wrote, comes_alone, tell_access};

/// Tells a recorder what the fast engine does.
#[derive(Debug, Clone)]
pub struct FastEvents<R> {
    recorder: R,
    /// The last step: where the run ends in it, only a part of its cycles counts.
    held: Option<Executed>,
    /// It comes alone.
    is_alone: bool,
    /// A write of the bytecode that ends next.
    written: Option<(u32, u32)>,
    /// Bytecodes that stayed in their method and are not told yet.
    passed: Passed,
    /// Uses of those that were steps.
    uses: Box<[Use; 256]>,
    /// Every bytecode is a step.
    steps: bool,
    each: bool,
}

impl<R: Events> FastEvents<R> {
    /// Tells this recorder of an engine that has not run yet; `watched` are the static fields of which it may want writes.
    #[must_use]
    pub fn new(
        engine: &mut fast_engine::Engine,
        recorder: R,
        watched: impl IntoIterator<Item = u32>,
    ) -> Self {
        const {
            assert!(!R::CAUSES, "the fast engine knows no causes of waits");
            assert!(!R::CYCLES, "the fast engine knows no single cycles");
        }
        for field in watched {
            engine.watch(field);
        }
        let mut events = Self {
            recorder,
            held: None,
            is_alone: false,
            written: None,
            passed: Passed::default(),
            uses: Box::new([Use::default(); 256]),
            steps: false,
            each: false,
        };
        events.ask();
        events
    }

    /// The recorder, which may be behind its engine.
    pub fn recorder(&mut self) -> &mut R {
        &mut self.recorder
    }

    /// The recorder after a run of `cycles`. A bytecode cut by the end of the run counts with its cycles so far.
    #[must_use]
    pub fn finish(mut self, engine: &fast_engine::Engine, cycles: u64) -> R {
        if let Some(last) = self.held.take_if(|last| last.cycle + last.cycles > cycles) {
            self.flush();
            let cut = up_to(last, cycles).map(|cut| retired(&cut));
            let lookup = retired(&last).lookup;
            match cut {
                Some(cut) if last.path.row == RowId::Reset => self.recorder.started(&cut),
                Some(cut) => {
                    if let (Some(pc), true, true) = (cut.pc, self.each, lookup.is_some()) {
                        self.recorder.begins(cut.method, pc, cut.opcode);
                    }
                    self.recorder.cut(&cut, lookup.as_ref());
                }
                None => {}
            }
        }
        self.release();
        self.flush();
        let quick = engine.uses();
        for (own, quick) in self.uses.iter_mut().zip(quick) {
            own.count += quick.count;
            own.cycles += quick.cycles;
        }
        self.recorder.used(&self.uses);
        self.recorder
    }

    #[inline(always)]
    fn ask(&mut self) {
        self.each = self.recorder.each();
        self.steps = self.each || R::STAYED && self.recorder.wants_stayed();
    }

    fn flush(&mut self) {
        let passed = std::mem::take(&mut self.passed);
        if passed.bytecodes > 0 {
            self.recorder.passed(&passed);
        }
    }

    #[inline(always)]
    fn release(&mut self) {
        if let Some(executed) = self.held.take() {
            self.tell(&executed);
        }
    }

    fn tell(&mut self, executed: &Executed) {
        let mut retired = retired(executed);
        if retired.is_entry() {
            // The code of a method may contain it: the machine cannot see the difference.
            retired.pc = None;
        }
        match executed.path.row {
            RowId::Bytecode(opcode) if !self.is_alone => return self.pass(opcode, executed),
            RowId::Bytecode(_) if retired.pc.is_some() && retired.lookup.is_some() => {
                let passed = std::mem::take(&mut self.passed);
                self.recorder.moved(&passed, &retired);
            }
            RowId::Reset => {
                self.flush();
                self.recorder.started(&retired);
            }
            _ => {
                self.flush();
                self.recorder.retired(&retired);
            }
        }
        self.ask();
    }

    fn pass(&mut self, opcode: u8, executed: &Executed) {
        let spent = spent(executed.cycles, &executed.stalls);
        if R::STAYED && self.recorder.wants_stayed() {
            self.recorder.stayed(&Stayed {
                method: executed.place.method,
                pc: executed.place.pc,
                opcode,
                spent,
                stalls: Default::default(),
            });
        }
        let own = &mut self.uses[usize::from(opcode)];
        own.count += 1;
        own.cycles += spent.cycles;
        self.passed.bytecodes += 1;
        self.passed.spent.add(&spent);
    }

    /// A step begins. The recorder hears of it before it is told, as it decides whether the next bytecode is one.
    #[inline(always)]
    fn begin(&mut self, executed: &Executed) {
        self.held = Some(*executed);
        let RowId::Bytecode(opcode) = executed.path.row else {
            return;
        };
        let goes = executed.lookup.is_some();
        let waits = executed.stalls.method_load > 0;
        self.is_alone = goes || waits || self.each || comes_alone(opcode);
        if self.is_alone && !goes {
            self.flush();
            let place = executed.place;
            self.recorder.begins(place.method, place.pc, opcode);
            self.ask();
        }
    }
}

impl<R: Events> Probe for FastEvents<R> {
    const SUMS: bool = true;
    const DEVICES: bool = R::DEVICES || R::LOCKS;

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        self.steps
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        if R::TIMED {
            self.recorder.due()
        } else {
            u64::MAX
        }
    }

    fn reached(&mut self, cycle: u64) {
        self.release();
        self.flush();
        self.recorder.reached(cycle);
        self.ask();
    }

    fn executed(&mut self, executed: &Executed) {
        self.release();
        if let Some((address, word)) = self.written.take() {
            self.flush();
            self.recorder.wrote(&Wrote {
                cycle: executed.cycle,
                address,
                word,
                memory: None,
            });
            self.ask();
        }
        self.begin(executed);
    }

    #[inline(always)]
    fn passed(&mut self, passed: &fast_engine::Passed) {
        self.release();
        self.passed.bytecodes += passed.bytecodes;
        self.passed.spent.add(&spent(passed.cycles, &passed.stalls));
    }

    #[inline(always)]
    fn moved(&mut self, passed: &fast_engine::Passed, executed: &Executed) {
        self.passed(passed);
        let passed = std::mem::take(&mut self.passed);
        self.recorder.moved(&passed, &retired(executed));
        self.ask();
    }

    fn wrote(&mut self, field: u32, data: u32) {
        if self.recorder.watches(field) {
            self.written = Some((field, data));
        }
    }

    fn accessed(&mut self, access: &DeviceAccess) {
        self.release();
        self.flush();
        tell_access(&mut self.recorder, access);
        self.ask();
    }
}

#[inline(always)]
fn retired(executed: &Executed) -> Retired {
    let (opcode, has_place) = match executed.path.row {
        RowId::Bytecode(opcode) => (opcode, true),
        RowId::Interrupt => (op::SYS_INT, false),
        RowId::Exception => (op::SYS_EXC, false),
        RowId::Reset => (op::NOP, false),
    };
    Retired {
        cycle: executed.cycle,
        method: match executed.path.row {
            RowId::Reset => 0,
            _ => executed.place.method,
        },
        pc: has_place.then_some(executed.place.pc),
        opcode,
        spent: spent(executed.cycles, &executed.stalls),
        stalls: Default::default(),
        lookup: executed.lookup.map(|lookup| Lookup {
            method: lookup.method,
            words: lookup.words,
            hit: lookup.hit,
            answer: executed.cycle + executed.cycles,
        }),
        frame: executed.frame,
    }
}

/// What a bytecode had had when the run ended. The table does not tell in which of its cycles it waits; bytecodes of our
/// microcode do so up to one cycle before their last.
fn up_to(mut last: Executed, end: u64) -> Option<Executed> {
    let cycles = end.saturating_sub(last.cycle);
    if cycles == 0 {
        return None;
    }
    let mut behind = last.cycles - cycles - 1;
    let Stalls {
        memory_read,
        memory_write,
        method_load,
    } = &mut last.stalls;
    for stall in [method_load, memory_write, memory_read] {
        let taken = behind.min(*stall);
        *stall -= taken;
        behind -= taken;
    }
    last.lookup = None;
    last.cycles = cycles;
    Some(last)
}

#[inline(always)]
fn spent(cycles: u64, stalls: &Stalls) -> Spent {
    Spent {
        cycles,
        memory_read: stalls.memory_read,
        memory_write: stalls.memory_write,
        load: stalls.method_load,
    }
}
