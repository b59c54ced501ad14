//! Goldens: the figures of a run, as TOML with one line per figure, sorted.
//!
//! ```toml
//! format = 1
//! program = "lift"
//! configuration = "cache-1k"
//! engine = "fast"
//! record = ["total", "cache"]
//! outcome = "exit 0"
//!
//! [sha256]
//! configuration = "..."
//! image = "..."
//! microcode = "..."
//!
//! [total]
//! bytecodes = 345546
//! cycles = 2879624
//!
//! [cache]
//! hits = 22854
//! ```
//!
//! A figure that is not there is zero. Units: cycles in `total.cycles`, `causes`, `methods`, `bytecodes` and `bounds`; words in
//! `cache.words_loaded`; times in all others.

use std::collections::BTreeMap;
use std::path::Path;

use run::{Fingerprint, Provenance};
use serde::{Deserialize, Serialize};

use crate::check::error::{CheckError, Source};
use crate::check::figures::{Figures, Section};
use crate::check::manifest::Case;
use crate::check::record::Record;

/// Version of the file; a change of meaning gets another number.
const FORMAT: u32 = 1;
const HEADING: &str = "# Written by `jop check --bless`.\n";
const REMEDY: &str = "write it anew with `jop check --bless`";

/// SHA-256 of what a figure depends on, hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hashes {
    /// Every option of the machine.
    pub configuration: String,
    /// The words of the linked program, its arguments among them.
    pub image: String,
    /// ROM, stack RAM and jump table.
    pub microcode: String,
}

impl Hashes {
    /// Those of a run.
    #[must_use]
    pub fn of(provenance: &Provenance) -> Self {
        let digits = |fingerprint: &Fingerprint| fingerprint.digits().to_owned();
        Self {
            configuration: digits(&provenance.machine.sha256),
            image: digits(&provenance.image.sha256),
            microcode: digits(&provenance.microcode.sha256),
        }
    }
}

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// Its inputs.
    pub hashes: Hashes,
    /// Its ending: `exit 0`, `text`, `max-cycles`.
    pub outcome: String,
    /// The figures.
    pub figures: Figures,
}

/// Committed value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Golden {
    /// Recording at that time.
    pub record: Vec<Record>,
    /// The run of then.
    pub measured: Measured,
    /// Line of the cycles of the whole run, or 1.
    pub line: usize,
}

type Table = BTreeMap<String, u64>;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GoldenFile {
    format: u32,
    program: String,
    configuration: String,
    engine: String,
    record: Vec<Record>,
    outcome: String,
    sha256: Hashes,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    total: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    cache: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    causes: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    methods: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    calls: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    bytecodes: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    dispatches: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    bounds: Table,
    #[serde(default, skip_serializing_if = "Table::is_empty")]
    memory: Table,
}

impl Golden {
    /// The text of the golden of a run.
    ///
    /// # Panics
    ///
    /// Never: names and numbers are always TOML.
    #[must_use]
    pub fn text(case: &Case, measured: &Measured) -> String {
        let mut file = GoldenFile {
            format: FORMAT,
            program: case.program.clone(),
            configuration: case.configuration.clone(),
            engine: case.by(),
            record: case.record.clone(),
            outcome: measured.outcome.clone(),
            sha256: measured.hashes.clone(),
            total: Table::new(),
            cache: Table::new(),
            causes: Table::new(),
            methods: Table::new(),
            calls: Table::new(),
            bytecodes: Table::new(),
            dispatches: Table::new(),
            bounds: Table::new(),
            memory: Table::new(),
        };
        for (section, name, amount) in measured.figures.iter() {
            file.table(section).insert(name.to_owned(), amount);
        }
        HEADING.to_owned() + &toml::to_string(&file).expect("names and numbers are TOML")
    }

    /// Reads a golden.
    ///
    /// # Errors
    ///
    /// If the file is there but is no golden of this version; none if it is not there.
    pub fn read(path: &Path) -> Result<Option<Self>, CheckError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(path, &text).map(Some),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(reason) => Err(CheckError::Read {
                path: path.to_owned(),
                reason,
                remedy: REMEDY,
            }),
        }
    }

    /// Reads the text of a golden; `path` is for messages.
    ///
    /// # Errors
    ///
    /// If it is no golden of this version.
    pub fn parse(path: &Path, text: &str) -> Result<Self, CheckError> {
        let source = Source { path, text };
        let mut file: GoldenFile =
            toml::from_str(text).map_err(|error| source.toml(&error, REMEDY))?;
        if file.format != FORMAT {
            let found = file.format;
            let problem = format!("format {found} is not known, only {FORMAT}; {REMEDY}");
            return Err(source.wrong(0, problem));
        }
        let mut figures = Figures::default();
        for section in Section::ALL {
            for (name, amount) in std::mem::take(file.table(section)) {
                figures.add(section, name, amount);
            }
        }
        let line = text.lines().position(|line| line.starts_with("cycles = "));
        Ok(Self {
            record: file.record,
            measured: Measured {
                hashes: file.sha256,
                outcome: file.outcome,
                figures,
            },
            line: line.map_or(1, |line| line + 1),
        })
    }
}

impl GoldenFile {
    fn table(&mut self, section: Section) -> &mut Table {
        match section {
            Section::Total => &mut self.total,
            Section::Cache => &mut self.cache,
            Section::Causes => &mut self.causes,
            Section::Methods => &mut self.methods,
            Section::Calls => &mut self.calls,
            Section::Bytecodes => &mut self.bytecodes,
            Section::Dispatches => &mut self.dispatches,
            Section::Bounds => &mut self.bounds,
            Section::Memory => &mut self.memory,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::report::tests::{case, measured};

    #[test]
    fn a_golden_holds_a_sorted_line_for_each_figure_and_reads_back() {
        let measured = measured(&[
            (Section::Methods, "t.Main.main([Ljava/lang/String;)V", 12),
            (Section::Methods, "a", 3),
            (Section::Total, "cycles", 15),
        ]);
        let text = Golden::text(&case(0), &measured);
        let figures = text.split("[total]").nth(1).unwrap();
        assert_eq!(
            figures,
            "\ncycles = 15\n\n[methods]\na = 3\n\"t.Main.main([Ljava/lang/String;)V\" = 12\n"
        );
        let golden = Golden::parse(Path::new("g.toml"), &text).unwrap();
        assert_eq!(golden.measured, measured);
        assert_eq!(
            text.lines().nth(golden.line - 1),
            Some("cycles = 15"),
            "{text}"
        );
    }

    #[test]
    fn a_golden_that_is_none_is_refused_with_its_line_and_the_remedy() {
        let text = Golden::text(&case(0), &measured(&[(Section::Total, "cycles", 15)]));
        for (from, to, message) in [
            ("cycles = 15", "cycles = x", "g.toml:15: "),
            (
                "format = 1",
                "format = 9",
                "g.toml:1: format 9 is not known",
            ),
            ("[total]", "[totals]", "unknown field `totals`"),
        ] {
            let damaged = text.replace(from, to);
            assert_ne!(damaged, text);
            let error = Golden::parse(Path::new("g.toml"), &damaged).unwrap_err();
            let error = error.to_string();
            assert!(error.contains(message), "{error}");
            assert!(error.ends_with(REMEDY), "{error}");
        }
    }
}
