//! The system of equations: benchmarks are rows, atoms are columns.
//!
//! The load of a method of n words adds `max(0, a + b n)` cycles: b for each word, a for what asked for it, negative as
//! much of the load runs beside. That is linear as soon as it is known which loads are hidden altogether. So the rows
//! without loads are solved first, then those with loads for several guesses of the longest hidden one, each improved until
//! it agrees with its own solution; the best guess stands.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::{Atom, RowId};
use nalgebra::{DMatrix, DVector};

use crate::counts::Counts;
use crate::least_squares::{Method, Solution, solve};

/// Lengths in words up to which loads are hidden at first.
const GUESSES: [u32; 9] = [0, 2, 4, 6, 10, 14, 18, 24, 32];
/// Improvements of a guess.
const ROUNDS: usize = 12;
/// Hiding more loads has to leave less than this part of the squared error, as it is one more thing to choose.
const BETTER: f64 = 0.99;
/// Squared error without a meaning, in cycles.
const ROUNDING: f64 = 1e-6;
/// A load is hidden if it falls short of showing by this, in cycles. One that is just hidden counts as one that shows none, so
/// that a single one does not seem to tell what the load takes from what asked for it.
const HIDDEN: f64 = -0.5;

/// One equation: what happened and what it took.
#[derive(Debug, Clone, PartialEq)]
pub struct Equation {
    /// Counts of one benchmark.
    pub counts: Counts,
    /// Cycles that were measured.
    pub cycles: f64,
}

/// A solved system.
#[derive(Debug, Clone, PartialEq)]
pub struct Solved {
    /// Atoms in the order of the columns.
    pub atoms: Vec<Atom>,
    /// Rows are equations, columns atoms.
    pub matrix: DMatrix<f64>,
    /// Estimates of the atoms.
    pub solution: Solution,
}

type Loads = BTreeMap<(RowId, u32), bool>;

/// Solves for all atoms that the equations have.
#[must_use]
pub fn solve_equations(equations: &[Equation], method: Method) -> Solved {
    let loads = visible_loads(equations);
    let (atoms, matrix) = assemble(equations, &loads);
    let solution = solve_atoms(&atoms, &matrix, equations, method);
    Solved {
        atoms,
        matrix,
        solution,
    }
}

fn solve_atoms(
    atoms: &[Atom],
    matrix: &DMatrix<f64>,
    equations: &[Equation],
    method: Method,
) -> Solution {
    let cycles = equations.iter().map(|equation| equation.cycles);
    let cycles = DVector::from_iterator(equations.len(), cycles);
    let free: Vec<bool> = atoms.iter().map(Atom::may_be_negative).collect();
    solve(matrix, &cycles, &free, method)
}

/// The matrix, with a column for each atom that occurs.
fn assemble(equations: &[Equation], loads: &Loads) -> (Vec<Atom>, DMatrix<f64>) {
    let rows: Vec<BTreeMap<Atom, f64>> = equations
        .iter()
        .map(|equation| row(&equation.counts, loads))
        .collect();
    let atoms: BTreeSet<&Atom> = rows.iter().flat_map(BTreeMap::keys).collect();
    let atoms: Vec<Atom> = atoms.into_iter().cloned().collect();
    let mut matrix = DMatrix::zeros(rows.len(), atoms.len());
    for (i, row) in rows.iter().enumerate() {
        for (atom, times) in row {
            if let Ok(j) = atoms.binary_search(atom) {
                matrix[(i, j)] = *times;
            }
        }
    }
    (atoms, matrix)
}

fn row(counts: &Counts, loads: &Loads) -> BTreeMap<Atom, f64> {
    let atoms = counts.atoms.iter();
    let mut row: BTreeMap<Atom, f64> = atoms
        .map(|(atom, times)| (atom.clone(), *times as f64))
        .collect();
    let visible = |key: &(RowId, u32)| loads.get(key).copied().unwrap_or(false);
    for (&(asked, words), &times) in counts.loads.iter().filter(|(key, _)| visible(key)) {
        *row.entry(Atom::LoadOn(asked)).or_default() += times as f64;
        *row.entry(Atom::LoadedWord).or_default() += times as f64 * f64::from(words);
    }
    row
}

/// Loads that are not hidden.
fn visible_loads(equations: &[Equation]) -> Loads {
    let (with, without): (Vec<_>, Vec<_>) = equations
        .iter()
        .cloned()
        .partition(|equation| !equation.counts.loads.is_empty());
    let with = less_known(with, &without);
    let mut best = (Loads::new(), f64::INFINITY);
    for hidden in GUESSES {
        let guess = improve(&with, hidden);
        if guess.1 < BETTER * best.1 - ROUNDING {
            best = guess;
        }
    }
    best.0
}

/// The equations with loads, minus the part that the others determine.
fn less_known(with: Vec<Equation>, without: &[Equation]) -> Vec<Equation> {
    let (atoms, matrix) = assemble(without, &Loads::new());
    let solution = solve_atoms(&atoms, &matrix, without, Method::LeastSquares);
    let determined = (0..atoms.len()).filter(|&j| solution.is_determined(j));
    let known: BTreeMap<&Atom, f64> = determined
        .map(|j| (&atoms[j], solution.values[j]))
        .collect();
    let reduced = with.into_iter().map(|mut equation| {
        for (atom, cycles) in &known {
            if let Some(times) = equation.counts.atoms.remove(*atom) {
                equation.cycles -= times as f64 * cycles;
            }
        }
        equation
    });
    reduced.collect()
}

/// Loads that show if those of up to `hidden` words are guessed not to, and the squared error that this leaves.
fn improve(equations: &[Equation], hidden: u32) -> (Loads, f64) {
    let keys = equations
        .iter()
        .flat_map(|equation| equation.counts.loads.keys());
    let mut loads: Loads = keys.map(|key| (*key, key.1 > hidden)).collect();
    let mut best = (loads.clone(), f64::INFINITY);
    for _ in 0..ROUNDS {
        let (atoms, matrix) = assemble(equations, &loads);
        let solution = solve_atoms(&atoms, &matrix, equations, Method::LeastSquares);
        let value = |atom: &Atom| {
            let found = atoms.binary_search(atom).ok();
            let found = found.filter(|&j| solution.is_determined(j));
            found.map(|j| solution.values[j])
        };
        let word = value(&Atom::LoadedWord);
        let error = solution.residuals.norm_squared();
        if error < best.1 {
            best = (loads.clone(), error);
        }
        let mut next = loads.clone();
        for (&(asked, words), visible) in &mut next {
            if let (Some(start), Some(word)) = (value(&Atom::LoadOn(asked)), word) {
                *visible = start + word * f64::from(words) > HIDDEN;
            }
        }
        if next == loads {
            break;
        }
        loads = next;
    }
    best
}
