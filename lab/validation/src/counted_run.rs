//! A run as counts of each path of a cost table in each calling context.
//!
//! The engine runs with the derived costs, so that the program takes the path that it takes on the machine. Counts times
//! the costs of any table are that table's prediction for this path.

use cost_model::{Carrier, EvaluatedTable, PathId, RowId};
use cross_profile::{
    Charge, ContextId, Observer, Profile, Provenance, Region, Spent, ThreadId, Transfer,
};
use fast_engine::{Engine, Executed, Probe};
use isa::{MachineConfig, op};
use microcode::Build;
use record::machine::{observer, region_mark, running_task};
use run::polls::{Arrival, Polls, Stay};
use run::{End, Ending, Engine as _, FastRun, Program};
use rustc_hash::FxHashMap;

use crate::error::CaseError;

/// Unit that a cost table prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Atom {
    /// The bytecode or entry, and what happened.
    pub(crate) path: PathId,
    /// Trips of its loop.
    pub(crate) runs: u32,
    /// The method it went to, if it did.
    pub(crate) lookup: Option<Lookup>,
    /// Cycles by which a device delayed it.
    pub(crate) delay: u64,
}

/// A lookup in the method cache, as several caches answer it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Lookup {
    /// Words of the method.
    pub(crate) words: u32,
    /// True if the machine's cache had it.
    pub(crate) hit: bool,
    /// True if the lookup before was for the same method: a cache of one method has it.
    pub(crate) again: bool,
}

/// Atoms of one kind in one context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) thread: ThreadId,
    pub(crate) context: ContextId,
    pub(crate) atom: Atom,
    /// What all its cycles are charged as, if it was part of an iteration of a polling loop that went round.
    pub(crate) wait: Option<Charge>,
    pub(crate) times: u64,
}

/// The counts of a run.
#[derive(Debug, Clone)]
pub(crate) struct CountedRun {
    /// Contexts, with the cycles that the engine gave them.
    pub(crate) profile: Profile,
    /// The contexts whose bytecodes have figures; all if there is none.
    pub(crate) region: Option<Region>,
    /// By thread, context and atom.
    pub(crate) counts: Vec<Count>,
    /// Bytecodes that ran in Java.
    pub(crate) java: [bool; 256],
    /// The start from reset: what it was and what it took.
    pub(crate) start: (Atom, Spent),
    /// The bytecode that the end of the program cuts off, with the cycles it had.
    pub(crate) last: Option<(ThreadId, ContextId, u8, Spent)>,
}

/// Runs a program to its end, which has to come before `max_cycles`; bytecodes have the figures of the region below `root`.
pub(crate) fn counted_run(
    subject: &Program,
    config: &MachineConfig,
    build: Build,
    costs: EvaluatedTable,
    root: Option<&str>,
    max_cycles: u64,
) -> Result<CountedRun, CaseError> {
    let java = std::array::from_fn(|opcode| costs.bytecodes[opcode].carrier == Carrier::Java);
    let stack_ram = microcode::jvm(build).stack_ram;
    let image = &subject.image.words;
    let mut engine = Engine::new(config, build, costs, image, &stack_ram)?;
    let symbols = subject.symbols.as_ref();
    for field in [running_task(symbols), region_mark(symbols)]
        .into_iter()
        .flatten()
    {
        engine.watch(field);
    }
    let mut run = FastRun::new(engine, CountProbe::new(subject, root));
    let mut ending = Ending::of(subject).max_cycles(max_cycles);
    let end = run::drive_silently(&mut run, &mut ending)?;
    if end == End::Blocked {
        return Err(CaseError::Blocked);
    }
    if !end.is_of_program() {
        return Err(CaseError::NoEnd(run.engine.cycles()));
    }
    let cycles = run.cycles(end);
    run.probe.finish(cycles, java)
}

/// Counts; a bytecode is reported to the observer when the next one ends, as the last one is cut off.
struct CountProbe {
    observer: Observer,
    /// Address of the mark of regions.
    mark: Option<u32>,
    root: Option<String>,
    pending: Option<Executed>,
    /// The method of the last lookup.
    loaded: Option<u32>,
    start: Option<(Atom, Spent)>,
    /// Polling loops, and the atoms of the iteration under way, which are of one context.
    stay: Stay,
    iteration: Vec<(ThreadId, ContextId, Atom)>,
    /// What the pending bytecode is to the iteration.
    arrival: Arrival,
    counts: FxHashMap<Key, u64>,
}

