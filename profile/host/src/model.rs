//! Fitted costs of bytecodes in Java.
//!
//! The agent counts features of operands (`JopModel`, `Features`): groups of quotient bits, words of an array, places between
//! exponents. `data/routines.csv` has, for each feature, what the machine executes more for one more of it: mean numbers of
//! bytecodes and of their paths. So a price follows from the cost table, for every memory and every microcode. All methods of a
//! routine are taken to be in the method cache.
//!
//! A test fits the file on the fast engine and compares (`tests/it/model.rs`).

use std::collections::HashMap;

use cost_model::{EvaluatedTable, PathId, RowId, Scenario};
use isa::{Bytecode, op};

const FITTED: &str = include_str!("../data/routines.csv");

/// Means of what one more of a feature takes.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FeatureCost {
    /// Cycles.
    pub cycles: f64,
    /// Cycles in which a read is waited for.
    pub memory_read: f64,
    /// Cycles in which a write is waited for.
    pub memory_write: f64,
    /// Bytecodes.
    pub bytecodes: f64,
}

/// What features of operands cost on a machine.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model(HashMap<(u8, u16), FeatureCost>);

impl FeatureCost {
    fn add(&mut self, other: &Self, times: f64) {
        self.cycles += other.cycles * times;
        self.memory_read += other.memory_read * times;
        self.memory_write += other.memory_write * times;
        self.bytecodes += other.bytecodes * times;
    }
}

impl Model {
    /// The fitted costs, with the prices of a table.
    #[must_use]
    pub fn new(table: &EvaluatedTable) -> Self {
        let mut costs = HashMap::new();
        for line in FITTED.lines().skip(1) {
            let mut cells = line.splitn(3, ',');
            let mut cell = || cells.next().unwrap_or_default();
            let (opcode, feature, executed) = (opcode(cell()), cell().parse(), cell());
            if let (Some(opcode), Ok(feature)) = (opcode, feature) {
                costs.insert((opcode, feature), cost(executed, table));
            }
        }
        Self(costs)
    }

    /// The cost of one of a feature.
    #[must_use]
    pub fn cost(&self, opcode: u8, feature: u16) -> Option<&FeatureCost> {
        self.0.get(&(opcode, feature))
    }

    /// The cost of a number of features.
    #[must_use]
    pub fn total(&self, opcode: u8, features: &[(u16, u64)]) -> FeatureCost {
        let mut sum = FeatureCost::default();
        for (feature, times) in features {
            if let Some(cost) = self.cost(opcode, *feature) {
                sum.add(cost, *times as f64);
            }
        }
        sum
    }
}

/// Cycles of the paths in `name/scenario number;...`.
fn cost(executed: &str, table: &EvaluatedTable) -> FeatureCost {
    let mut sum = FeatureCost::default();
    for part in executed.split(';') {
        let Some((path, times)) = part.rsplit_once(' ') else {
            continue;
        };
        let (name, scenario) = path.split_once('/').unwrap_or((path, "usual"));
        let mut scenarios = Scenario::ALL.iter();
        let scenario = scenarios.find(|known| known.name() == scenario);
        let (Some(opcode), Some(scenario), Ok(times)) =
            (opcode(name), scenario, times.parse::<f64>())
        else {
            continue;
        };
        let path = table.path(PathId {
            row: if opcode == op::SYS_EXC {
                RowId::Exception
            } else {
                RowId::Bytecode(opcode)
            },
            scenario: *scenario,
        });
        let one = FeatureCost {
            cycles: f64::from(path.cycles),
            memory_read: f64::from(path.read_stall),
            memory_write: f64::from(path.write_stall),
            bytecodes: 1.0,
        };
        sum.add(&one, times);
    }
    sum
}

fn opcode(name: &str) -> Option<u8> {
    Bytecode::named(name).map(Bytecode::code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_fitted_file_names_bytecodes_and_paths_that_exist() {
        for line in FITTED.lines().skip(1) {
            let cells: Vec<&str> = line.splitn(3, ',').collect();
            assert!(opcode(cells[0]).is_some(), "{line}");
            assert!(cells[1].parse::<u16>().is_ok(), "{line}");
            for part in cells[2].split(';') {
                let (path, times) = part.rsplit_once(' ').unwrap();
                let (name, scenario) = path.split_once('/').unwrap_or((path, "usual"));
                assert!(opcode(name).is_some(), "{part}");
                let mut all = Scenario::ALL.iter();
                assert!(all.any(|known| known.name() == scenario), "{part}");
                assert!(times.parse::<f64>().is_ok(), "{part}");
            }
        }
        assert!(FITTED.lines().count() > 150);
    }
}
