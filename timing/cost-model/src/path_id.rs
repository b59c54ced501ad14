//! Names of rows and paths that are valid in every table, so counts of one table can be priced with another.

use isa::Bytecode;
use serde::{Deserialize, Serialize};

use crate::evaluate::{EvaluatedPath, EvaluatedRow, EvaluatedTable};
use crate::scenario::Scenario;
use crate::table::{CostRow, CostTable, Path};

/// A row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowId {
    /// A bytecode, by its opcode.
    Bytecode(u8),
    /// The interrupt entry.
    Interrupt,
    /// The exception entry.
    Exception,
    /// From reset to the first dispatch.
    Reset,
}

/// A path: a row and the scenario that it is in, whether or not the table at hand tells that one from the usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PathId {
    /// The row.
    pub row: RowId,
    /// The scenario.
    pub scenario: Scenario,
}

impl PathId {
    /// The usual path of a row.
    #[must_use]
    pub const fn usual(row: RowId) -> Self {
        let scenario = Scenario::Usual;
        Self { row, scenario }
    }

    /// The opcode, if it is the usual path of a conditional branch.
    #[must_use]
    pub fn branch(self) -> Option<u8> {
        match self.row {
            RowId::Bytecode(opcode) if self.scenario == Scenario::Usual => Bytecode::of(opcode)
                .is_conditional_branch()
                .then_some(opcode),
            _ => None,
        }
    }
}

impl EvaluatedTable {
    /// A row.
    #[must_use]
    pub fn row(&self, id: RowId) -> &EvaluatedRow {
        match id {
            RowId::Bytecode(opcode) => &self.bytecodes[usize::from(opcode)],
            RowId::Interrupt => &self.interrupt,
            RowId::Exception => &self.exception,
            RowId::Reset => &self.reset,
        }
    }

    /// A path: its own, or the usual one of its row.
    #[must_use]
    pub fn path(&self, id: PathId) -> &EvaluatedPath {
        self.row(id.row).path(id.scenario)
    }
}

impl CostTable {
    /// A row.
    #[must_use]
    pub fn row(&self, id: RowId) -> &CostRow {
        match id {
            RowId::Bytecode(opcode) => &self.bytecodes[usize::from(opcode)],
            RowId::Interrupt => &self.interrupt,
            RowId::Exception => &self.exception,
            RowId::Reset => &self.reset,
        }
    }

    /// A path: its own, or the usual one of its row, if there is one.
    #[must_use]
    pub fn path(&self, id: PathId) -> Option<&Path> {
        self.row(id.row).path(id.scenario)
    }
}
