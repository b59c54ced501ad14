//! A run as counts of each path of a cost table in each calling context.
//!
//! The engine runs with the derived costs, so that the program takes the path that it takes on the machine. Counts times
//! the costs of any table are that table's prediction for this path.

use cost_model::{Carrier, EvaluatedTable, Execution, PathId, RowId};
use cross_profile::{
    Charge, ContextId, Observer, Profile, Provenance, Region, Spent, ThreadId, Transfer,
};
use fast_engine::{Engine, Executed, Fault, Probe};
use isa::{MachineConfig, Stop, op};
use microcode::Build;
use record::{observer, region_mark, running_task};
use run::polls::{Arrival, Polls, Stay};
use run::{End, Engine as _, Executions, FastRun, Limits, Program, Silent};

use crate::error::CaseError;

/// Equal executions in one context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// Thread.
    pub thread: ThreadId,
    /// Context that the cycles are charged to.
    pub context: ContextId,
    /// The bytecode or entry.
    pub execution: Execution,
    /// What all its cycles are charged as, if it was part of an iteration of a polling loop that went round.
    pub wait: Option<Charge>,
    /// Executions.
    pub times: u64,
}

/// The counts of a run.
#[derive(Debug, Clone)]
pub struct CountedRun {
    /// Contexts, with the cycles that the engine gave them.
    pub profile: Profile,
    /// The contexts whose bytecodes have figures; all if there is none.
    pub region: Option<Region>,
    /// By thread, context and execution.
    pub counts: Vec<Count>,
    /// Bytecodes that ran in Java.
    pub java: [bool; 256],
    /// The start from reset: what it was and what it took.
    pub start: (Execution, Spent),
    /// The bytecode that the end of the program cuts off, with the cycles it had.
    pub last: Option<(ThreadId, ContextId, PathId, Spent)>,
    /// Reads of clocks, waits for a cycle and interrupts: with none, the path does not depend on cycles.
    pub time_uses: u64,
    /// Cycles of the run.
    pub cycles: u64,
    /// How it ended.
    pub end: End,
}

/// Runs a program to its end, which has to come before `max_cycles`; bytecodes have the figures of the region below `root`.
///
/// # Errors
/// When the engine cannot be such a machine, or the program does not end.
pub fn counted_run(
    subject: &Program,
    config: &MachineConfig,
    build: Build,
    costs: EvaluatedTable,
    root: Option<&str>,
    max_cycles: u64,
) -> Result<CountedRun, CaseError> {
    let priced = (build, costs);
    let (run, NoFollower) = followed_run(subject, config, priced, root, max_cycles, NoFollower)?;
    Ok(run)
}

/// The same with a follower, which sees every bytecode.
///
/// # Errors
/// As for [`counted_run`].
pub fn followed_run<F: Follower>(
    subject: &Program,
    config: &MachineConfig,
    (build, costs): (Build, EvaluatedTable),
    root: Option<&str>,
    max_cycles: u64,
    follower: F,
) -> Result<(CountedRun, F), CaseError> {
    let java = java(&costs);
    let stack_ram = microcode::jvm(build).stack_ram;
    let image = &subject.image.words;
    let mut engine = Engine::new(config, build, costs, image, &stack_ram)?;
    let symbols = subject.symbols.as_ref();
    let fields = [running_task(symbols), region_mark(symbols)];
    for field in fields.into_iter().flatten() {
        engine.watch(field);
    }
    let probe = CountProbe::new(subject, root, follower);
    let mut run = FastRun::with_loop(engine, probe, counting_loop::<F>);
    let limits = Limits::cycles(max_cycles);
    let end = run::to_end(subject, &mut run, &mut Silent, &limits)?;
    if end == End::Blocked {
        return Err(CaseError::Blocked);
    }
    if !end.is_of_program() {
        return Err(CaseError::NoEnd(run.engine.cycles()));
    }
    let ended = (run.cycles(end), end);
    run.probe.finish(ended, &run.engine, java)
}

/// Bytecodes that a table has in Java.
#[must_use]
pub fn java(costs: &EvaluatedTable) -> [bool; 256] {
    std::array::from_fn(|opcode| costs.bytecodes[opcode].carrier == Carrier::Java)
}

/// Sees the bytecodes of a run in their order, each in the context that its cycles are charged to.
pub trait Follower {
    /// True if it looks at the engine after bytecodes that call; each bytecode is then a run of the engine's loop.
    fn looks(&self) -> bool {
        false
    }

