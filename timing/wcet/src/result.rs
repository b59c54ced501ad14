//! Result of an analysis: the bound, the worst path by method, line and cause, and what it rests on.

use std::collections::{BTreeMap, BTreeSet};

use isa::cause::Cause;
use serde::{Deserialize, Serialize};

use crate::bound_source::BoundSource;
use crate::cores::share::CoresShare;
use crate::options::CachePolicy;
use crate::premise::{Disproof, Premise, Soundness};

/// Worst-case execution time of one method.
///
/// A call lasts as in `jop show calls`: from the dispatch of the method's first bytecode to the end of its return, the load
/// of the caller included. The routine of a bytecode that is implemented in Java begins with the dispatch of that bytecode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// The method, `package.Class.method(descriptor)result`.
    pub method: String,
    /// The bound. Unit: cycles.
    pub cycles: u64,
    /// The bound. Unit: microseconds at the machine's clock.
    pub microseconds: f64,
    /// Whether a call that is covered may take longer.
    pub sound: Soundness,
    /// What the bound takes for true because somebody gives it, or a run shows it.
    pub assumes: Vec<Premise>,
    /// The bound without the limits of calls among that; none if it takes none. Unit: cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without: Option<u64>,
    /// What several cores add; none on one. The sums below are those of [`CoresShare::worst_alignment`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cores: Option<CoresShare>,
    /// What of that a run has disproved.
    pub disproved: Vec<Disproof>,
    /// Rule and shape of the method cache.
    pub cache: CacheUse,
    /// Calls through which known arguments were followed.
    pub context: u8,
    /// Cycles of the worst path by cause, in the order of [`Cause::ALL`]; causes without cycles are left out.
    pub causes: Vec<CauseShare>,
    /// Parts of the bound that belong to the whole call, not to the place that they are called from.
    pub terms: Vec<Term>,
    /// Methods on the worst path, those with most own cycles first; these add up to the bound.
    pub methods: Vec<MethodShare>,
    /// Loops on the worst path, those whose bound counts most first.
    pub loops: Vec<LoopShare>,
    /// Changes of the program that would lower the bound, the largest first, if they were asked for.
    pub levers: Vec<Lever>,
    /// Changes of the machine that would, likewise.
    pub hardware: Vec<Lever>,
    /// Events that the bound does not cover.
    pub excluded: Vec<Excluded>,
    /// Contexts of methods that were analysed.
    pub contexts: usize,
    /// Observed calls; none if no run was made.
    pub observed: Option<Observed>,
    /// The search for a longer call; none if none was asked for.
    pub search: Option<Search>,
    /// All that the bound rests on, proven or not.
    #[serde(skip)]
    pub premises: Vec<Premise>,
    /// Methods that the call may lead to, itself included.
    #[serde(skip)]
    pub reach: BTreeSet<u32>,
}

/// Method cache of the analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CacheUse {
    /// Rule by which lookups were priced.
    pub policy: CachePolicy,
    /// Name of the organisation.
    pub organisation: String,
    /// Its blocks.
    pub blocks: u32,
    /// Blocks that all methods of the call and its caller take together.
    pub needed: u32,
}

/// Cycles of a cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CauseShare {
    /// The cause.
    pub cause: Cause,
    /// Its cycles on the worst path.
    pub cycles: u64,
}

/// Calls of a method that is called once in several calls of its callers, as the one that makes handles for sixteen allocations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// The method.
    pub method: String,
    /// Most calls of it.
    pub calls: u64,
    /// Most calls of its callers, from which that follows.
    pub of_callers: u64,
    /// Cycles of these calls with the loads of the method cache around them; part of the bound.
    pub cycles: u64,
}

/// Share of a method in the worst path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodShare {
    /// The method.
    pub method: String,
    /// Its class.
    pub class: String,
    /// Its source file, if it is known.
    pub file: Option<String>,
    /// Calls of it.
    pub calls: u64,
    /// Cycles of the longest of these calls, from the method's first bytecode to the end of its return: callees and the load of the caller
    /// included. For a routine of a bytecode with its dispatch, for a method of [`Term`] with its load.
    pub bound: u64,
    /// Cycles of its own in all its calls: its bytecodes, the loads of its callers on return, and those that loops and calls of it pay for its callees.
    pub own: u64,
    /// The same by cause.
    pub causes: Vec<CauseShare>,
    /// Its lines on the worst path, in the order of the source; what belongs to no line comes first. They add up to its own cycles.
    pub lines: Vec<LineShare>,
}

/// Share of a source line in the worst path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineShare {
    /// Its number; none for loads of the method cache and dispatches, which belong to no line, and for code without lines.
    pub line: Option<u16>,
    /// Executions of its most executed bytecode.
    pub count: u64,
    /// Cycles of its own bytecodes.
    pub own: u64,
    /// Cycles with all that it calls.
    pub total: u64,
    /// Own cycles by cause.
    pub causes: Vec<CauseShare>,
}

