//! From benchmarks to a cost table.

use std::collections::BTreeMap;

use cost_model::{Atom, CostTable};
use rayon::prelude::*;

use crate::board::Benchmark;
use crate::counts::Counts;
use crate::hardware::{Hardware, RunError};
use crate::identify::{self, Reason};
use crate::least_squares::Method;
use crate::memories::memories;
use crate::suite::{Extras, benchmarks};
use crate::system::{Equation, Solved, solve_equations};
use crate::table::table_of;
use crate::universe::atoms_of_programs;

/// Options of a calibration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Solver of the system.
    pub method: Method,
    /// Atoms beside those of a table.
    pub extras: Extras,
}

/// Cycles of one run of one benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measurement {
    /// Name of the benchmark.
    pub benchmark: String,
    /// Number of the run, from 1.
    pub repetition: u32,
    /// Cycles between its two readings of the counter.
    pub cycles: u64,
}

/// Estimate of an atom.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The atom.
    pub atom: Atom,
    /// Its cycles; none if it never occurs in the benchmarks.
    pub cycles: Option<f64>,
    /// Half the width of the 95 % confidence interval in cycles, where there is one.
    pub interval: Option<f64>,
    /// Executions in all benchmarks.
    pub occurrences: u64,
    /// Reason why it cannot be determined, if any.
    pub problem: Option<Reason>,
}

/// A benchmark beside the solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Residual {
    /// The measurement.
    pub measurement: Measurement,
    /// Measured less calculated, in cycles.
    pub cycles: f64,
}

/// Quality of the system and its solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Solver used.
    pub method: Method,
    /// Measurements.
    pub equations: usize,
    /// Atoms that occur in them.
    pub atoms: usize,
    /// Linearly independent ones.
    pub rank: usize,
    /// Condition number of those, columns scaled to length 1.
    pub condition: f64,
    /// Measurements beyond what is needed.
    pub degrees_of_freedom: usize,
    /// Root mean square of the residuals in cycles.
    pub root_mean_square: f64,
}

/// A calibrated system.
#[derive(Debug, Clone, PartialEq)]
pub struct Calibration {
    /// The cost table: whole cycles for the memory that was calibrated.
    pub table: CostTable,
    /// Every atom that programs can have, and those of the benchmarks beside.
    pub estimates: Vec<Estimate>,
    /// System and solution.
    pub fit: Fit,
    /// Every measurement, in their order.
    pub residuals: Vec<Residual>,
}

/// Calibrates a machine: generates benchmarks, measures them on it and solves for the atoms.
///
/// # Errors
/// When a benchmark gives no number.
pub fn calibrate(hardware: &Hardware<'_>, options: Options) -> Result<Calibration, RunError> {
    let benchmarks = benchmarks(hardware.config, options.extras);
    let measured = measure(hardware, &benchmarks)?;
    calibrate_with(hardware, &benchmarks, &measured, options.method)
}

/// Measures every benchmark once on the machine.
///
/// # Errors
/// When one gives no number.
pub fn measure(
    hardware: &Hardware<'_>,
    benchmarks: &[Benchmark],
) -> Result<Vec<Measurement>, RunError> {
    let measured = benchmarks.par_iter().map(|benchmark| {
        Ok(Measurement {
            benchmark: benchmark.name.clone(),
            repetition: 1,
            cycles: hardware.measure(benchmark)?,
        })
    });
    measured.collect()
}

/// Calibrates with cycles that were measured anywhere. Those of unknown benchmarks are left out.
///
/// # Errors
/// When a benchmark cannot be counted.
pub fn calibrate_with(
    hardware: &Hardware<'_>,
    benchmarks: &[Benchmark],
    measured: &[Measurement],
    method: Method,
) -> Result<Calibration, RunError> {
    let counted: Result<BTreeMap<&str, Counts>, RunError> = benchmarks
        .par_iter()
        .map(|benchmark| Ok((benchmark.name.as_str(), hardware.count(benchmark)?)))
        .collect();
    let counted = counted?;
    let known = |measurement: &&Measurement| counted.contains_key(measurement.benchmark.as_str());
    let measured: Vec<&Measurement> = measured.iter().filter(known).collect();
    let equations: Vec<Equation> = measured
        .iter()
        .map(|measurement| Equation {
            counts: counted[measurement.benchmark.as_str()].clone(),
            cycles: measurement.cycles as f64,
        })
        .collect();
    let solved = solve_equations(&equations, method);
    let estimates = estimates(&solved);
    let residuals = measured.iter().zip(solved.solution.residuals.iter());
    let mut table = table_of(&estimates, &provenance(method));
    table.provenance.memories = memories(&[hardware.memory()?]);
    Ok(Calibration {
        table,
        residuals: residuals
            .map(|(measurement, cycles)| Residual {
                measurement: (*measurement).clone(),
                cycles: *cycles,
            })
            .collect(),
        fit: fit(&solved, equations.len(), method),
        estimates,
    })
}

/// Provenance of a calibrated table.
pub(crate) fn provenance(method: Method) -> String {
    format!("calibrated by {}", method.name())
}

fn fit(solved: &Solved, equations: usize, method: Method) -> Fit {
    let solution = &solved.solution;
    Fit {
        method,
        equations,
        atoms: solved.atoms.len(),
        rank: solution.rank,
        condition: solution.condition,
        degrees_of_freedom: solution.degrees_of_freedom,
        root_mean_square: solution.root_mean_square(),
    }
}

fn estimates(solved: &Solved) -> Vec<Estimate> {
    let reasons = identify::reasons(&solved.atoms, &solved.matrix, &solved.solution);
    let mut all: BTreeMap<Atom, Estimate> = atoms_of_programs()
        .map(|atom| (atom.clone(), unknown(atom)))
        .collect();
    let columns = solved.matrix.column_iter();
    for (j, ((atom, problem), column)) in solved.atoms.iter().zip(reasons).zip(columns).enumerate()
    {
        let estimate = Estimate {
            atom: atom.clone(),
            cycles: Some(solved.solution.values[j]),
            interval: solved.solution.intervals[j],
            occurrences: column.sum() as u64,
            problem,
        };
        all.insert(atom.clone(), estimate);
    }
    all.into_values().collect()
}

fn unknown(atom: Atom) -> Estimate {
    Estimate {
        atom,
        cycles: None,
        interval: None,
        occurrences: 0,
        problem: Some(Reason::Never),
    }
}
