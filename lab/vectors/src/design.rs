//! The equations of measured totals: vectors are rows, atoms are columns.

use cost_model::Atom;
use std::collections::{BTreeMap, BTreeSet};

use nalgebra::{DMatrix, DVector};

use crate::system::parts_of;
use crate::vector::Component;

/// Equations, each divided by what was measured: errors are relative.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Design {
    /// The columns.
    pub(crate) atoms: Vec<Atom>,
    /// Counts divided by the measured cycles.
    pub(crate) matrix: DMatrix<f64>,
    /// Measured cycles without those of devices, divided by the measured cycles.
    pub(crate) right: DVector<f64>,
    /// Measured cycles.
    pub(crate) cycles: DVector<f64>,
}

impl Design {
    /// The equations of components with their measured cycles.
    pub(crate) fn new(measured: &[(Component, f64)]) -> Self {
        let rows: Vec<BTreeMap<Atom, f64>> = measured.iter().map(|(it, _)| row(it)).collect();
        let atoms: BTreeSet<&Atom> = rows.iter().flat_map(BTreeMap::keys).collect();
        let atoms: Vec<Atom> = atoms.into_iter().cloned().collect();
        let matrix = DMatrix::from_fn(rows.len(), atoms.len(), |i, j| {
            rows[i].get(&atoms[j]).copied().unwrap_or(0.0) / measured[i].1
        });
        let right = measured
            .iter()
            .map(|(component, cycles)| (cycles - component.count(&Atom::DeviceCycle)) / cycles);
        Self {
            atoms,
            matrix,
            right: DVector::from_iterator(measured.len(), right),
            cycles: DVector::from_iterator(measured.len(), measured.iter().map(|it| it.1)),
        }
    }

    /// All equations but one.
    pub(crate) fn without(&self, row: usize) -> Self {
        Self {
            atoms: self.atoms.clone(),
            matrix: self.matrix.clone().remove_row(row),
            right: self.right.clone().remove_row(row),
            cycles: self.cycles.clone().remove_row(row),
        }
    }

    /// Executions of each atom.
    pub(crate) fn occurrences(&self) -> Vec<f64> {
        let columns = self.matrix.column_iter();
        columns.map(|column| column.dot(&self.cycles)).collect()
    }
}

fn row(component: &Component) -> BTreeMap<Atom, f64> {
    let mut row = BTreeMap::new();
    for (atom, it) in &component.counts {
        for (part, times) in parts_of(atom) {
            *row.entry(part).or_default() += times * it.count;
        }
    }
    row
}
