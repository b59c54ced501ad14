//! Results: of a point, of a job, and whole rows.

use isa::OrganisationKind;
use serde::{Deserialize, Serialize};

use crate::plan::{Description, Plan};
use crate::space::{Point, Refused};

isa::named_enum! {
    /// Source of a row's cycles.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Source {
        /// The machine ran on this very point.
        Machine = "machine",
        /// The fast engine ran on this very point.
        Fast = "fast",
        /// The machine's lookups, replayed with this method cache.
        Replay = "replay",
        /// Counts of a run of the fast engine, its lookups replayed, times the costs of the microcode on this memory: exact.
        Repriced = "repriced",
        /// The same with costs that no microcode here has, or counts of a profile.
        Predicted = "predicted",
    }
}

/// What a program does on a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Number of the point.
    pub point: usize,
    /// Clock cycles of the program.
    pub cycles: u64,
    /// Most cycles that a prediction from a profile may be off; none of other rows, or where nothing bounds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_cycles: Option<u64>,
    /// Those of them in which the microcode waits, as `jop run` counts them; unknown of a prediction.
    pub stall_cycles: Option<u64>,
    /// Those of the stalls in which it waits for the method cache; unknown of a profile.
    pub load_stall_cycles: Option<u64>,
    /// What several cores wait for; none of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<CoreWaits>,
    /// Lookups in the method cache.
    pub lookups: Option<u64>,
    /// Those of them that missed.
    pub misses: Option<u64>,
    /// Words loaded.
    pub words_loaded: Option<u64>,
    /// Bytecodes executed, by all cores; of a point where one is in microcode instead of Java, without those of its methods.
    pub bytecodes: u64,
    /// Source of the cycles.
    pub source: Source,
    /// Status of a program that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
}

/// Cycles in which several cores wait, summed over them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoreWaits {
    /// For the arbiter.
    pub arbiter: u64,
    /// For the lock unit and for locks.
    pub locks: u64,
}

/// A finished job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobResult {
    /// Its number.
    pub job: usize,
    /// In the order of its points.
    pub outcomes: Vec<Outcome>,
    /// Points without a row.
    pub refused: Vec<Refused>,
    /// Notes about the program.
    pub notes: Vec<String>,
    /// Runs of the machine or an engine that it took.
    pub runs: u64,
}

/// A program on a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Name of the program.
    pub program: String,
    /// Name of the variant of the instruction set.
    pub variant: String,
    /// The point.
    pub point: Point,
    /// What it does there.
    pub outcome: Outcome,
    /// On-chip memory. Unit: bits.
    pub bits: u64,
    /// What the user's formula gives for the point; the bits without one.
    pub cost: f64,
    /// It may be recommended: hardware has its method cache, or the organisation was asked for.
    pub eligible: bool,
    /// No other eligible point of the program is as good in time and cost and better in one.
    pub pareto: bool,
}

impl Row {
    /// Returns true if hardware has its method cache.
    #[must_use]
    pub fn has_hardware(&self) -> bool {
        has_hardware(self.point.config.method_cache)
    }

    /// Time of the program. Unit: microseconds.
    #[must_use]
    pub fn microseconds(&self) -> f64 {
        self.outcome.cycles as f64 * 1e6 / f64::from(self.point.config.clk_freq_hz)
    }
}

/// Returns true if hardware has an organisation of the method cache.
#[must_use]
pub fn has_hardware(organisation: OrganisationKind) -> bool {
    !matches!(organisation, OrganisationKind::Studied(_))
}

/// Results without costs, in the order of rows: by program, then by point; each with the number of its program.
#[must_use]
pub fn outcomes<'a>(
    plan: &Plan,
    results: impl Iterator<Item = &'a JobResult>,
) -> Vec<(usize, Outcome)> {
    let mut found: Vec<(usize, Outcome)> = results
        .flat_map(|result| {
            let program = plan.jobs[result.job].workload;
            let outcomes = result.outcomes.iter();
            outcomes.map(move |outcome| (program, *outcome))
        })
        .collect();
    found.sort_unstable_by_key(|(program, outcome)| (*program, outcome.point));
    found
}

/// Names of program and variant of an outcome.
#[must_use]
pub fn names(description: &Description, program: usize, point: &Point) -> [String; 2] {
    [
        description.programs[program].program.clone(),
        description.variants[point.variant].name.clone(),
    ]
}
