//! The published table (spec 13): one formula for each bytecode, the worst one where there are several.
//!
//! It contains neither waits nor the cycles from reset to the first bytecode, and its formulas are valid
//! from r = 1 on.

use serde::Deserialize;

use crate::committed::{SourceError, rows};
use crate::formula::Formula;
use crate::scenario::Scenario;
use crate::table::{
    Carrier, CostRow, CostTable, Load, MethodLoad, Path, Provenance, Underivable, VERSION,
};

const PUBLISHED: &str = include_str!("../data/published.csv");
const HIT: &str = "4";
const MISS: &str = "6 + (n + 1) (1 + max(1, r))";
/// Rows of the two entries, which are bytecodes, too: as all without microcode they are implemented in Java.
const INTERRUPT: u8 = isa::op::SYS_INT;
const EXCEPTION: u8 = isa::op::SYS_EXC;
const NOT_IMPLEMENTED: u8 = isa::op::SYS_NOIM;

/// A row of the committed table.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Published {
    pub(crate) opcode: u8,
    carrier: Carrier,
    pub(crate) formula: Formula,
    hidden: Option<u32>,
    pub(crate) why: String,
}

/// The committed rows.
pub(crate) fn published_rows() -> Result<Vec<Published>, SourceError> {
    rows("published.csv", PUBLISHED)
}

/// The published table.
///
/// # Errors
/// When the committed table is broken, which a test of this library notices.
pub fn published() -> Result<CostTable, SourceError> {
    let published = published_rows()?;
    let formula = |text: &'static str| {
        text.parse::<Formula>()
            .map_err(|error| SourceError::new("published.rs", error))
    };
    let row = |name: &str, opcode: Option<u8>, number: u8| {
        let found = published.iter().find(|row| row.opcode == number);
        table_row(name, opcode, found)
    };
    let number = |opcode| match opcode {
        INTERRUPT | EXCEPTION => NOT_IMPLEMENTED,
        other => other,
    };
    Ok(CostTable {
        version: VERSION,
        provenance: Provenance {
            microcode: "published".to_owned(),
            ..Provenance::default()
        },
        method_load: MethodLoad {
            hit: formula(HIT)?,
            miss: formula(MISS)?,
        },
        interrupt: row("interrupt", None, INTERRUPT),
        exception: row("exception", None, EXCEPTION),
        reset: table_row("reset", None, None),
        bytecodes: (0..=u8::MAX)
            .map(|opcode| {
                let name = isa::Bytecode::of(opcode).name();
                row(name, Some(opcode), number(opcode))
            })
            .collect(),
    })
}

fn table_row(name: &str, opcode: Option<u8>, published: Option<&Published>) -> CostRow {
    let carrier = published.map_or(Carrier::Microcode, |row| row.carrier);
    let is_java = opcode.is_some() && carrier == Carrier::Java;
    let path = published.map(|row| Path {
        load: row.hidden.map(|hidden| Load {
            hidden,
            at: Formula::default(),
        }),
        ..Path::of_cycles(Scenario::Usual, row.formula.clone())
    });
    CostRow {
        opcode,
        name: name.to_owned(),
        carrier: if is_java {
            Carrier::Java
        } else {
            Carrier::Microcode
        },
        method: opcode.filter(|_| is_java),
        entry: None,
        underivable: match &path {
            Some(_) => Vec::new(),
            None => vec![Underivable {
                scenario: Scenario::Usual,
                reason: "not in the published table".to_owned(),
            }],
        },
        paths: path.into_iter().collect(),
        unexplored: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use microcode::{Build, jvm};

    use super::*;
    use crate::derive::derive;
    use crate::memory_timing::MemoryTiming;

    fn table() -> CostTable {
        published().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn it_is_a_table_that_can_be_written_and_read() {
        let table = table();
        let text = table.to_toml().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(CostTable::from_toml(&text), Ok(table));
    }

    #[test]
    fn loads_of_methods_are_those_of_the_hardware_from_one_wait_state_on() {
        let derived = derive(&jvm(Build::Jop), "");
        let table = table();
        for ram_cnt in 2..8 {
            let memory = MemoryTiming::sram32(ram_cnt).unwrap_or_else(|error| panic!("{error}"));
            let (ours, theirs) = (derived.evaluate(memory), table.evaluate(memory));
            for (ours, theirs) in ours.bytecodes.iter().zip(&theirs.bytecodes) {
                let misses = |row: &crate::EvaluatedRow| {
                    row.usual
                        .load
                        .map(|load| [0, 1, 100].map(|words| load.miss(words)))
                };
                assert_eq!(misses(ours), misses(theirs));
            }
        }
    }

    #[test]
    fn java_carries_out_what_it_does_with_our_microcode() {
        let derived = derive(&jvm(Build::Jop), "");
        let carriers = |table: &CostTable| -> Vec<_> {
            let rows = table.bytecodes.iter();
            rows.map(|row| (row.name.clone(), row.carrier)).collect()
        };
        assert_eq!(carriers(&table()), carriers(&derived));
    }
}
