//! Runs the machine beside a trace and finds the first difference.

use sim_core::probe::{Probe, Signals};
use sim_core::{Machine, MachineError, MachineState};

use crate::golden::cell::Cell;
use crate::golden::columns::{Column, column};
use crate::golden::vector::Vector;

/// Cycles shown before the first difference.
const BEFORE: u64 = 5;
/// Cycles shown from the first difference on.
const AFTER: u64 = 5;

/// Result of comparing one vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Cycles that agree.
    pub cycles: u64,
    /// Values compared, all of which count.
    pub values: u64,
    /// The first difference.
    pub divergence: Option<Divergence>,
}

/// The first difference, with the cycles around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Divergence {
    /// Cycle of the difference.
    pub cycle: u64,
    /// Columns that differ in this cycle: name, golden value, machine's value.
    pub differences: Vec<(&'static str, Cell, Cell)>,
    /// Golden and machine's rows of the cycles around it.
    pub rows: Vec<RowPair>,
}

/// One cycle of both sides, values in the order of the vector's columns.
#[derive(Debug, Clone, PartialEq)]
pub struct RowPair {
    /// The cycle.
    pub cycle: u64,
    /// Row of the trace.
    pub golden: Vec<Cell>,
    /// The machine's value.
    pub machine: Vec<Cell>,
}

/// A vector that cannot be compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CompareError {
    /// The machine cannot be built.
    #[error("{name}: {source}")]
    Machine {
        /// Name of the vector.
        name: String,
        /// Why.
        source: MachineError,
    },
    /// The trace has a column that the machine does not show.
    #[error("{name}: unknown column `{column}`")]
    UnknownColumn {
        /// Name of the vector.
        name: String,
        /// The column.
        column: String,
    },
}

/// Compares a vector with the machine up to its first difference.
///
/// # Errors
/// When the machine cannot be built or a column is unknown.
pub fn compare(vector: &Vector) -> Result<Comparison, CompareError> {
    let columns = columns_of(vector)?;
    let mut machine = machine_of(vector)?;
    let mut comparer = Comparer::new(vector, &columns);
    while comparer.result.divergence.is_none() && comparer.row < vector.trace.len() {
        machine.step(&mut comparer);
    }
    let mut result = comparer.result;
    if let Some(divergence) = &mut result.divergence {
        divergence.rows = rows_around(vector, &columns, divergence.cycle)?;
    }
    Ok(result)
}

fn columns_of(vector: &Vector) -> Result<Vec<&'static Column>, CompareError> {
    let find = |name: &String| {
        column(name).ok_or_else(|| CompareError::UnknownColumn {
            name: vector.name.clone(),
            column: name.clone(),
        })
    };
    vector.columns.iter().map(find).collect()
}

fn machine_of(vector: &Vector) -> Result<Machine, CompareError> {
    vector
        .build_machine()
        .map_err(|source| CompareError::Machine {
            name: vector.name.clone(),
            source,
        })
}

struct Comparer<'a> {
    vector: &'a Vector,
    columns: &'a [&'static Column],
    row: usize,
    result: Comparison,
}

impl<'a> Comparer<'a> {
    fn new(vector: &'a Vector, columns: &'a [&'static Column]) -> Self {
        Self {
            vector,
            columns,
            row: 0,
            result: Comparison {
                cycles: 0,
                values: 0,
                divergence: None,
            },
        }
    }
}

impl Probe for Comparer<'_> {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        let mut differences = Vec::new();
        for (column, golden) in self.columns.iter().zip(&self.vector.trace[self.row]) {
            let ours = (column.value)(state, signals);
            if ours != *golden {
                differences.push((column.name, golden.clone(), ours));
            }
        }
        self.result.values += self.columns.len() as u64;
        self.row += 1;
        if differences.is_empty() {
            self.result.cycles += 1;
        } else {
            self.result.divergence = Some(Divergence {
                cycle: state.cycle,
                differences,
                rows: Vec::new(),
            });
        }
    }
}

/// Runs the vector again to collect what both sides show around a cycle.
fn rows_around(
    vector: &Vector,
    columns: &[&'static Column],
    cycle: u64,
) -> Result<Vec<RowPair>, CompareError> {
    struct Recorder<'a> {
        columns: &'a [&'static Column],
        rows: Vec<Vec<Cell>>,
    }
    impl Probe for Recorder<'_> {
        fn cycle(&mut self, state: &MachineState, signals: &Signals) {
            let values = self.columns.iter().map(|c| (c.value)(state, signals));
            self.rows.push(values.collect());
        }
    }
    let mut machine = machine_of(vector)?;
    let mut recorder = Recorder {
        columns,
        rows: Vec::new(),
    };
    let first = cycle.saturating_sub(BEFORE);
    let end = (cycle + AFTER).min(vector.trace.len() as u64);
    for _ in 0..end {
        machine.step(&mut recorder);
    }
    let around = first as usize..end as usize;
    Ok(around
        .map(|row| RowPair {
            cycle: row as u64,
            golden: vector.trace[row].clone(),
            machine: recorder.rows[row].clone(),
        })
        .collect())
}
