//! Bounds of all methods of a program held against the longest calls of its runs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cost_model::EvaluatedTable;
use isa::MachineConfig;
use microcode::Build;
use wcet::{
    Analyser, Analysis, BoundSource, Bounds, CONTEXT, CachePolicy, Exceptions, LoopId, Options,
    Program, Subject, WcetError,
};

use crate::calls::Seen;
use crate::hold::Shown;

/// A machine, and the rule for its method cache.
#[derive(Debug, Clone)]
pub struct Machine {
    /// Name in tables.
    pub name: String,
    /// The machine.
    pub config: MachineConfig,
    /// The build of its microcode.
    pub build: Build,
    /// Rule for the method cache.
    pub cache: CachePolicy,
    /// Costs of its bytecodes.
    pub costs: EvaluatedTable,
}

/// A method with its bound and its longest call.
#[derive(Debug, Clone)]
pub struct Checked {
    /// Address of its code.
    pub method: u32,
    /// Its name.
    pub name: String,
    /// Its calls.
    pub seen: Seen,
    /// Its longest calls by the phase of the time slots in which they began, on several cores.
    pub phases: BTreeMap<u64, u64>,
    /// Its bound, or why it has none.
    pub bound: Result<Analysis, WcetError>,
    /// Time of the analysis.
    pub time: Duration,
}

/// Relation of a bound to runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// No bound.
    Refused,
    /// No call without an excluded event.
    Unseen,
    /// The bound holds.
    Holds,
    /// A call took longer than a bound that rests on loops of another run, which proves nothing.
    Exceeded,
    /// A call took longer than the bound, or what it rests on is disproved: a bug of the highest rank.
    Violated,
}

impl Machine {
    /// A machine with the costs of its microcode.
    ///
    /// # Errors
    /// If no formula knows its memory.
    pub fn new(
        name: &str,
        config: MachineConfig,
        build: Build,
        cache: CachePolicy,
    ) -> Result<Self, cost_model::TimingError> {
        let costs = cost_model::derived_costs(&config, &microcode::jvm(build))?;
        Ok(Self {
            name: name.to_owned(),
            config,
            build,
            cache,
            costs,
        })
    }
}

impl Checked {
    /// Relation of the bound to the runs.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match &self.bound {
            Err(_) => Verdict::Refused,
            Ok(bound) if is_wrong(bound) => Verdict::Violated,
            Ok(_) if self.seen.calls == 0 => Verdict::Unseen,
            Ok(bound) if bound.cycles >= self.seen.max && self.holds_by_phase(bound) => {
                Verdict::Holds
            }
            Ok(_) => Verdict::Exceeded,
        }
    }

    /// Each call is within the bound of its phase.
    fn holds_by_phase(&self, bound: &Analysis) -> bool {
        let of = bound.cores.as_ref().map_or(&[][..], |cores| &cores.phases);
        let mut own = self.phases.iter();
        own.all(|(phase, longest)| of.get(*phase as usize).is_none_or(|bound| bound >= longest))
    }

    /// Bound divided by the longest call.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let bound = self.bound.as_ref().ok()?;
        (self.seen.max > 0).then(|| bound.cycles as f64 / self.seen.max as f64)
    }
}

/// Returns true if a run disproves what does not rest on another run.
fn is_wrong(bound: &Analysis) -> bool {
    let mut sources = bound.assumes.iter().map(|it| it.source);
    let rests_on_runs = sources.any(|source| source == BoundSource::Observed);
    bound.disproved.iter().any(|it| match it.subject {
        Subject::Call => !rests_on_runs,
        _ => it.source != BoundSource::Observed,
    })
}

/// Bounds of the methods that were called, held against their run, or of those that `wanted` accepts.
pub fn check(
    program: &Program<'_>,
    machine: &Machine,
    bounds: &Bounds,
    observed: &BTreeMap<LoopId, u64>,
    shown: &Shown,
    wanted: impl Fn(&str) -> bool,
) -> Vec<Checked> {
    let analyser = Analyser::new(program, &machine.costs);
    let options = Options {
        config: &machine.config,
        costs: &machine.costs,
        bounds: bounds.clone(),
        observed: observed.clone(),
        cache: machine.cache,
        context: CONTEXT,
        // Calls with an exception are left out.
        exceptions: Exceptions::Exclude,
        collection: None,
        advise: false,
        is_preempted: false,
        cores: None,
    };
    let named = shown
        .calls
        .iter()
        .map(|(method, seen)| (*method, program.name(*method), *seen));
    named
        .filter(|(_, name, _)| wanted(name))
        .map(|(method, name, seen)| {
            let start = Instant::now();
            let mut bound = analyser.bound(method, &options);
            let time = start.elapsed();
            if let Ok(bound) = &mut bound {
                shown.hold(method, bound);
            }
            Checked {
                method,
                name,
                seen,
                phases: BTreeMap::new(),
                bound,
                time,
            }
        })
        .collect()
}
