//! Calling-context profiles of the fast engine: a probe that reports to [`Observer`] in sums between calls.
//!
//! With the table derived from the microcode its profiles are those of [`crate::machine`], with any other they are that
//! table's prediction.

use cost_model::RowId;
use cross_profile::{BytecodeUse, Observer, Spent, Transfer};
use fast_engine::{Engine, Executed, Fault, Passed, Probe, Stalls};
use isa::{Stop, op};
use jopizer::Symbols;
use run::FastRun;

use crate::machine::{observer, region_mark, running_task};

/// Records calling contexts.
#[derive(Debug, Clone)]
pub struct ContextProbe {
    observer: Observer,
    /// Address of the mark of regions.
    mark: Option<u32>,
    /// The last bytecode done alone: where the run ends in it, only a part of its cycles counts.
    held: Option<Executed>,
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
        }
    }

    /// Recording of a run of `cycles`. A bytecode cut by the end of the run counts with its cycles so far.
    #[must_use]
    pub fn finish(mut self, engine: &Engine, cycles: u64) -> Observer {
        self.held = self.held.and_then(|last| up_to(last, cycles));
        self.release();
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
        let transfer = executed.lookup.map(|lookup| Transfer {
            address: lookup.method,
            frame: executed.frame,
        });
        self.observer.ended(bytecode, &spent, transfer);
    }
}

impl Probe for ContextProbe {
    const SUMS: bool = true;

    fn executed(&mut self, executed: &Executed) {
        self.release();
        self.held = Some(*executed);
    }

    #[inline(always)]
    fn passed(&mut self, passed: &Passed) {
        self.release();
        let spent = spent(passed.cycles, &passed.stalls);
        self.observer.passed(passed.bytecodes, &spent);
    }

    #[inline(always)]
    fn moved(&mut self, passed: &Passed, executed: &Executed) {
        self.release();
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
        self.release();
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
