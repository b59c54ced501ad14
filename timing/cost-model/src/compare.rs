//! A table compared with the hardware and the published table.
//!
//! The hardware's cycles and those of the strict build, with the reasons of their differences, are the committed tables
//! that `bytecode-timing` measures the machine against. `data/published.csv` has the published table (spec 13), whose
//! formulas hold from r = 1 on.

use isa::op::SYS_NOIM;
use serde::{Deserialize, Serialize};

use crate::committed::{SourceError, rows};
use crate::formula::{Formula, Values};
use crate::memory_timing::MemoryTiming;
use crate::published::{Published, published_rows};
use crate::scenario::Scenario;
use crate::table::{Carrier, CostRow, CostTable, Path, Span};

const HARDWARE: &str = include_str!("../../../lab/bytecode-timing/data/target-cycles.csv");
const HARDWARE_PATHS: &str = include_str!("../../../lab/bytecode-timing/data/paths.csv");
/// How `paths.csv` repeats the reason of the row before.
const SAME_REASON: &str = "as above";
/// Memory speeds of the hardware's columns.
const RAM_CNTS: [u8; 5] = [1, 2, 3, 4, 6];
/// Names of a row without opcode in the hardware's tables.
const ENTRIES: [(u8, &str); 2] = [(240, "interrupt"), (241, "exception")];

/// Comparison of a path with a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathVerdict {
    /// The same cycles at all compared memory speeds.
    Equal,
    /// Other cycles, for a reason that is given.
    Explained,
    /// Other cycles without a known reason.
    Unexplained,
    /// The source has no such path.
    Absent,
}

/// One path beside its sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Opcode, if it is a bytecode's.
    pub opcode: Option<u8>,
    /// Name of the row.
    pub name: String,
    /// The scenario.
    pub scenario: Scenario,
    /// Derived cycles; the load of a method comes on top.
    pub derived: Formula,
    /// Cycles of the hardware.
    pub hardware: Option<Formula>,
    /// Comparison at `ram_cnt` 1, 2, 3, 4 and 6.
    pub against_hardware: PathVerdict,
    /// Published cycles, for the usual path.
    pub published: Option<Formula>,
    /// Comparison at `ram_cnt` 2, 3, 4 and 6.
    pub against_published: PathVerdict,
    /// Known reason of the difference, if any.
    pub why: String,
    /// The microcode of the path.
    pub microcode: Vec<Span>,
}

#[derive(Debug, Deserialize)]
struct HardwareRow {
    opcode: u8,
    ram_cnt_1: i64,
    ram_cnt_2: i64,
    ram_cnt_3: i64,
    ram_cnt_4: i64,
    ram_cnt_6: i64,
    formula: Formula,
    path: String,
    missed_words: Option<u32>,
}

#[derive(Debug, Deserialize)]
struct HardwarePath {
    opcode: u8,
    path: String,
    formula: Option<Formula>,
    why: String,
}

struct Sources {
    hardware: Vec<HardwareRow>,
    paths: Vec<HardwarePath>,
    published: Vec<Published>,
}

/// Every path of the table beside the hardware and the published table.
///
/// # Errors
/// When a committed table is broken, which a test of this library notices.
pub fn compare(table: &CostTable) -> Result<Vec<Comparison>, SourceError> {
    let sources = Sources::read()?;
    let rows = table.all_rows().filter(|row| row.name != "reset");
    let each = rows.flat_map(|row| row.paths.iter().map(move |path| (row, path)));
    Ok(each
        .map(|(row, path)| sources.compare(table, row, path))
        .collect())
}

impl Sources {
    fn read() -> Result<Self, SourceError> {
        let mut sources = Self {
            hardware: rows("target-cycles.csv", HARDWARE)?,
            paths: rows("paths.csv", HARDWARE_PATHS)?,
            published: published_rows()?,
        };
        let mut last = String::new();
        for path in &mut sources.paths {
            if path.why == SAME_REASON {
                path.why.clone_from(&last);
            }
            last.clone_from(&path.why);
        }
        Ok(sources)
    }

    fn compare(&self, table: &CostTable, row: &CostRow, path: &Path) -> Comparison {
        let opcode = row.opcode.or_else(|| {
            let mut entries = ENTRIES.iter();
            entries
                .find(|(_, name)| *name == row.name)
                .map(|(opcode, _)| *opcode)
        });
        let is_entry = row.opcode.is_none();
        let listed = opcode.and_then(|opcode| self.path(opcode, path.scenario));
        let reason = listed.map_or("", |listed| listed.why.as_str());
        let (hardware, equal) = opcode.map_or((None, false), |opcode| {
            self.hardware(table, opcode, row, path)
        });
        let published = opcode
            .filter(|_| path.scenario == Scenario::Usual && (is_entry || !is_entry_opcode(opcode)))
            .and_then(|opcode| self.published.iter().find(|row| row.opcode == opcode));
        let published_reason = published.map_or("", |row| row.why.as_str());
        let against_hardware = verdict(hardware.is_some(), equal, reason);
        let published_equal = published.is_some_and(|row| as_published(&path.cycles, &row.formula));
        let reasons = if reason.is_empty() {
            published_reason
        } else {
            reason
        };
        let against_published = verdict(published.is_some(), published_equal, reasons);
        let differs = [against_hardware, against_published].contains(&PathVerdict::Explained)
            || (against_hardware == PathVerdict::Absent && !reason.is_empty());
        Comparison {
            opcode: row.opcode,
            name: row.name.clone(),
            scenario: path.scenario,
            derived: path.cycles.clone(),
            hardware,
            against_hardware,
            published: published.map(|row| row.formula.clone()),
            against_published,
            why: if differs {
                reasons.to_owned()
            } else {
                String::new()
            },
            microcode: path.microcode.clone(),
        }
    }

