//! Assumptions about prices before anything is measured.

use cost_model::{Atom, CostTable, EvaluatedTable, PathId, RowId, Scenario};
use nalgebra::DVector;

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

    /// What is assumed of one price, up to level and spread: mean and width. `typical` is the dearest mean of all.
    fn of(&self, atom: &Atom, typical: f64) -> (f64, f64) {
        match self {
            Self::Flat => (f64::from(!matches!(atom, Atom::LoadOn(_))), 1.0),
            Self::Table(system) => match price(system, atom).unwrap_or(0.0) {
                0.0 => (0.0, typical),
                mean => (mean, mean.abs().max(1.0)),
            },
        }
    }

    /// Means and widths of prices; a load's constant part may have either sign, and a price that the table lacks is as open as the
    /// dearest one.
    pub(crate) fn assumed(&self, atoms: &[Atom], noise: f64) -> Assumed {
        let means = atoms.iter().map(|atom| self.of(atom, 1.0).0);
        let typical = means.fold(1.0, |most: f64, mean| most.max(mean.abs()));
        let both = atoms.iter().map(|atom| self.of(atom, typical));
        let (mean, width): (Vec<f64>, Vec<f64>) = both.unzip();
        Assumed {
            mean: DVector::from_vec(mean),
            width: DVector::from_vec(width),
            typical,
            noise,
        }
    }

    /// What is assumed of atoms that no measurement had: those that a table has, each by itself, and what holds for all others.
    pub(crate) fn unseen(&self, atoms: &[Atom], typical: f64) -> (Vec<OfAtom>, (f64, f64)) {
        let assumed = |atom: Atom| {
            let (mean, width) = self.of(&atom, typical);
            (atom, mean, width)
        };
        match self {
            Self::Flat => (Vec::new(), (1.0, 1.0)),
            Self::Table(system) => {
                let all = table_atoms(system).into_iter();
                let unseen = all.filter(|atom| !atoms.contains(atom));
                (unseen.map(assumed).collect(), (0.0, typical))
            }
        }
    }
}

/// An atom with the mean and the width of its assumed price.
pub(crate) type OfAtom = (Atom, f64, f64);

/// All atoms of a system vector that a table prices.
fn table_atoms(system: &System) -> Vec<Atom> {
    let of_row = RowId::all().flat_map(|row| {
        let paths = Scenario::ALL.iter().flat_map(move |&scenario| {
            let path = PathId { row, scenario };
            [Atom::Path(path), Atom::FurtherRun(path)]
        });
        paths.chain([Atom::LoadOn(row)])
    });
    let all = of_row.chain([Atom::LoadedWord]);
    let mut priced: Vec<Atom> = all
        .filter(|atom| price(system, atom).is_some_and(|mean| mean != 0.0))
        .collect();
    priced.sort();
    priced
}

/// Price of an atom of a system vector in a table.
fn price(system: &System, atom: &Atom) -> Option<f64> {
    match (atom, system) {
        (Atom::LoadOn(_) | Atom::LoadedWord, System::Table { costs, .. }) => costs.cycles_of(atom),
        (Atom::LoadOn(_) | Atom::LoadedWord, System::Vector(_)) => None,
        _ => match system.price(atom)? {
            Price::Exact(cycles) => Some(cycles),
            Price::Sum(_) => None,
        },
    }
}
