//! Profiles on the host's library: how much of one rests on code that JOP would not execute, and the errors of such profiles.
//!
//! `data/host-library.csv` has share and error of each embedded program at its default length, on the default machine; a test runs
//! them all again.

use std::collections::HashSet;

use crate::price::Outcome;
use crate::settings::Cover;

/// An embedded program on the host's library.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluated {
    /// Its name.
    pub program: String,
    /// Cycles of methods that call the host's library. Unit: percent of the predicted cycles.
    pub share: f64,
    /// Unit: percent of the true cycles below `main`, signed.
    pub error: f64,
}

/// Errors of the programs with shares in a range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorsOfShares {
    /// The range as text, as in "a share below 1 %".
    pub shares: &'static str,
    /// Least absolute error. Unit: percent.
    pub least: f64,
    /// Largest absolute error. Unit: percent.
    pub most: f64,
}

/// Ranges of shares, each up to its limit.
const RANGES: [(f64, &str); 3] = [
    (1.0, "a share below 1 %"),
    (20.0, "a share of 1 to 20 %"),
    (f64::INFINITY, "a share above 20 %"),
];

/// The embedded programs.
#[must_use]
pub fn evaluated() -> Vec<Evaluated> {
    let lines = include_str!("../data/host-library.csv").lines().skip(1);
    let rows = lines.filter_map(|line| {
        let mut cells = line.split(',');
        Some(Evaluated {
            program: cells.next()?.to_owned(),
            share: cells.next()?.parse().ok()?,
            error: cells.next()?.parse().ok()?,
        })
    });
    rows.collect()
}

/// Errors of embedded programs whose shares are in the range of this one, in percent.
#[must_use]
pub fn errors_of_shares(share: f64) -> ErrorsOfShares {
    let range = |share: f64| RANGES.iter().position(|(limit, _)| share < *limit);
    let alike = evaluated().into_iter();
    let alike = alike.filter(|program| range(program.share) == range(share));
    let errors: Vec<f64> = alike.map(|program| program.error.abs()).collect();
    ErrorsOfShares {
        shares: range(share).map_or("any share", |place| RANGES[place].1),
        least: errors.iter().copied().fold(f64::INFINITY, f64::min),
        most: errors.iter().copied().fold(0.0, f64::max),
    }
}

impl Outcome {
    /// Cycles that rest on code that JOP would not execute: of methods that call the host's library, or of the JDK's own methods
    /// where these are covered. Unit: percent of all cycles.
    #[must_use]
    pub fn percent_on_host_code(&self, cover: Cover) -> f64 {
        let cycles = match cover {
            Cover::Jdk => self.library,
            Cover::Application => self.of_callers(),
        };
        cycles as f64 * 100.0 / self.profile.total_cycles().max(1) as f64
    }

    fn of_callers(&self) -> u64 {
        let callers = self.uncovered.iter().flat_map(|method| &method.callers);
        let callers: HashSet<&str> = callers.map(|(name, _)| name.as_str()).collect();
        let trees = self.profile.threads.iter().map(|thread| &thread.tree);
        let contexts = trees.flat_map(|tree| tree.contexts());
        let calling =
            contexts.filter(|context| callers.contains(self.profile.name(context.method)));
        calling
            .map(|context| context.cycles.iter().sum::<u64>())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_of_shares_has_programs() {
        for (limit, text) in RANGES {
            let known = errors_of_shares(limit.min(100.0) - 0.5);
            assert_eq!(known.shares, text);
            assert!(known.least < known.most && known.most < 100.0, "{known:?}");
        }
    }
}
