//! Cycles of the bytecodes on the hardware: the committed tables and their reader.
//!
//! `data/target-cycles.csv` has one row for each bytecode: cycles measured on the hardware's RTL, or evaluated from a
//! formula, for `ram_cnt` 1, 2, 3, 4 and 6; the formula holds from `ram_cnt` 2 on. Where a row has `missed_words`, its
//! columns include the load of a method of that many words. `data/paths.csv` has the other paths through a bytecode
//! (spec 13 sections 6 and 7, spec 04 section 8), and the cycles of the strict build where they differ.

use isa::op;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};

use crate::formula::{Formula, WaitStates};

const TARGET_CYCLES: &str = include_str!("../data/target-cycles.csv");
const PATHS: &str = include_str!("../data/paths.csv");
/// How `paths.csv` repeats the reason of the row before.
const SAME_REASON: &str = "as above";

/// Source of a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// Counted on the hardware's RTL.
    Measured,
    /// Evaluated from the formula of the hardware's microcode.
    Formula,
    /// The hardware has no such path.
    StrictOnly,
}

/// Figures of one bytecode on one path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Cycles on the hardware.
    pub cycles: Option<i64>,
    /// Their source.
    pub source: Source,
    /// Cycles of the strict build and why, where they differ.
    pub strict: Option<(i64, String)>,
}

/// A committed table that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A line does not read.
    #[error("bytecode-timing/data/{file}: {error}")]
    Table {
        /// Name of the table.
        file: &'static str,
        /// Line and what is wrong there.
        error: csv::Error,
    },
    /// No table knows the path.
    #[error(
        "no target for opcode {opcode}, path `{path}`: add it to bytecode-timing/data/paths.csv"
    )]
    Unknown {
        /// Opcode.
        opcode: u8,
        /// Path.
        path: String,
    },
}

/// A row of `target-cycles.csv`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TargetRow {
    /// Opcode.
    pub opcode: u8,
    /// Name of the bytecode.
    pub name: String,
    /// Source of the columns.
    pub source: Source,
    ram_cnt_1: i64,
    ram_cnt_2: i64,
    ram_cnt_3: i64,
    ram_cnt_4: i64,
    ram_cnt_6: i64,
    /// Cycles from `ram_cnt` 2 on, without the load of a method.
    #[serde(deserialize_with = "formula")]
    pub formula: Formula,
    /// The path that was counted, empty for the usual one.
    pub path: String,
    /// Words of the method whose load the columns count.
    pub missed_words: Option<u32>,
}

#[derive(Debug, Clone, Deserialize)]
struct Path {
    opcode: u8,
    path: String,
    #[serde(deserialize_with = "optional_formula")]
    formula: Option<Formula>,
    #[serde(deserialize_with = "optional_formula")]
    strict: Option<Formula>,
    why: String,
}

/// The committed tables.
#[derive(Debug, Clone)]
pub struct Targets {
    /// The rows of `target-cycles.csv`.
    pub bytecodes: Vec<TargetRow>,
    paths: Vec<Path>,
}

impl Targets {
    /// Reads the committed tables.
    ///
    /// # Errors
    /// When a line of them is broken.
    pub fn committed() -> Result<Self, DataError> {
        Ok(Self {
            bytecodes: rows("target-cycles.csv", TARGET_CYCLES)?,
            paths: with_whole_reasons(rows("paths.csv", PATHS)?),
        })
    }

