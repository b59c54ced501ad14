//! Every case on every memory speed, as rows.

use isa::Bytecode;
use microcode::{Build, Program, jvm};
use serde::Serialize;

use crate::cases::{self, Case, Measured};
use crate::scene::SceneError;
use crate::target::{DataError, Source, Targets};

/// Memory speeds that are measured, in cycles of one read.
pub const RAM_CNTS: [u8; 6] = [1, 2, 3, 4, 5, 6];

/// Cycles of one bytecode on one path at one memory speed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TimingRow {
    /// Opcode; 240 and 241 are the interrupt and the exception entry.
    pub opcode: u8,
    /// Name of the bytecode.
    pub name: &'static str,
    /// The path, empty for the usual one.
    #[serde(serialize_with = "known")]
    pub path: &'static str,
    /// Words of the method loaded into the cache; none on a hit and where no method is asked for.
    pub missed_words: Option<u32>,
    /// Cycles of one memory read.
    pub ram_cnt: u8,
    /// Cycles from the dispatch of the bytecode to the next one.
    pub measured: u64,
    /// Cycles on the hardware; none for a path that only the strict build has.
    pub target: Option<i64>,
    /// Cycles that this build should take.
    pub expected: i64,
    /// Source of the target.
    pub source: Source,
    /// Reason why this build may differ from the hardware.
    pub reason: Option<String>,
}

/// Comparison of a row with the hardware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimingVerdict {
    /// The cycles of the hardware.
    Equal,
    /// Other cycles, or a path that the hardware has not, as this build promises and for a reason that is given.
    Explained,
    /// Anything else: a defect.
    Unexplained,
}

impl TimingRow {
    /// Comparison of the row with the hardware.
    #[must_use]
    pub fn verdict(&self) -> TimingVerdict {
        if self.target.is_some() && i64::try_from(self.measured).ok() == self.target {
            TimingVerdict::Equal
        } else if self.reason.is_some() && self.is_as_expected() {
            TimingVerdict::Explained
        } else {
            TimingVerdict::Unexplained
        }
    }

    /// Returns true if the machine takes the cycles that this build promises.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        i64::try_from(self.measured) == Ok(self.expected)
    }
}

/// Errors of measuring.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The committed tables are broken.
    #[error(transparent)]
    Data(#[from] DataError),
    /// A scene did not come to its end.
    #[error("{name}, path `{path}`, ram_cnt {ram_cnt}: {error}")]
    Scene {
        /// Name of the bytecode.
        name: &'static str,
        /// The path.
        path: &'static str,
        /// Memory speed.
        ram_cnt: u8,
        /// The error.
        error: SceneError,
    },
}

/// A text, or nothing if it is empty.
fn known<S: serde::Serializer>(text: &&'static str, to: S) -> Result<S::Ok, S::Error> {
    Some(*text).filter(|text| !text.is_empty()).serialize(to)
}

/// Measures every bytecode on every path and memory speed.
///
/// # Errors
/// When the committed tables are broken, or a bytecode does not come back.
pub fn measure(build: Build) -> Result<Vec<TimingRow>, MeasureError> {
    let program = jvm(build);
    let targets = Targets::committed()?;
    let mut rows = Vec::new();
    for case in cases::all(build) {
        for ram_cnt in RAM_CNTS {
            let row = measure_case(build, &program, &targets, &case, ram_cnt)?;
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

fn measure_case(
    build: Build,
    program: &Program,
    targets: &Targets,
    case: &Case,
    ram_cnt: u8,
) -> Result<TimingRow, MeasureError> {
    let name = Bytecode::of(case.opcode).name();
    let error = |error| MeasureError::Scene {
        name,
        path: case.path,
        ram_cnt,
        error,
    };
    let outcome = case.scene.clone().run(program, ram_cnt).map_err(error)?;
    let measured = match case.measured {
        Measured::Bytecode => outcome.cycles(),
        Measured::Entry => outcome.entry_cycles().unwrap_or(0),
    };
    let target = targets.of(case.opcode, case.path, ram_cnt, case.missed_words)?;
    let (expected, reason) = match (build, target.strict) {
        (Build::Strict, Some((cycles, why))) => (Some(cycles), Some(why)),
        _ => (target.cycles, None),
    };
    Ok(TimingRow {
        opcode: case.opcode,
        name,
        path: case.path,
        missed_words: case.missed_words,
        ram_cnt,
        measured,
        target: target.cycles,
        expected: expected.unwrap_or(0),
        source: target.source,
        reason,
    })
}