/// Thread, context, atom and what it waited for.
type Key = (ThreadId, ContextId, Atom, Option<Charge>);

impl Probe for CountProbe {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        if executed.path.row == RowId::Reset {
            let spent = spent(executed);
            self.observer.started(&spent);
            self.start = Some((self.atom(executed), spent));
            return;
        }
        self.count_pending();
        self.arrival = match executed.path.row {
            RowId::Bytecode(opcode) if self.stay.concerns(opcode) => {
                let place = executed.place;
                self.stay.arrive(place.method, place.pc, opcode)
            }
            _ => Arrival::Turns,
        };
        self.pending = Some(*executed);
    }

    fn wrote(&mut self, field: u32, data: u32) {
        self.count_pending();
        if Some(field) == self.mark {
            self.observer.marked(data);
        } else {
            self.observer.scheduled(data);
        }
    }
}

impl CountProbe {
    fn new(subject: &Program, root: Option<&str>) -> Self {
        let symbols = subject.symbols.as_ref();
        let observer = observer(symbols);
        Self {
            mark: region_mark(symbols),
            observer: match root {
                Some(root) => observer.below(root),
                None => observer,
            },
            root: root.map(str::to_owned),
            pending: None,
            loaded: None,
            start: None,
            stay: Stay::new(Polls::of(&subject.image.words, symbols)),
            iteration: Vec::new(),
            arrival: Arrival::Turns,
            counts: FxHashMap::default(),
        }
    }

    fn count_pending(&mut self) {
        let Some(executed) = self.pending.take() else {
            return;
        };
        let spent = spent(&executed);
        let (thread, context) = self.tell(&executed, &spent);
        let atom = self.atom(&executed);
        if executed.lookup.is_some() {
            self.stay.leave();
        }
        let arrival = std::mem::replace(&mut self.arrival, Arrival::Turns);
        if executed.lookup.is_some() || arrival == Arrival::Turns {
            self.count_iteration(None);
        }
        self.iteration.push((thread, context, atom));
        if let Arrival::Round(site) = arrival {
            let charge = self.stay.site(site).awaited.charge();
            self.count_iteration(Some(charge));
        } else if executed.lookup.is_some() || arrival == Arrival::Turns {
            self.count_iteration(None);
        }
    }

    fn count_iteration(&mut self, wait: Option<Charge>) {
        for (thread, context, atom) in self.iteration.drain(..) {
            let key = (thread, context, atom, wait);
            *self.counts.entry(key).or_default() += 1;
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

    /// The atom of a bytecode; called once for each, in their order.
    fn atom(&mut self, executed: &Executed) -> Atom {
        let lookup = executed.lookup.map(|lookup| Lookup {
            words: lookup.words,
            hit: lookup.hit,
            again: self.loaded.replace(lookup.method) == Some(lookup.method),
        });
        Atom {
            path: executed.path,
            runs: executed.runs,
            lookup,
            delay: executed.delay,
        }
    }

    /// The counts of a program that ended after so many cycles.
    fn finish(mut self, cycles: u64, java: [bool; 256]) -> Result<CountedRun, CaseError> {
        let last = match self.pending.take() {
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
                Some((thread, context, opcode(executed.path.row), spent))
            }
            None => None,
        };
        self.stay.leave();
        self.count_iteration(None);
        let Some(start) = self.start else {
            return Err(CaseError::LateEnd);
        };
        let counts = self.counts.into_iter();
        let mut counts: Vec<Count> = counts
            .map(|((thread, context, atom, wait), times)| Count {
                thread,
                context,
                atom,
                wait,
                times,
            })
            .collect();
        counts.sort_unstable_by_key(|it| (it.thread, it.context, it.atom, it.wait));
        let profile = self.observer.into_profile(Provenance::default());
        let region = self.root.map(|root| Region::new(&root, &profile.methods));
        Ok(CountedRun {
            profile,
            region,
            counts,
            java,
            start,
            last,
        })
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
