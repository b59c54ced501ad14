//! Golden runs: whole programs with the cycles that the hardware took, run again.

use std::path::{Path, PathBuf};

use golden_runs::{End, Golden, Outcome};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::output::console::{DIFFERENT, HEADING};
use crate::output::errors::Error;
use crate::output::progress::ProgressBar;
use crate::output::table::thousands;

/// A run and its result.
#[derive(Debug)]
pub(crate) struct CheckedRun {
    /// The table.
    path: PathBuf,
    golden: Golden,
    /// What the machine did.
    actual: Outcome,
}

/// The runs of a table, each on the machine.
pub(super) fn check(path: &Path, progress: &ProgressBar) -> Result<Vec<CheckedRun>, Error> {
    let golden = golden_runs::read(path).map_err(|error| Error::Input(error.to_string()))?;
    progress.inc_length(golden.len() as u64);
    let folder = path.parent().unwrap_or(Path::new("."));
    golden
        .into_par_iter()
        .map(|golden| {
            let actual = golden_runs::execute(&golden, folder);
            progress.inc(1);
            let place = format!("{}:{}", path.display(), golden.line);
            let actual = actual.map_err(|error| Error::Input(format!("{place}: {error}")))?;
            Ok(CheckedRun {
                path: path.to_owned(),
                golden,
                actual,
            })
        })
        .collect()
}

impl CheckedRun {
    /// Name of the table without its ending.
    pub(super) fn family(&self) -> String {
        let stem = self.path.file_stem();
        stem.unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Cycles of the run.
    pub(super) fn cycles(&self) -> u64 {
        self.golden.cycles()
    }

    /// Values that were compared: ends, results and output.
    pub(super) fn values(&self) -> u64 {
        self.pairs().count() as u64
    }

    /// Returns true if all of them agree.
    pub(super) fn agrees(&self) -> bool {
        self.pairs().all(|(_, expected, actual)| expected == actual)
    }

    /// What is compared: name, expected, actual; empty where there is nothing.
    fn pairs(&self) -> impl Iterator<Item = (String, String, String)> {
        let (expected, actual) = (&self.golden.outcome, &self.actual);
        let ends = expected.ends.iter().zip(&actual.ends).enumerate();
        let ends = ends.flat_map(|(core, (expected, actual))| {
            let word = |end: &Option<End>| end.and_then(|end| end.word);
            let cycles = |end: &Option<End>| end.map(|end| end.cycles.to_string());
            let has_words = word(expected).is_some();
            let cycles = (cycles(expected), cycles(actual));
            let words = [word(expected), word(actual)].map(|it| it.map(|it| it.to_string()));
            let [expected, actual] = words;
            let words = has_words.then_some((format!("word of core {core}"), (expected, actual)));
            [(format!("end of core {core}"), cycles)]
                .into_iter()
                .chain(words)
        });
        let texts = [
            ("results", &expected.results, &actual.results),
            ("output", &expected.output, &actual.output),
        ];
        let texts = texts
            .into_iter()
            .filter(|(_, expected, _)| expected.is_some());
        let texts = texts
            .map(|(name, expected, actual)| (name.to_owned(), (expected.clone(), actual.clone())));
        ends.chain(texts).map(|(name, (expected, actual))| {
            (
                name,
                expected.unwrap_or_default(),
                actual.unwrap_or_default(),
            )
        })
    }

    /// Text for people: what differs.
    pub(super) fn render(&self) -> String {
        let mut text = format!(
            "\n{HEADING}{}{HEADING:#} ({}:{}, {} cycles)\n",
            self.golden.title(),
            self.path.display(),
            self.golden.line,
            thousands(self.cycles())
        );
        for (name, expected, actual) in self.pairs().filter(|it| it.1 != it.2) {
            text += &format!(
                "  {name}: expected {}, actual {DIFFERENT}{}{DIFFERENT:#}\n",
                shown(&expected),
                shown(&actual)
            );
        }
        text
    }

    /// The same for a program.
    pub(super) fn document(&self) -> Value {
        let different = self.pairs().filter(|it| it.1 != it.2);
        let values = different.map(|(name, expected, actual)| {
            json!({ "value": name, "expected": expected, "actual": actual })
        });
        json!({
            "run": self.golden.title(),
            "file": self.path,
            "line": self.golden.line,
            "values": values.collect::<Vec<_>>(),
        })
    }
}

fn shown(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
