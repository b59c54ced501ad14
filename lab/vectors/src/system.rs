//! Systems: what each atom costs.

use std::collections::BTreeMap;

use cost_model::{Carrier, CostTable, EvaluatedTable, PathId, RowId};
use serde::{Deserialize, Serialize};

use crate::atom::Atom;

/// A system that prices atoms.
#[derive(Debug, Clone, PartialEq)]
pub enum System {
    /// A cost table on a memory: its prices have no error.
    Table {
        /// The table.
        table: Box<CostTable>,
        /// The table on the memory.
        costs: Box<EvaluatedTable>,
    },
    /// Prices that were fitted to measured totals.
    Vector(Box<SystemVector>),
}

/// Price of an atom.
#[derive(Debug, Clone, PartialEq)]
pub enum Price {
    /// Cycles without an error.
    Exact(f64),
    /// A sum of prices of a system vector, by place, each so many times.
    Sum(Vec<(usize, f64)>),
}

/// Prices that were fitted to measured totals, with their errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemVector {
    /// Version of the format.
    pub version: u32,
    /// Solver.
    pub solver: String,
    /// What was assumed of prices before anything was measured.
    pub prior: String,
    /// The measured vectors.
    pub measurements: Vec<String>,
    /// Linearly independent atoms.
    pub rank: usize,
    /// Largest by smallest singular value of the independent columns, each scaled to length 1.
    #[serde(with = "crate::file::number")]
    pub condition: f64,
    /// Prices in the order of atoms.
    pub prices: Vec<AtomPrice>,
    /// Sums of atoms that the measurements determine, the best known first.
    pub combinations: Vec<Combination>,
    /// Covariances of the prices in squared cycles: the lower triangle by rows. Empty numbers are unknown.
    pub covariance: Vec<Vec<f64>>,
}

/// Price of an atom in a system vector.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtomPrice {
    /// The atom.
    pub atom: Atom,
    /// Its cycles.
    #[serde(with = "crate::file::number")]
    pub cycles: f64,
    /// Standard error; none if the measurements leave it open and nothing was assumed.
    pub standard_error: Option<f64>,
    /// Part of what was open about it before that the measurements determine, from 0 to 1.
    #[serde(with = "crate::file::number")]
    pub confidence: f64,
    /// Executions in all measurements.
    #[serde(with = "crate::file::number")]
    pub occurrences: f64,
    /// Reason why it is not determined; none if it is.
    pub problem: Option<String>,
}

/// A sum of atoms that the measurements determine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// Its largest parts, as they are in the measured programs together.
    pub parts: Vec<(Atom, f64)>,
    /// Parts left out.
    pub more: usize,
    /// Cycles.
    #[serde(with = "crate::file::number")]
    pub cycles: f64,
    /// Standard error; none if nothing was measured beyond what is needed.
    pub standard_error: Option<f64>,
}

impl System {
    /// A table on a memory.
    #[must_use]
    pub fn table(table: CostTable, costs: EvaluatedTable) -> Self {
        Self::Table {
            table: Box::new(table),
            costs: Box::new(costs),
        }
    }

    /// The price of an atom; none if the system has none.
    #[must_use]
    pub fn price(&self, atom: &Atom) -> Option<Price> {
        match self {
            Self::Table { table, costs } => table_price(table, costs, atom).map(Price::Exact),
            Self::Vector(system) => system.price(atom),
        }
    }
}

fn table_price(table: &CostTable, costs: &EvaluatedTable, atom: &Atom) -> Option<f64> {
    let known = |path: PathId| table.path(path).map(|_| costs.path(path));
    let cycles = match atom {
        Atom::Path(path) => known(*path)?.cycles,
        Atom::FurtherRun(path) => known(*path)?.cycles_per_count,
        Atom::Load { on, words } => known(*on)?.load?.miss(*words),
        Atom::Hit { .. } => 0,
        Atom::End(path) => {
            // Up to its write; all of them if the table does not have its cycle.
            let path = known(*path)?;
            path.accesses
                .last()
                .map_or(path.cycles, |access| access.at + 1)
        }
        Atom::DeviceCycle => 1,
        Atom::Routine(opcode) => {
            let row = RowId::Bytecode(*opcode);
            let in_microcode = costs.row(row).carrier == Carrier::Microcode;
            in_microcode.then(|| costs.row(row).usual.cycles)?
        }
        Atom::Library(_) | Atom::LoadOn(_) | Atom::LoadedWord => return None,
    };
    Some(cycles.into())
}

/// The atoms of a system vector that an atom of an application is made of, each so many times.
pub(crate) fn parts_of(atom: &Atom) -> Vec<(Atom, f64)> {
    match atom {
        Atom::Load { on, words } => vec![
            (Atom::LoadOn(on.row), 1.0),
            (Atom::LoadedWord, f64::from(*words)),
        ],
        Atom::Hit { .. } | Atom::DeviceCycle => Vec::new(),
        Atom::End(path) => vec![(Atom::Path(*path), 1.0)],
        other => vec![(other.clone(), 1.0)],
    }
}

impl SystemVector {
    /// Place of an atom among the prices.
    fn place(&self, atom: &Atom) -> Option<usize> {
        self.prices
            .binary_search_by(|price| price.atom.cmp(atom))
            .ok()
    }

    fn price(&self, atom: &Atom) -> Option<Price> {
        if *atom == Atom::DeviceCycle {
            return Some(Price::Exact(1.0));
        }
        let parts = parts_of(atom).into_iter();
        let parts: Option<Vec<(usize, f64)>> = parts
            .map(|(part, times)| Some((self.place(&part)?, times)))
            .collect();
        parts.map(Price::Sum)
    }

    /// Cycles of a sum of prices.
    #[must_use]
    pub fn cycles(&self, sum: &BTreeMap<usize, f64>) -> f64 {
        sum.iter()
            .map(|(at, times)| times * self.prices[*at].cycles)
            .sum()
    }

    /// Standard error of a sum of prices; none if one of them is open.
    #[must_use]
    pub fn error(&self, sum: &BTreeMap<usize, f64>) -> Option<f64> {
        let mut variance = 0.0;
        for (one, times) in sum {
            self.prices[*one].standard_error?;
            for (other, others) in sum.range(..=one) {
                let twice = if one == other { 1.0 } else { 2.0 };
                variance += twice * times * others * self.covariance[*one][*other];
            }
        }
        Some(variance.max(0.0).sqrt())
    }
}
