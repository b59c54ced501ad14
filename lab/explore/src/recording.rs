//! One exact run: what it executed, in a form that other memories, other method caches and other prices can be put to.
//!
//! ```text
//!   fast engine --> paths of the cost table, counted ------------------------> priced with any table, on any memory
//!               \-> lookups in their order, by the path that asks ---> replay --> misses of any cache
//!   superblocks --> cycles without loads; lookups with their hidden cycles --> replay (data caches, which no table prices)
//! ```

use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use cache_sweep::{Replayed, SweepError, Swept, record, replay, time_dependence};
use cost_model::{EvaluatedTable, PathId, RowId};
use fast_engine::{Executed, Probe};
use isa::{Bytecode, MachineConfig, MemoryKind};
use lookups::{Header, Summary, Symbol, Writer};
use method_cache::replay::{CallKind, Organisation, Shape};
use microcode::Build;
use run::{Counted as _, End, Executions, FastRun, Limits, NotingInput, Program};

use crate::error::{ExploreError, ended};
use crate::variant::Variant;

/// Executions of a path of the cost table with so many runs of its loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PathCount {
    pub(crate) path: PathId,
    pub(crate) runs: u32,
    pub(crate) times: u64,
}

/// A run as counts.
#[derive(Debug)]
pub(crate) struct Recording {
    /// How its cycles follow.
    pub(crate) basis: Basis,
    /// Bytecodes executed.
    pub(crate) bytecodes: u64,
    /// Words of the longest method.
    pub(crate) longest_method: u32,
    /// Why its path may depend on cycles.
    pub(crate) sees_time: Option<String>,
    /// The program's status, if it gave one.
    pub(crate) status: Option<u32>,
    lookups: Vec<u8>,
}

/// What the cycles of other machines follow from.
#[derive(Debug)]
pub(crate) enum Basis {
    /// Counts, for tables.
    Paths(PathCounts),
    /// Cycles and stalls of the machine on this memory, without its waits for the method cache.
    Machine {
        memory: (MemoryKind, u8),
        cycles: u64,
        stalls: u64,
    },
}

/// Counts of a run on the fast engine.
#[derive(Debug)]
pub(crate) struct PathCounts {
    /// All but the last bytecode, in the order of paths.
    pub(crate) counts: Vec<PathCount>,
    /// Paths that ask the method cache; the number of one is the `hidden` of its lookups.
    pub(crate) askers: Vec<PathId>,
    /// The bytecode whose write ends the program.
    pub(crate) last: PathId,
    /// Cycles of devices that held the program.
    pub(crate) delay: u64,
    /// Which of the paths that raise an exception had it taken by the next dispatch.
    pub(crate) exceptions: Vec<bool>,
}

impl Recording {
    /// Runs a program on the fast engine.
    pub(crate) fn on_engine(
        program: &Program,
        engine: fast_engine::Engine,
        costs: &EvaluatedTable,
        machine: &MachineConfig,
        max_cycles: u64,
        stop: &AtomicBool,
    ) -> Result<Self, ExploreError> {
        let mut run = FastRun::new(engine, Counter::new(program, machine));
        let end = drive(&mut run, program, max_cycles, stop, |run| {
            run.probe.told += 1;
        })?;
        let bytecodes = run.counters(end).bytecodes;
        let time_uses = run.engine.time_uses() + run.probe.told;
        let status = end.status();
        let counter = run.probe;
        let (mut counts, mut delay) = (BTreeMap::new(), 0);
        let (mut longest_method, mut summary) = (0, Summary::default());
        for ((), execution, times) in counter.executions.counts() {
            let path = (execution.path, execution.runs);
            *counts.entry(path).or_default() += times;
            delay += execution.delay * times;
            if let Some(lookup) = execution.lookup {
                summary.lookups += times;
                longest_method = longest_method.max(lookup.words);
            }
        }
        let counts = counts.into_iter();
        let mut paths = PathCounts {
            exceptions: Vec::new(),
            counts: counts
                .map(|((path, runs), times)| PathCount { path, runs, times })
                .collect(),
            askers: counter.askers,
            last: counter.executions.last(),
            delay,
        };
        paths.exceptions = exceptions(&paths, costs);
        let trace = counter.trace.finish(&mut summary);
        Ok(Self {
            basis: Basis::Paths(paths),
            bytecodes,
            longest_method,
            sees_time: (time_uses > 0).then(|| {
                format!("the program reads time, waits or takes interrupts {time_uses} times")
            }),
            status,
            lookups: trace.map_err(SweepError::from)?,
        })
    }

