//! Assumptions about prices before anything is measured.

use cost_model::{CostTable, EvaluatedTable, RowId};
use isa::op;
use nalgebra::DVector;

use crate::atom::Atom;
use crate::posterior::Assumed;
use crate::system::{Price, System};

/// What is assumed of prices before anything is measured; for [`crate::Solver::Ridge`].
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Prior {
    /// All atoms cost alike.
    #[default]
    Flat,
    /// They cost as in this table on a memory, up to a common factor.
    Table(Box<System>),
}

impl Prior {
    /// A table on a memory.
    #[must_use]
    pub fn table(table: CostTable, costs: EvaluatedTable) -> Self {
        Self::Table(Box::new(System::table(table, costs)))
    }

    /// Means and widths of prices; a load's constant part may have either sign, and a price that the table lacks is as open as the
    /// dearest one.
    pub(crate) fn assumed(&self, atoms: &[Atom], noise: f64) -> Assumed {
        let mean = atoms.iter().map(|atom| match (self, atom) {
            (Self::Flat, Atom::LoadOn(_)) => 0.0,
            (Self::Flat, _) => 1.0,
            (Self::Table(system), atom) => price(system, atom).unwrap_or(0.0),
        });
        let mean = DVector::from_iterator(atoms.len(), mean);
        let typical = mean.amax().max(1.0);
        let width = mean.map(|mean| match self {
            Self::Flat => 1.0,
            Self::Table(_) if mean == 0.0 => typical,
            Self::Table(_) => mean.abs().max(1.0),
        });
        Assumed { mean, width, noise }
    }
}

/// Price of an atom of a system vector in a table.
fn price(system: &System, atom: &Atom) -> Option<f64> {
    let load = |row| match system {
        System::Table { costs, .. } => costs.row(row).usual.load,
        System::Vector(_) => None,
    };
    match atom {
        Atom::LoadOn(row) => {
            let load = load(*row)?;
            Some(f64::from(load.fixed) - f64::from(load.hidden) - f64::from(load.hit_stall))
        }
        Atom::LoadedWord => Some(load(RowId::Bytecode(op::INVOKESTATIC))?.per_word.into()),
        _ => match system.price(atom)? {
            Price::Exact(cycles) => Some(cycles),
            Price::Sum(_) => None,
        },
    }
}
