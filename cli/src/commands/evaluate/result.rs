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
    pub(super) seconds: f64,
    pub(super) source: Source,
}

/// A program under the cross-profiler and without it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct SlowDown {
    /// `embedded` or `big`.
    pub(super) suite: String,
    pub(super) program: String,
    pub(super) variant: String,
    pub(super) plain_seconds: f64,
    pub(super) cross_seconds: f64,
    pub(super) factor: f64,
}

/// Geometric mean of the factors of a suite.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Mean {
    pub(super) suite: String,
    pub(super) variant: String,
    pub(super) programs: u64,
    pub(super) factor: f64,
}

/// Geometric means of each suite and variant, in the order of the rows.
pub(super) fn means(rows: &[SlowDown]) -> Vec<Mean> {
    let mut means: Vec<Mean> = Vec::new();
    for row in rows {
        let known = |mean: &Mean| mean.suite == row.suite && mean.variant == row.variant;
        if means.iter().any(known) {
            continue;
        }
        let own = rows.iter();
        let own = own.filter(|other| other.suite == row.suite && other.variant == row.variant);
        let logarithms: Vec<f64> = own.map(|row| row.factor.ln()).collect();
        let count = logarithms.len();
        means.push(Mean {
            suite: row.suite.clone(),
            variant: row.variant.clone(),
            programs: count as u64,
            factor: (logarithms.iter().sum::<f64>() / count as f64).exp(),
        });
    }
    means
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometric_mean_is_that_of_its_own_suite_and_variant() {
        let row = |suite: &str, variant: &str, factor| SlowDown {
            suite: suite.to_owned(),
            program: String::new(),
            variant: variant.to_owned(),
            plain_seconds: 1.0,
            cross_seconds: factor,
            factor,
        };
        let rows = [
            row("big", "a", 2.0),
            row("big", "a", 8.0),
            row("big", "b", 3.0),
            row("embedded", "a", 5.0),
        ];
        let found = means(&rows);
        let factors: Vec<(u64, f64)> = found
            .iter()
            .map(|mean| (mean.programs, (mean.factor * 1e9).round() / 1e9))
            .collect();
        assert_eq!(factors, [(2, 4.0), (1, 3.0), (1, 5.0)]);
    }
}
