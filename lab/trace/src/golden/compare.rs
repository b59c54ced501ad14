//! Runs the machine beside a trace and finds the first difference.

use isa::Processors;
use sim_core::MachineError;
use sim_core::cmp::CmpError;

use crate::golden::cell::Cell;
use crate::golden::columns::column;
use crate::golden::rows::{MachineRows, Rows};
use crate::golden::several_columns::source;
use crate::golden::several_rows::SeveralRows;
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
    pub differences: Vec<(String, Cell, Cell)>,
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
    /// Several processors cannot be built.
    #[error("{name}: {source}")]
    Several {
        /// Name of the vector.
        name: String,
        /// Why.
        source: Box<CmpError>,
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
    let mut ours = rows_of(vector)?;
    let mut result = Comparison {
        cycles: 0,
        values: 0,
        divergence: None,
    };
    for (cycle, golden) in (0..).zip(&vector.trace) {
        let machine = ours.next_row();
        result.values += golden.len() as u64;
        if machine != golden {
            result.divergence = Some(Divergence {
                cycle,
                differences: differences(vector, golden, machine),
                rows: rows_around(vector, cycle)?,
            });
            break;
        }
        result.cycles += 1;
    }
    Ok(result)
}

fn differences(vector: &Vector, golden: &[Cell], machine: &[Cell]) -> Vec<(String, Cell, Cell)> {
    let values = golden.iter().zip(machine);
    let named = vector.columns.iter().zip(values);
    let different = named.filter(|(_, (golden, ours))| golden != ours);
    different
        .map(|(name, (golden, ours))| (name.clone(), golden.clone(), ours.clone()))
        .collect()
}

/// The vector's machine, in its first cycle.
fn rows_of(vector: &Vector) -> Result<Box<dyn Rows>, CompareError> {
    if let Some(processors) = vector.config.processors() {
        return several(vector, processors);
    }
    let columns = sources(vector, column)?;
    let machine = vector
        .build_machine()
        .map_err(|source| CompareError::Machine {
            name: vector.name.clone(),
            source,
        })?;
    Ok(Box::new(MachineRows::new(machine, columns)))
}

fn several(vector: &Vector, processors: Processors) -> Result<Box<dyn Rows>, CompareError> {
    let sources = sources(vector, |name| source(name, processors.cores.into()))?;
    let machine = vector
        .build_several(&processors)
        .map_err(|source| CompareError::Several {
            name: vector.name.clone(),
            source: Box::new(source),
        })?;
    Ok(Box::new(SeveralRows::new(machine, sources)))
}

/// What the vector's columns are taken from.
fn sources<T>(vector: &Vector, find: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, CompareError> {
    let find = |name: &String| {
        find(name).ok_or_else(|| CompareError::UnknownColumn {
            name: vector.name.clone(),
            column: name.clone(),
        })
    };
    vector.columns.iter().map(find).collect()
}

/// Runs the vector again to collect what both sides show around a cycle.
fn rows_around(vector: &Vector, cycle: u64) -> Result<Vec<RowPair>, CompareError> {
    let mut ours = rows_of(vector)?;
    let first = cycle.saturating_sub(BEFORE);
    let end = (cycle + AFTER).min(vector.trace.len() as u64);
    let mut rows = Vec::new();
    for (cycle, golden) in (0..end).zip(&vector.trace) {
        let machine = ours.next_row();
        if cycle >= first {
            rows.push(RowPair {
                cycle,
                golden: golden.clone(),
                machine: machine.to_vec(),
            });
        }
    }
    Ok(rows)
}