    /// A bytecode or entry has ended and was counted. `observer` has moved on to where the run is now.
    fn counted(&mut self, _observer: &Observer, _counted: &Counted) {}

    /// A bytecode that went to this method (word address of its code) has ended; it will be counted next.
    fn called(&mut self, _engine: &Engine, _method: u32) {}
}

/// A follower that may be absent.
impl<F: Follower> Follower for Option<F> {
    fn looks(&self) -> bool {
        self.as_ref().is_some_and(F::looks)
    }

    fn counted(&mut self, observer: &Observer, counted: &Counted) {
        if let Some(follower) = self {
            follower.counted(observer, counted);
        }
    }

    fn called(&mut self, engine: &Engine, method: u32) {
        if let Some(follower) = self {
            follower.called(engine, method);
        }
    }
}

/// A bytecode or entry that was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// Thread that it is charged to.
    pub thread: ThreadId,
    /// Context that it is charged to.
    pub context: ContextId,
    /// The bytecode.
    pub execution: Execution,
}

/// Sees nothing.
#[derive(Debug, Clone, Copy)]
pub struct NoFollower;

impl Follower for NoFollower {}

fn counting_loop<F: Follower>(
    engine: &mut Engine,
    limit: u64,
    probe: &mut CountProbe<F>,
) -> Result<Stop, Fault> {
    run_counting(engine, limit, probe, |probe| probe)
}

/// Runs as the engine does; for a follower that looks, bytecode by bytecode. `counts` is where the probe has its counts.
///
/// # Errors
/// Those of the engine.
#[inline(always)]
pub fn run_counting<P: Probe, F: Follower>(
    engine: &mut Engine,
    limit: u64,
    probe: &mut P,
    counts: impl Fn(&mut P) -> &mut CountProbe<F>,
) -> Result<Stop, Fault> {
    if !counts(probe).follower.looks() {
        return engine.run(limit, probe);
    }
    loop {
        let next = engine.cycles().saturating_add(1).min(limit);
        let stop = engine.run(next, probe)?;
        let counts = counts(probe);
        if let Some(method) = counts.went_to.take() {
            counts.follower.called(engine, method);
        }
        if stop != Stop::Limit || engine.cycles() >= limit {
            return Ok(stop);
        }
    }
}

/// Counts; a bytecode is reported to the observer when the next one ends, as the last one is cut off.
#[derive(Debug, Clone)]
pub struct CountProbe<F> {
    follower: F,
    /// The method that the last bytecode went to.
    went_to: Option<u32>,
    observer: Observer,
    /// Addresses of the scheduler's running task, and of the mark of regions.
    current: Option<u32>,
    mark: Option<u32>,
    root: Option<String>,
    executions: Executions<Key>,
    start: Option<(Execution, Spent)>,
    /// Polling loops, and the executions of the iteration under way, which are of one context.
    stay: Stay,
    iteration: Vec<(ThreadId, ContextId, Execution)>,
    /// What the newest bytecode is to the iteration.
    arrival: Arrival,
}

/// Thread, context and what was waited for.
type Key = (ThreadId, ContextId, Option<Charge>);

impl<F: Follower> Probe for CountProbe<F> {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        if executed.path.row == RowId::Reset {
            let spent = spent(executed);
            self.observer.started(&spent);
            self.start = Some((self.executions.execution(executed), spent));
            return;
        }
        self.count_newest();
        if self.follower.looks() {
            self.went_to = executed.lookup.map(|lookup| lookup.method);
        }
        self.arrival = match executed.path.row {
            RowId::Bytecode(opcode) if self.stay.concerns(opcode) => {
                let place = executed.place;
                self.stay.arrive(place.method, place.pc, opcode)
            }
            _ => Arrival::Turns,
        };
        self.executions.ended(executed);
    }

    fn wrote(&mut self, field: u32, data: u32) {
        self.count_newest();
        if Some(field) == self.mark {
            self.observer.marked(data);
        } else if Some(field) == self.current {
            self.observer.scheduled(data);
        }
    }
}