    /// Cycles of a bytecode. `missed_words` is the length of the method that must be loaded.
    ///
    /// # Errors
    /// When no table has the path.
    pub fn of(
        &self,
        opcode: u8,
        path: &str,
        ram_cnt: u8,
        missed_words: Option<u32>,
    ) -> Result<Target, DataError> {
        let waits = WaitStates::of_sram(ram_cnt);
        let load = missed_words.map_or(0, |words| load_cycles(opcode, words, waits));
        let listed = self.path(opcode, path);
        let strict = listed.and_then(|row| Some((row.strict.as_ref()?, row.why.clone())));
        let (cycles, source) = match (self.bytecode(opcode, path), listed) {
            (Some(row), _) => row.cycles(ram_cnt, missed_words, load),
            (None, Some(row)) => match &row.formula {
                Some(formula) => (Some(formula.cycles(waits) + load), Source::Formula),
                None => (None, Source::StrictOnly),
            },
            (None, None) if path.is_empty() => {
                return self.of(op::SYS_NOIM, "", ram_cnt, missed_words);
            }
            (None, None) => {
                return Err(DataError::Unknown {
                    opcode,
                    path: path.to_owned(),
                });
            }
        };
        Ok(Target {
            cycles,
            source,
            strict: strict.map(|(formula, why)| (formula.cycles(waits) + load, why)),
        })
    }

    fn bytecode(&self, opcode: u8, path: &str) -> Option<&TargetRow> {
        let mut rows = self.bytecodes.iter();
        rows.find(|row| row.opcode == opcode && row.path == path)
    }

    fn path(&self, opcode: u8, path: &str) -> Option<&Path> {
        let mut rows = self.paths.iter();
        rows.find(|row| row.opcode == opcode && row.path == path)
    }
}

impl TargetRow {
    /// The column of a memory speed, if it was counted at that speed.
    #[must_use]
    pub fn column(&self, ram_cnt: u8) -> Option<i64> {
        match ram_cnt {
            1 => Some(self.ram_cnt_1),
            2 => Some(self.ram_cnt_2),
            3 => Some(self.ram_cnt_3),
            4 => Some(self.ram_cnt_4),
            6 => Some(self.ram_cnt_6),
            _ => None,
        }
    }

    fn cycles(&self, ram_cnt: u8, missed: Option<u32>, load: i64) -> (Option<i64>, Source) {
        match self.column(ram_cnt) {
            Some(counted) if self.missed_words == missed => (Some(counted), self.source),
            Some(counted) if self.missed_words.is_none() => (Some(counted + load), self.source),
            _ => {
                let fixed = self.formula.cycles(WaitStates::of_sram(ram_cnt));
                (Some(fixed + load), Source::Formula)
            }
        }
    }
}

/// Cycles that the load of a method adds to a bytecode (spec 13 section 4).
#[must_use]
pub fn load_cycles(opcode: u8, words: u32, waits: WaitStates) -> i64 {
    let load = 6 + (i64::from(words) + 1) * (1 + waits.read.max(1));
    (load - hidden_cycles(opcode)).max(0)
}

/// Words of microcode that run beside the load of a method.
fn hidden_cycles(opcode: u8) -> i64 {
    match opcode {
        op::RETURN => 9,
        op::IRETURN | op::FRETURN | op::ARETURN => 10,
        op::LRETURN | op::DRETURN => 11,
        _ => 37,
    }
}

/// Replaces [`SAME_REASON`] by the reason of the previous row, so that each row is complete.
fn with_whole_reasons(mut paths: Vec<Path>) -> Vec<Path> {
    let mut last = String::new();
    for path in &mut paths {
        if path.why == SAME_REASON {
            path.why.clone_from(&last);
        }
        last.clone_from(&path.why);
    }
    paths
}

fn rows<T: DeserializeOwned>(file: &'static str, text: &str) -> Result<Vec<T>, DataError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .map_err(|error| DataError::Table { file, error })
}

fn formula<'de, D: Deserializer<'de>>(text: D) -> Result<Formula, D::Error> {
    Formula::parse(&String::deserialize(text)?).map_err(D::Error::custom)
}

fn optional_formula<'de, D: Deserializer<'de>>(text: D) -> Result<Option<Formula>, D::Error> {
    let text = String::deserialize(text)?;
    let filled = Some(text).filter(|text| !text.is_empty());
    filled
        .map(|text| Formula::parse(&text).map_err(D::Error::custom))
        .transpose()
}
