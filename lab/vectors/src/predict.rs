//! Application vector times system vector: cycles, with what is not known of them.

use std::collections::BTreeMap;

use crate::atom::Atom;
use crate::system::{Price, System};
use crate::vector::{Component, Vector};

/// Cycles of a vector on a system.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// All components together.
    pub total: PartPrediction,
    /// Each component.
    pub parts: Vec<PartPrediction>,
}

/// Cycles of a component.
#[derive(Debug, Clone, PartialEq)]
pub struct PartPrediction {
    /// Its name.
    pub name: String,
    /// Cycles of all atoms with a price.
    pub cycles: f64,
    /// Standard error of the prices, with their covariance; 0 for a table, none if the measurements leave a price open.
    pub standard_error: Option<f64>,
    /// Bound of the error of counts that are those of fits, if all are wrong by a standard deviation in one direction.
    pub count_error: f64,
    /// Atoms without a price: their cycles are missing.
    pub unpriced: Vec<(Atom, f64)>,
    /// Cycles of each atom, the most first.
    pub atoms: Vec<(Atom, f64, f64)>,
}

/// Prices a vector.
#[must_use]
pub fn predict(vector: &Vector, system: &System) -> Prediction {
    let parts = vector.components.iter();
    Prediction {
        total: price(&vector.total(), system),
        parts: parts.map(|it| price(it, system)).collect(),
    }
}

fn price(component: &Component, system: &System) -> PartPrediction {
    let mut part = PartPrediction {
        name: component.name.clone(),
        cycles: 0.0,
        standard_error: Some(0.0),
        count_error: 0.0,
        unpriced: Vec::new(),
        atoms: Vec::new(),
    };
    let mut sum: BTreeMap<usize, f64> = BTreeMap::new();
    for (atom, it) in &component.counts {
        let each = match (system.price(atom), system) {
            (None, _) => {
                part.unpriced.push((atom.clone(), it.count));
                continue;
            }
            (Some(Price::Exact(cycles)), _) => cycles,
            (Some(Price::Sum(prices)), System::Vector(system)) => {
                let mut each = 0.0;
                for (place, times) in prices {
                    *sum.entry(place).or_default() += times * it.count;
                    each += times * system.prices[place].cycles;
                }
                each
            }
            (Some(Price::Sum(_)), System::Table { .. }) => continue,
        };
        part.cycles += each * it.count;
        part.count_error += each.abs() * it.deviation;
        part.atoms.push((atom.clone(), it.count, each * it.count));
    }
    if let System::Vector(system) = system {
        part.standard_error = system.error(&sum);
    }
    part.atoms
        .sort_by(|one, other| other.2.total_cmp(&one.2).then_with(|| one.0.cmp(&other.0)));
    part
}

impl PartPrediction {
    /// True if every atom has a price.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unpriced.is_empty()
    }
}