/// A loop on the worst path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LoopShare {
    /// Its method.
    pub method: String,
    /// Line of its first bytecode, if known.
    pub line: Option<u16>,
    /// Byte offset of its first bytecode.
    pub offset: u32,
    /// Most repetitions for one entry, the largest of all contexts.
    pub most_repetitions: u64,
    /// Source of that bound.
    pub source: BoundSource,
    /// Repetitions on the worst path.
    pub repetitions: u64,
    /// Cycles by which the bound of the method sinks for each repetition less in every entry; an estimate from the worst path.
    pub per_repetition: u64,
}

isa::named_enum! {
    /// What a change is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum LeverKind {
        /// Repetitions of a loop.
        Loop = "loop",
        /// Size of a method, so that it stays in the method cache with others.
        CodeSize = "code-size",
        /// A call that moves out of a loop.
        Call = "call",
        /// An allocation that moves out of a loop.
        Allocation = "allocation",
        /// A monitor.
        Monitor = "monitor",
        /// The machine.
        Hardware = "hardware",
    }
}

/// A change that would lower the bound: the difference of two bounds, one of them with that change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lever {
    /// What the change is about.
    pub kind: LeverKind,
    /// The change, with its place in the source.
    pub change: String,
    /// Cycles by which the bound would sink.
    pub cycles: u64,
}

isa::named_enum! {
    /// Kind of an event that bounds do not cover.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum EventKind {
        /// An exception is thrown.
        Exception = "exception",
        /// The call catches an exception.
        Caught = "caught",
        /// A method of null is called.
        NullCall = "null-call",
        /// An interrupt, or a switch of threads.
        Switch = "switch",
        /// A monitor is waited for. One core never waits for one.
        Monitor = "monitor",
        /// A device makes the processor wait.
        Device = "device",
        /// Garbage is collected.
        Collection = "collection",
    }
}

/// An event that the bound does not cover.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// Its kind.
    pub kind: EventKind,
    /// The event.
    pub event: String,
    /// Places on paths of this call where it may happen; none for events that may happen anywhere.
    pub places: Vec<String>,
    /// Calls of the run with the event; none if no run was made.
    pub calls: Option<u64>,
    /// Cycles of the longest of these calls that returned; none if there is none.
    pub longest: Option<u64>,
}

/// Calls of the method in runs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observed {
    /// Calls without an excluded event.
    pub calls: u64,
    /// Calls left out, as an excluded event was in them.
    pub left_out: u64,
    /// Cycles of the longest.
    pub max: u64,
    /// Bound divided by that.
    pub ratio: f64,
}

/// A search for the longest call of the method: its inputs vary within what the analysis takes for possible.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    /// Start of the random numbers.
    pub seed: u64,
    /// Calls that were run.
    pub runs: u64,
    /// Those that returned, and that the bound covers.
    pub calls: u64,
    /// Inputs that can vary, of all calls of the program that the search starts from.
    pub places: u64,
    /// Ways through the code: branches with the order of magnitude of how often they are taken.
    pub ways: u64,
    /// Cycles of the longest call; 0 if there is none.
    pub max: u64,
    /// That as a part of the bound.
    pub of_bound: f64,
    /// The longest call; none if there is none.
    pub case: Option<Case>,
    /// Calls that do not count, as they exceed a number that the bound assumes.
    pub beyond: u64,
    /// The first of them.
    pub unproven: Option<Unproven>,
}

/// A number that the bound assumes, and a call that exceeds it, from a state that the program need not reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unproven {
    /// The number and by how much it is exceeded.
    pub problem: String,
    /// The call.
    pub case: Case,
}

/// A call that can be repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Number of the run in the search, from 1 on.
    pub run: u64,
    /// Cycle in which the call of the program begins whose inputs are varied.
    pub begin: u64,
    /// Inputs that are not as the program has them.
    pub inputs: Vec<Input>,
}

/// An input of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The argument, field or element.
    pub place: String,
    /// Its value.
    pub value: i32,
}

/// Cycles by cause, summed while paths are walked.
pub(crate) type CauseSums = [u64; Cause::COUNT];

/// Sums as shares, without zeros.
pub(crate) fn shares(sums: &CauseSums) -> Vec<CauseShare> {
    let all = Cause::ALL.into_iter().zip(sums);
    all.filter(|(_, cycles)| **cycles > 0)
        .map(|(cause, cycles)| CauseShare {
            cause,
            cycles: *cycles,
        })
        .collect()
}

impl Analysis {
    /// Cycles of the worst path, which its methods, lines and causes add up to.
    #[must_use]
    pub fn path_cycles(&self) -> u64 {
        let cores = self.cores.as_ref();
        cores.map_or(self.cycles, |cores| cores.worst_alignment)
    }

    /// Number of the limits of calls that the bound assumes.
    #[must_use]
    pub fn limits(&self) -> usize {
        let limits = self.assumes.iter().filter(|it| it.subject.is_limit());
        limits.count()
    }

    /// Cycles of the worst path by cause.
    #[must_use]
    pub fn by_cause(&self) -> BTreeMap<Cause, u64> {
        self.causes.iter().map(|it| (it.cause, it.cycles)).collect()
    }
}
