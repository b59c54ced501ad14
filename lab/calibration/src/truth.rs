//! Cycles of an atom in a table, for comparison with estimates.

use cost_model::{EvaluatedTable, PathId, RowId, Scenario};
use isa::op;

use crate::atom::Atom;

/// Cycles of an atom by a table; none if the table has nothing of the kind.
#[must_use]
pub fn cycles_in_table(atom: &Atom, costs: &EvaluatedTable) -> Option<f64> {
    Some(match atom {
        Atom::Path(path) => {
            let row = costs.row(path.row);
            let known = path.scenario != Scenario::Usual || row.underivable.is_none();
            known.then(|| costs.path(*path).cycles.into())?
        }
        Atom::Branch { opcode, .. } => usual(costs, *opcode),
        Atom::FurtherRun(path) => costs.path(*path).cycles_per_count.into(),
        Atom::Load(row) => {
            let load = costs.row(*row).usual.load?;
            // What a hit waits for is in the cycles of the path.
            f64::from(load.fixed) - f64::from(load.hidden + load.hit_stall)
        }
        Atom::LoadedWord => costs
            .row(RowId::Bytecode(op::RETURN))
            .usual
            .load?
            .per_word
            .into(),
        Atom::Sequence(opcodes) => opcodes.iter().map(|opcode| usual(costs, *opcode)).sum(),
    })
}

fn usual(costs: &EvaluatedTable, opcode: u8) -> f64 {
    let path = PathId {
        row: RowId::Bytecode(opcode),
        scenario: Scenario::Usual,
    };
    costs.path(path).cycles.into()
}
