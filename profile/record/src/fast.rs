//! Calling-context profiles of the fast engine: a probe that reports to [`Observer`] in sums between calls.
//!
//! With the table derived from the microcode its profiles are those of [`crate::machine`], with any other they are that
//! table's prediction.

use cost_model::RowId;
use cross_profile::{BytecodeUse, Observer, Spent, Transfer};
use fast_engine::{Engine, Executed, Fault, Passed, Place, Probe, Stalls};
use isa::{Stop, op};
use jopizer::Symbols;
use run::FastRun;
use run::polls::{Arrival, Polls, Stay};

use crate::machine::{observer, region_mark, running_task};

/// Records calling contexts.
#[derive(Debug, Clone)]
pub struct ContextProbe {
    observer: Observer,
    /// Address of the mark of regions.
    mark: Option<u32>,
    /// The last bytecode done alone: where the run ends in it, only a part of its cycles counts.
    held: Option<Executed>,
    /// Polling loops, and the iteration under way: its bytecodes and their cycles.
    stay: Stay,
    iteration: (u64, Spent),
    /// What the last bytecode done alone is to the iteration.
    arrival: Arrival,
}

/// An engine that has not run yet, with its contexts recorded; its loop is compiled here.
#[must_use]
pub fn watched(mut engine: Engine, symbols: Option<&Symbols>) -> FastRun<ContextProbe> {
    let probe = ContextProbe::new(&mut engine, symbols);
    FastRun::with_loop(engine, probe, watched_loop)
}

fn watched_loop(engine: &mut Engine, limit: u64, probe: &mut ContextProbe) -> Result<Stop, Fault> {
    engine.run(limit, probe)
}

impl ContextProbe {
    /// A probe for an engine that has not run yet, and for the image with these symbols; without them methods are named by their
    /// addresses.
    #[must_use]
    pub fn new(engine: &mut Engine, symbols: Option<&Symbols>) -> Self {
        let mark = region_mark(symbols);
        for field in [running_task(symbols), mark].into_iter().flatten() {
            engine.watch(field);
        }
        Self {
            observer: observer(symbols),
            mark,
            held: None,
            stay: Stay::new(Polls::of(engine.memory(), symbols)),
            iteration: Default::default(),
            arrival: Arrival::Turns,
        }
    }

    /// Recording of a run of `cycles`. A bytecode cut by the end of the run counts with its cycles so far.
    #[must_use]
    pub fn finish(mut self, engine: &Engine, cycles: u64) -> Observer {
        self.held = self.held.and_then(|last| up_to(last, cycles));
        self.release();
        self.turn();
        self.observer.add_uses(engine.uses().map(|own| BytecodeUse {
            count: own.count,
            cycles: own.cycles,
        }));
        self.observer
    }

    #[inline(always)]
    fn release(&mut self) {
        if let Some(executed) = self.held.take() {
            self.tell(&executed);
        }
    }

    #[inline(always)]
    fn tell(&mut self, executed: &Executed) {
        let spent = spent(executed.cycles, &executed.stalls);
        let bytecode = match executed.path.row {
            RowId::Bytecode(opcode) => opcode,
            RowId::Interrupt => op::SYS_INT,
            RowId::Exception => op::SYS_EXC,
            RowId::Reset => return self.observer.started(&spent),
        };
        let is_entry = matches!(bytecode, op::SYS_INT | op::SYS_EXC);
        if executed.lookup.is_some() || is_entry {
            self.turn();
        } else if self.arrival != Arrival::Turns {
            self.hold(bytecode, &spent);
            return;
        }
        let transfer = executed.lookup.map(|lookup| Transfer {
            address: lookup.method,
            frame: executed.frame,
        });
        self.observer.ended(bytecode, &spent, transfer);
    }

    /// Another bytecode than of an iteration follows. In an iteration one is always held.
    #[inline(always)]
    fn release_all(&mut self) {
        if let Some(executed) = self.held.take() {
            self.tell(&executed);
            self.turn();
        }
    }

    /// What the iteration has had was execution, and none is under way.
    #[inline(always)]
    fn turn(&mut self) {
        if self.stay.is_on() {
            self.stay.leave();
            self.report_iteration();
        }
    }

    #[inline(never)]
    fn report_iteration(&mut self) {
        let (bytecodes, spent) = std::mem::take(&mut self.iteration);
        if bytecodes > 0 {
            self.observer.passed(bytecodes, &spent);
        }
    }

    /// A bytecode of an iteration of a polling loop has ended.
    #[inline(never)]
    fn hold(&mut self, bytecode: u8, spent: &Spent) {
        self.observer.used_here(bytecode, spent.cycles);
        self.iteration.0 += 1;
        self.iteration.1.add(spent);
        if let Arrival::Round(site) = self.arrival {
            let (bytecodes, spent) = std::mem::take(&mut self.iteration);
            let charge = self.stay.site(site).awaited.charge();
            self.observer.waited(charge, bytecodes, spent.cycles);
        }
    }

    /// A bytecode that is done alone comes after what has been released.
    #[inline(always)]
    fn arrive(&mut self, executed: &Executed) {
        self.arrival = match executed.path.row {
            RowId::Bytecode(opcode) if self.stay.concerns(opcode) => {
                self.arrive_at(executed.place, opcode)
            }
            _ => Arrival::Turns,
        };
    }

    #[inline(never)]
    fn arrive_at(&mut self, place: Place, opcode: u8) -> Arrival {
        let arrival = self.stay.arrive(place.method, place.pc, opcode);
        if arrival == Arrival::Turns {
            self.report_iteration();
        }
        arrival
    }
}

impl Probe for ContextProbe {
    const SUMS: bool = true;

    #[inline(always)]
    fn wants_steps(&self) -> bool {
        self.stay.is_on()
    }

    fn executed(&mut self, executed: &Executed) {
        self.release();
        self.arrive(executed);
        self.held = Some(*executed);
    }

    #[inline(always)]
    fn passed(&mut self, passed: &Passed) {
        self.release_all();
        let spent = spent(passed.cycles, &passed.stalls);
        self.observer.passed(passed.bytecodes, &spent);
    }

    #[inline(always)]
    fn moved(&mut self, passed: &Passed, executed: &Executed) {
        self.release_all();
        let before = spent(passed.cycles, &passed.stalls);
        match (executed.path.row, executed.lookup) {
            (RowId::Bytecode(opcode), Some(lookup)) => {
                let transfer = Transfer {
                    address: lookup.method,
                    frame: executed.frame,
                };
                let own = spent(executed.cycles, &executed.stalls);
                self.observer
                    .moved((passed.bytecodes, &before), opcode, &own, transfer);
            }
            _ => {
                self.observer.passed(passed.bytecodes, &before);
                self.tell(executed);
            }
        }
    }

    fn wrote(&mut self, field: u32, data: u32) {
        self.release_all();
        if Some(field) == self.mark {
            self.observer.marked(data);
        } else {
            self.observer.scheduled(data);
        }
    }
}

/// What a bytecode had had when the run ended. The table does not tell in which of its cycles it waits; bytecodes of our
/// microcode do so up to one cycle before their last.
fn up_to(mut last: Executed, end: u64) -> Option<Executed> {
    let cycles = last.cycles.min(end.saturating_sub(last.cycle));
    if cycles == last.cycles || cycles == 0 {
        return (cycles != 0).then_some(last);
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

fn spent(cycles: u64, stalls: &Stalls) -> Spent {
    Spent {
        cycles,
        memory_read: stalls.memory_read,
        memory_write: stalls.memory_write,
        load: stalls.method_load,
    }
}
