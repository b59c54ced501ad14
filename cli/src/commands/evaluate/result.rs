//! Rows of the evaluation.

use serde::{Deserialize, Serialize};

use super::variants::CacheState;

/// Everything that was evaluated. A part that was not asked for, or could not run, is empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Evaluation {
    pub(super) accuracy: Vec<Accuracy>,
    pub(super) hot_methods: Vec<HotMethod>,
    pub(super) predictors: Vec<PredictorRow>,
    pub(super) times: Vec<Time>,
    pub(super) slow_down: Vec<SlowDown>,
    pub(super) means: Vec<Mean>,
    pub(super) noise: Vec<Noise>,
    pub(super) published_errors: Vec<PublishedError>,
    pub(super) published_factors: Vec<PublishedFactor>,
    /// What was left out, and why.
    pub(super) skipped: Vec<String>,
}

impl Evaluation {
    /// The whole of the results of single programs: rows by state of the cache, then in the order of the parts.
    pub(super) fn of_parts(parts: Vec<Self>) -> Self {
        let mut whole = Self::default();
        for part in parts {
            whole.accuracy.extend(part.accuracy);
            whole.hot_methods.extend(part.hot_methods);
            whole.times.extend(part.times);
            whole.slow_down.extend(part.slow_down);
            whole.noise.extend(part.noise);
            for line in part.skipped {
                if !whole.skipped.contains(&line) {
                    whole.skipped.push(line);
                }
            }
        }
        let state = |row: &Accuracy| CacheState::ALL.iter().position(|state| *state == row.cache);
        whole.accuracy.sort_by_key(state);
        whole
    }
}

/// A prediction of a program, compared with the machine below `main`; routines are part of their callers on both sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Accuracy {
    pub(super) cache: CacheState,
    pub(super) program: String,
    pub(super) prediction: String,
    /// Unit: cycles.
    pub(super) truth: u64,
    pub(super) predicted: u64,
    /// Relative, signed.
    pub(super) error: Option<f64>,
    /// Sum of the differences of methods, relative to the true cycles.
    pub(super) methods: Option<f64>,
    /// The same of calling contexts.
    pub(super) contexts: Option<f64>,
    pub(super) kendall_tau: Option<f64>,
    pub(super) top_shared: u64,
    pub(super) top_of: u64,
}

/// One of the methods with the most true cycles, or of those with the most predicted ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct HotMethod {
    pub(super) program: String,
    pub(super) prediction: String,
    pub(super) method: String,
    pub(super) truth: u64,
    pub(super) predicted: u64,
    pub(super) rank: u64,
    /// None if nothing is predicted for it.
    pub(super) predicted_rank: Option<u64>,
}

/// Absolute errors of a predictor. Unit: percent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PredictorRow {
    pub(super) predictor: String,
    pub(super) compared_with: String,
    pub(super) least: f64,
    pub(super) mean: Option<f64>,
    pub(super) most: f64,
    pub(super) source: Source,
}

/// Origin of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Source {
    /// Found in this run.
    Measured,
    /// As published.
    Published,
    /// Of a published rate and the cycles of this run.
    PublishedRate,
}

impl Source {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Published => "published",
            Self::PublishedRate => "published-rate",
        }
    }
}

/// Execution time of a program in an environment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Time {
    pub(super) program: String,
    pub(super) environment: String,
    /// Cycles of the program on the machine.
    pub(super) cycles: u64,
    /// By the clock.
    pub(super) seconds: f64,
    /// Of the processor; none if it was not measured.
    pub(super) cpu_seconds: Option<f64>,
    pub(super) source: Source,
}

/// A program under the cross-profiler and without it. Seconds are of the processor but for those by the clock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SlowDown {
    /// `embedded` or `big`.
    pub(super) suite: String,
    pub(super) program: String,
    pub(super) variant: String,
    /// Argument of an embedded program.
    pub(super) length: Option<u64>,
    pub(super) plain_seconds: f64,
    pub(super) cross_seconds: f64,
    pub(super) factor: f64,
    /// Without what a short run takes; of big programs, which are measured after a warm-up, the same.
    pub(super) running_factor: Option<f64>,
    pub(super) plain_wall_seconds: f64,
    pub(super) cross_wall_seconds: f64,
    pub(super) wall_factor: f64,
}

/// Two series that measured the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Noise {
    pub(super) suite: String,
    pub(super) program: String,
    /// `plain`, or a variant.
    pub(super) variant: String,
    pub(super) first_seconds: f64,
    pub(super) second_seconds: f64,
    /// Of the second from the first, signed. Unit: part of 1.
    pub(super) difference: f64,
}

/// A published error of CProf, and those of ours for a program of the same kind. Unit: percent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PublishedError {
    pub(super) cache: CacheState,
    pub(super) published_program: String,
    pub(super) published_cycles: u64,
    pub(super) published_percent: f64,
    pub(super) program: String,
    pub(super) cycles: u64,
    /// None if it was not measured.
    pub(super) exact_percent: Option<f64>,
    pub(super) constant_percent: Option<f64>,
}

/// A published slow-down, and ours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PublishedFactor {
    /// A program, or a figure of all.
    pub(super) point: String,
    pub(super) variant: String,
    /// None if it is not known here.
    pub(super) published_factor: Option<f64>,
    pub(super) factor: f64,
}

/// Geometric means of the factors of a suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Mean {
    pub(super) suite: String,
    pub(super) variant: String,
    pub(super) programs: u64,
    pub(super) factor: f64,
    pub(super) least_factor: f64,
    pub(super) most_factor: f64,
    pub(super) running_factor: Option<f64>,
    pub(super) wall_factor: f64,
    /// What the factor shall be at most.
    pub(super) aim_factor: Option<f64>,
}