    fn path(&self, opcode: u8, scenario: Scenario) -> Option<&HardwarePath> {
        let of = |path: &&HardwarePath| {
            path.opcode == opcode && Scenario::of_measured_path(&path.path) == Some(scenario)
        };
        let mut paths = self.paths.iter().filter(of);
        // Several names may stand for the usual path; the one with a reason is meant.
        let first = paths.clone().next();
        paths.find(|path| !path.why.is_empty()).or(first)
    }

    /// The hardware's formula for a path, and whether the path takes as long.
    fn hardware(
        &self,
        table: &CostTable,
        opcode: u8,
        row: &CostRow,
        path: &Path,
    ) -> (Option<Formula>, bool) {
        let is_entry = row.opcode.is_none();
        let is_java = row.carrier == Carrier::Java;
        let mut measured = self
            .hardware
            .iter()
            .filter(|row| !is_entry && row.opcode == opcode);
        let of_path =
            |row: &&HardwareRow| Scenario::of_measured_path(&row.path) == Some(path.scenario);
        if let Some(row) = measured.find(of_path) {
            return (
                Some(row.formula.clone()),
                row.has_the_cycles_of(table, path),
            );
        }
        if !is_entry && is_entry_opcode(Some(opcode)) && !is_java {
            return (None, false);
        }
        // What has no microcode of its own and was not measured takes what the common dispatch takes.
        let opcode = if is_java { SYS_NOIM } else { opcode };
        let listed = self.path(opcode, path.scenario);
        let formula = listed.and_then(|listed| listed.formula.clone());
        let equal = formula.as_ref().is_some_and(|formula| {
            RAM_CNTS
                .iter()
                .all(|ram_cnt| at(formula, *ram_cnt) == at(&path.cycles, *ram_cnt))
        });
        (formula, equal)
    }
}

impl HardwareRow {
    fn has_the_cycles_of(&self, table: &CostTable, path: &Path) -> bool {
        let columns = [
            self.ram_cnt_1,
            self.ram_cnt_2,
            self.ram_cnt_3,
            self.ram_cnt_4,
            self.ram_cnt_6,
        ];
        RAM_CNTS.iter().zip(columns).all(|(ram_cnt, cycles)| {
            let load = path.load.as_ref().zip(self.missed_words);
            let load = load.map_or(0, |(load, words)| {
                let values = Values {
                    words: words.into(),
                    ..waits(*ram_cnt)
                };
                (table.method_load.miss.at(values) - i64::from(load.hidden)).max(0)
            });
            at(&path.cycles, *ram_cnt) + load == cycles
        })
    }
}

/// The opcodes of the entries are bytecodes, too: without microcode, they are implemented in Java.
fn is_entry_opcode(opcode: Option<u8>) -> bool {
    ENTRIES.iter().any(|(entry, _)| Some(*entry) == opcode)
}

fn verdict(present: bool, equal: bool, reason: &str) -> PathVerdict {
    match (present, equal) {
        (false, _) => PathVerdict::Absent,
        (true, true) => PathVerdict::Equal,
        (true, false) if !reason.is_empty() => PathVerdict::Explained,
        (true, false) => PathVerdict::Unexplained,
    }
}

fn waits(ram_cnt: u8) -> Values {
    MemoryTiming::sram32(ram_cnt).map_or(Values::LEAST, MemoryTiming::values)
}

fn at(formula: &Formula, ram_cnt: u8) -> i64 {
    formula.at(waits(ram_cnt))
}

/// Equal for one and for five runs of a loop, from r = 1 on.
fn as_published(derived: &Formula, published: &Formula) -> bool {
    RAM_CNTS.iter().skip(1).all(|ram_cnt| {
        [1, 5].into_iter().all(|count| {
            let values = Values {
                count,
                ..waits(*ram_cnt)
            };
            derived.at(values) == published.at(values)
        })
    })
}

#[cfg(test)]
mod tests {
    use microcode::{Build, jvm};

    use super::*;
    use crate::derive::derive;

    fn comparisons(build: Build) -> Vec<Comparison> {
        compare(&derive(&jvm(build), "")).unwrap_or_else(|error| panic!("{error}"))
    }

    fn count(build: Build, wanted: PathVerdict) -> (usize, usize) {
        let all = comparisons(build);
        let hardware = all
            .iter()
            .filter(|row| row.against_hardware == wanted)
            .count();
        let published = all
            .iter()
            .filter(|row| row.against_published == wanted)
            .count();
        (hardware, published)
    }

    #[test]
    fn the_default_build_has_the_cycles_of_the_hardware_on_every_path() {
        assert_eq!(count(Build::Jop, PathVerdict::Unexplained), (0, 0));
        assert_eq!(count(Build::Jop, PathVerdict::Explained).0, 0);
        assert!(count(Build::Jop, PathVerdict::Equal).0 > 200);
    }

    #[test]
    fn where_the_published_table_differs_there_is_a_reason() {
        let different: Vec<_> = comparisons(Build::Jop)
            .into_iter()
            .filter(|row| row.against_published == PathVerdict::Explained)
            .map(|row| row.name)
            .collect();
        assert_eq!(
            different,
            [
                "monitorenter",
                "monitorexit",
                "jopsys_int2ext",
                "jopsys_ext2int",
                "putfield_long"
            ]
        );
    }

    #[test]
    fn every_difference_of_the_strict_build_has_a_reason() {
        let unexplained: Vec<_> = comparisons(Build::Strict)
            .into_iter()
            .filter(|row| {
                row.against_hardware == PathVerdict::Unexplained
                    || row.against_published == PathVerdict::Unexplained
            })
            .map(|row| (row.name, row.scenario))
            .collect();
        assert_eq!(unexplained, []);
    }
}
