//! Cost tables: paths of bytecodes.

use cost_model::{CostRow, CostTable, Scenario};

use crate::diff::artefact::Kind;
use crate::diff::difference::{Difference, by_name, totals};

/// Two tables; figures are how many paths of each bytecode differ.
pub(crate) fn compare(a: &CostTable, b: &CostTable, context: usize) -> Difference {
    let (mut left, mut right) = (loads(a), loads(b));
    let mut changed = Vec::new();
    for (x, y) in a.all_rows().zip(b.all_rows()) {
        let mut scenarios: Vec<Scenario> = x
            .paths
            .iter()
            .chain(&y.paths)
            .map(|path| path.scenario)
            .collect();
        scenarios.sort();
        scenarios.dedup();
        let (x_cells, y_cells) = (cells(x, &scenarios), cells(y, &scenarios));
        let differing = x_cells.iter().zip(&y_cells).filter(|(x, y)| x != y).count();
        changed.push((x.name.clone(), differing as u64));
        left.extend(x_cells);
        right.extend(y_cells);
    }
    let columns = ["cycles", "hidden", "exception at"]
        .map(str::to_owned)
        .to_vec();
    Difference::of(Kind::CostTable, columns, &by_name(left, right), context).with_totals(totals(
        "paths that differ",
        [],
        changed,
    ))
}

fn loads(table: &CostTable) -> Vec<(String, Vec<String>)> {
    let load = &table.method_load;
    let cell = |formula: String| vec![formula, String::new(), String::new()];
    vec![
        ("method load, hit".to_owned(), cell(load.hit.to_string())),
        ("method load, miss".to_owned(), cell(load.miss.to_string())),
    ]
}

/// A scenario that a table does not list happens in it as usual.
fn cells(row: &CostRow, scenarios: &[Scenario]) -> Vec<(String, Vec<String>)> {
    let cell = |scenario: &Scenario| {
        let path = row.path(*scenario);
        let load = path.and_then(|path| path.load.as_ref());
        let exception = path.and_then(|path| path.exception.as_ref());
        let text = |formula: Option<String>| formula.unwrap_or_else(|| "-".to_owned());
        vec![
            text(path.map(|path| path.cycles.to_string())),
            text(load.map(|load| load.hidden.to_string())),
            text(exception.map(ToString::to_string)),
        ]
    };
    let code = row
        .opcode
        .map_or_else(String::new, |code| format!("{code:02X} "));
    let named = scenarios.iter().map(|scenario| {
        let name = format!("{code}{}, {}", row.name, scenario.name());
        (name, cell(scenario))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use microcode_tables::{jop, strict};

    mod microcode_tables {
        use cost_model::CostTable;

        pub(super) fn jop() -> CostTable {
            derived(microcode::Build::Jop)
        }

        pub(super) fn strict() -> CostTable {
            derived(microcode::Build::Strict)
        }

        fn derived(build: microcode::Build) -> CostTable {
            cost_model::derive(&microcode::jvm(build), "")
        }
    }

    #[test]
    fn a_table_is_that_of_its_own_and_the_strict_one_is_another() {
        assert!(compare(&jop(), &jop(), 3).is_none());
        let difference = compare(&jop(), &strict(), 3);
        let names: Vec<_> = difference
            .totals
            .iter()
            .map(|total| total.name.as_str())
            .collect();
        assert!(names.contains(&"iaload"), "{names:?}");
        assert!(!names.contains(&"iadd"), "{names:?}");
    }
}