    /// Runs a program on the machine.
    pub(crate) fn on_machine(
        program: &Program,
        variant: &Variant,
        machine: &MachineConfig,
        max_cycles: u64,
        stop: &AtomicBool,
    ) -> Result<Self, ExploreError> {
        let swept = swept(program, variant, max_cycles);
        let (recorded, trace) = record(&swept, machine, false, Vec::new(), stop)?;
        let summary = recorded.summary;
        Ok(Self {
            sees_time: time_dependence(&summary, program.symbols.as_ref()),
            basis: Basis::Machine {
                memory: (machine.memory, machine.ram_cnt),
                cycles: summary.cycles - summary.load_stalls,
                stalls: recorded.stalls - summary.load_stalls,
            },
            bytecodes: summary.bytecodes,
            longest_method: summary.longest_method,
            status: recorded.status,
            lookups: trace,
        })
    }

    /// The program's status, if it failed.
    pub(crate) fn failed(&self) -> Option<u32> {
        self.status.filter(|status| *status != 0)
    }

    /// Misses of each lookup in these shapes.
    pub(crate) fn replay(
        &self,
        organisation: &dyn Organisation,
        shapes: &[Shape],
        stop: &AtomicBool,
    ) -> Result<Replayed, SweepError> {
        replay(Cursor::new(&self.lookups), organisation, shapes, stop)
    }
}

/// A program for the recorder of the machine.
pub(crate) fn swept(program: &Program, variant: &Variant, max_cycles: u64) -> Swept {
    Swept {
        program: program.clone(),
        microcode: variant.microcode.clone(),
        max_cycles,
    }
}

/// The fast engine with a program, before its first cycle.
pub(crate) fn engine(
    program: &Program,
    variant: &Variant,
    machine: &MachineConfig,
    (build, costs): (Build, &EvaluatedTable),
) -> Result<fast_engine::Engine, ExploreError> {
    let stack_ram = &variant.microcode.program.stack_ram;
    let words = &program.image.words;
    let engine = fast_engine::Engine::new(machine, build, costs.clone(), words, stack_ram)?;
    Ok(engine)
}

/// Runs a program to its end; `told` is called where it is told that its input has ended.
pub(crate) fn drive<P: Probe>(
    run: &mut FastRun<P>,
    program: &Program,
    max_cycles: u64,
    stop: &AtomicBool,
    told: impl FnMut(&mut FastRun<P>),
) -> Result<End, ExploreError> {
    let limits = Limits::stopped_by(max_cycles, stop);
    let end = run::to_end(program, run, &mut NotingInput(told), &limits)?;
    ended(end, program, max_cycles)
}

/// Counts all but the newest bytecode, and writes down every lookup.
struct Counter {
    executions: Executions,
    askers: Vec<PathId>,
    told: u64,
    trace: Writer<Vec<u8>>,
}

impl Counter {
    fn new(program: &Program, machine: &MachineConfig) -> Self {
        let header = Header {
            program: program.name.clone(),
            image: String::new(),
            microcode: String::new(),
            machine: machine.clone(),
            runs: false,
            methods: BTreeMap::new(),
        };
        let trace = Writer::new(Vec::new(), &header);
        Self {
            executions: Executions::default(),
            askers: Vec::new(),
            told: 0,
            trace: trace.unwrap_or_else(|error| unreachable!("memory takes bytes: {error}")),
        }
    }

    fn count(&mut self, executed: &Executed) {
        let execution = self.executions.execution(executed);
        self.executions.count((), execution);
        let Some(lookup) = executed.lookup else {
            return;
        };
        let known = self.askers.iter().position(|path| *path == executed.path);
        let asker = known.unwrap_or_else(|| {
            self.askers.push(executed.path);
            self.askers.len() - 1
        });
        self.trace.put(Symbol::Lookup {
            address: lookup.method & method_cache::ADDRESS_MASK,
            length: lookup.words & LENGTH_MASK,
            kind: kind_of(executed.path.row),
            hidden: asker as u16,
        });
    }
}

/// Bits of a length field.
const LENGTH_MASK: u32 = (1 << 10) - 1;

fn kind_of(row: RowId) -> CallKind {
    match row {
        RowId::Bytecode(opcode) if Bytecode::of(opcode).is_return() => CallKind::Return,
        _ => CallKind::Invoke,
    }
}

impl Probe for Counter {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        if let Some(before) = self.executions.ended(executed) {
            self.count(&before);
        }
    }
}

/// For each counted path that raises an exception: whether the dispatch after it takes the exception. A memory with other answers
/// takes another path through the program.
pub(crate) fn exceptions(run: &PathCounts, costs: &EvaluatedTable) -> Vec<bool> {
    let counted = run.counts.iter();
    counted
        .filter_map(|count| {
            let path = costs.path(count.path);
            let at = path.exception?;
            Some(path.cycles_of_count(count.runs) >= at + 2)
        })
        .collect()
}
