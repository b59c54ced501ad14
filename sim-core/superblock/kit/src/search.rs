//! The search for cases in which superblocks and reference differ.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::case::{Case, Tally};
use crate::generate::{Begin, Sources};
use crate::random::Random;
use crate::shrink::{Shrinker, panicked};

/// A search of so many cases: all of it follows from the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    /// Begin of the runs.
    pub begin: Begin,
    /// Seed of all cases.
    pub seed: u64,
    /// How many.
    pub cases: u64,
}

/// A case in which the engines differ, made small.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The case.
    pub case: Case,
    /// Its number in the search.
    pub number: u64,
    /// What differs.
    pub report: String,
}

impl Search {
    /// Compares the engines in all cases.
    ///
    /// # Errors
    /// With the first case in which they differ, or in which one of them panics.
    pub fn run(self, sources: &Sources) -> Result<Tally, Box<Found>> {
        let mut numbers = Random::new(self.seed);
        let mut tally = Tally::default();
        for number in 0..self.cases {
            let case = sources.case(numbers.next(), self.begin);
            let checked = std::panic::AssertUnwindSafe(|| case.check());
            let difference = match std::panic::catch_unwind(checked) {
                Ok(Ok(done)) => {
                    tally += done;
                    continue;
                }
                Ok(Err(difference)) => difference,
                Err(_) => panicked(),
            };
            let mut shrinker = Shrinker::new(case, difference);
            shrinker.shrink();
            return Err(Box::new(Found {
                number,
                report: shrinker.difference.report,
                case: shrinker.case,
            }));
        }
        Ok(tally)
    }
}

impl Found {
    /// Keeps the case as a file of this folder; gives its path.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, folder: &Path) -> std::io::Result<PathBuf> {
        let name = self.case.origin.to_lowercase().replace(' ', "-");
        let path = folder.join(format!("{name}.toml"));
        std::fs::create_dir_all(folder)?;
        std::fs::write(&path, self.to_string())?;
        Ok(path)
    }
}

/// The text of the case, which repeats it, and the difference as comments.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.report.lines() {
            writeln!(f, "# {line}")?;
        }
        f.write_str(&self.case.text())
    }
}