impl<F: Follower> CountProbe<F> {
    /// Counts a run of this program that has not begun. The engine has to tell of writes to the fields of the scheduler and of regions, as
    /// recorders of contexts have them told.
    #[must_use]
    pub fn new(subject: &Program, root: Option<&str>, follower: F) -> Self {
        let symbols = subject.symbols.as_ref();
        let observer = observer(symbols);
        Self {
            follower,
            went_to: None,
            current: running_task(symbols),
            mark: region_mark(symbols),
            observer: match root {
                Some(root) => observer.below(root),
                None => observer,
            },
            root: root.map(str::to_owned),
            executions: Executions::default(),
            start: None,
            stay: Stay::new(Polls::of(&subject.image.words, symbols)),
            iteration: Vec::new(),
            arrival: Arrival::Turns,
        }
    }

    fn count_newest(&mut self) {
        let Some(executed) = self.executions.take_newest() else {
            return;
        };
        let spent = spent(&executed);
        let (thread, context) = self.tell(&executed, &spent);
        let execution = self.executions.execution(&executed);
        let counted = Counted {
            thread,
            context,
            execution,
        };
        self.follower.counted(&self.observer, &counted);
        if executed.lookup.is_some() {
            self.stay.leave();
        }
        let arrival = std::mem::replace(&mut self.arrival, Arrival::Turns);
        if executed.lookup.is_some() || arrival == Arrival::Turns {
            self.count_iteration(None);
        }
        self.iteration.push((thread, context, execution));
        if let Arrival::Round(site) = arrival {
            let charge = self.stay.site(site).awaited.charge();
            self.count_iteration(Some(charge));
        } else if executed.lookup.is_some() || arrival == Arrival::Turns {
            self.count_iteration(None);
        }
    }

    fn count_iteration(&mut self, wait: Option<Charge>) {
        for (thread, context, execution) in self.iteration.drain(..) {
            self.executions.count((thread, context, wait), execution);
        }
    }

    /// Reports a bytecode to the observer; returns the context that its cycles are charged to.
    fn tell(&mut self, executed: &Executed, spent: &Spent) -> (ThreadId, ContextId) {
        let transfer = executed.lookup.map(|lookup| Transfer {
            address: lookup.method,
            frame: executed.frame,
        });
        self.observer
            .ended(opcode(executed.path.row), spent, transfer)
    }

    /// The counts of a program that ended after so many cycles, of which these bytecodes are in Java.
    ///
    /// # Errors
    /// When it ended in the middle of something that has no end.
    pub fn finish(
        mut self,
        (cycles, end): (u64, End),
        engine: &Engine,
        java: [bool; 256],
    ) -> Result<(CountedRun, F), CaseError> {
        let last = match self.executions.take_newest() {
            Some(executed) => {
                let Some(cycles) = cycles.checked_sub(executed.cycle) else {
                    return Err(CaseError::LateEnd);
                };
                // What ends the program is a write to a device, whose stall comes before it leaves.
                let spent = Spent {
                    cycles,
                    memory_write: executed.stalls.memory_write.min(cycles),
                    ..Spent::default()
                };
                let (thread, context) = self.tell(&executed, &spent);
                Some((thread, context, executed.path, spent))
            }
            None => None,
        };
        self.stay.leave();
        self.count_iteration(None);
        let Some(start) = self.start else {
            return Err(CaseError::LateEnd);
        };
        let counts = self.executions.counts();
        let mut counts: Vec<Count> = counts
            .map(|((thread, context, wait), execution, times)| Count {
                thread,
                context,
                execution,
                wait,
                times,
            })
            .collect();
        counts.sort_unstable_by_key(|it| (it.thread, it.context, it.execution, it.wait));
        let profile = self.observer.into_profile(Provenance::default());
        let region = self.root.map(|root| Region::new(&root, &profile.methods));
        let run = CountedRun {
            end,
            profile,
            region,
            counts,
            java,
            start,
            last,
            time_uses: engine.time_uses(),
            cycles,
        };
        Ok((run, self.follower))
    }
}

/// Its number among the bytecodes, as the observer has it.
pub(crate) fn opcode(row: RowId) -> u8 {
    match row {
        RowId::Bytecode(opcode) => opcode,
        RowId::Interrupt => op::SYS_INT,
        RowId::Exception => op::SYS_EXC,
        RowId::Reset => 0,
    }
}

fn spent(executed: &Executed) -> Spent {
    Spent {
        cycles: executed.cycles,
        memory_read: executed.stalls.memory_read,
        memory_write: executed.stalls.memory_write,
        load: executed.stalls.method_load,
    }
}
