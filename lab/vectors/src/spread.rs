//! Where the fits of a method's calls hold, and how far a call may be from them.
//!
//! Fits say nothing of calls beyond those that were counted: a call is inside if each parameter is within its range, and its leverage
//! (its distance from the middle of the calls, as the fit sees it) is not larger than that of every call that was counted.
//! Inside, the error is that of the calls of about the same size, as errors grow with calls and a line leaves out bends. A factor
//! makes two errors hold 95 % of the calls, each predicted without itself.

use std::collections::{BTreeMap, BTreeSet};

use calibration::{Method, solve};
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

use crate::file::rounded;
use crate::interval::{ENOUGH, conformal};
use crate::model::{CallModel, Parameter};

/// Calls that differ in their parameters, in each cell of sizes.
const CELL: usize = 8;
const MOST_CELLS: usize = 16;
/// Part by which a leverage may be larger for rounding.
const ROUNDING: f64 = 1e-6;

/// Deviations of single calls of a method.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spread {
    /// Parameters that differ between calls.
    pub parameters: Vec<String>,
    /// Their means over calls that differ in them.
    pub center: Vec<f64>,
    /// Inverse of their sums of squares and products: the lower triangle by rows.
    pub inverse: Vec<Vec<f64>>,
    /// Calls that differ in them.
    pub points: u64,
    /// Largest leverage of a call.
    #[serde(with = "crate::file::number")]
    pub largest_leverage: f64,
    /// Executions of a call as a line: the constant, then one slope for each of the parameters.
    pub executed: Vec<f64>,
    /// Sizes at which the cells end, but for the last.
    pub cells: Vec<f64>,
    /// Factor of the deviations with which two of them hold 95 % of the calls.
    #[serde(with = "crate::file::number")]
    pub factor: f64,
    /// The same where nothing but the mean call is known.
    #[serde(with = "crate::file::number")]
    pub mean_factor: f64,
}

/// A call that was counted, for a spread: parameters that differ, executions, and how many were alike.
pub(crate) type Point = (Vec<f64>, f64, u64);

impl Spread {
    /// The region and the cells of calls.
    pub(crate) fn of(parameters: Vec<String>, points: &[Point]) -> Self {
        let distinct: BTreeSet<Vec<i64>> = points
            .iter()
            .map(|(values, ..)| values.iter().map(|it| *it as i64).collect())
            .collect();
        let rows = distinct.len();
        let columns = parameters.len();
        let values: Vec<Vec<i64>> = distinct.into_iter().collect();
        let matrix = DMatrix::from_fn(rows, columns, |i, j| values[i][j] as f64);
        let center: Vec<f64> = (0..columns).map(|j| matrix.column(j).mean()).collect();
        let centered = DMatrix::from_fn(rows, columns, |i, j| matrix[(i, j)] - center[j]);
        let mut spread = Self {
            inverse: triangle(&inverse(&centered)),
            parameters,
            center,
            points: rows as u64,
            executed: executed(points, columns),
            factor: 1.0,
            mean_factor: 1.0,
            ..Self::default()
        };
        let leverages = matrix.row_iter().map(|row| {
            let row: Vec<f64> = row.iter().copied().collect();
            spread.leverage(&row)
        });
        spread.largest_leverage = rounded(leverages.fold(0.0, f64::max));
        let mut sizes: Vec<f64> = matrix
            .row_iter()
            .map(|row| spread.size_of(&row.iter().copied().collect::<Vec<_>>()))
            .collect();
        sizes.sort_by(f64::total_cmp);
        let cells = (rows / CELL).clamp(1, MOST_CELLS);
        let mut ends: Vec<f64> = (1..cells).map(|cell| sizes[cell * rows / cells]).collect();
        ends.dedup();
        spread.cells = ends;
        spread
    }

    /// Leverage of a call with these parameters.
    pub(crate) fn leverage(&self, values: &[f64]) -> f64 {
        let off: Vec<f64> = values
            .iter()
            .zip(&self.center)
            .map(|(it, center)| it - center)
            .collect();
        let mut sum = 1.0 / self.points.max(1) as f64;
        for (i, row) in self.inverse.iter().enumerate() {
            for (j, element) in row.iter().enumerate() {
                let twice = if i == j { 1.0 } else { 2.0 };
                sum += twice * element * off[i] * off[j];
            }
        }
        sum
    }

    fn size_of(&self, values: &[f64]) -> f64 {
        let slopes = self.executed.iter().skip(1).zip(values);
        let constant = self.executed.first().copied().unwrap_or(0.0);
        constant + slopes.map(|(slope, value)| slope * value).sum::<f64>()
    }

    /// The cell of a call with these parameters.
    pub(crate) fn cell(&self, values: &[f64]) -> usize {
        let size = self.size_of(values);
        self.cells.iter().filter(|end| **end <= size).count()
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells.len() + 1
    }

    /// Sets the factors, by how far each call is from its fit and from the mean: in cycles, by what its deviations allow.
    pub(crate) fn scale(&mut self, fits: Vec<(f64, u64)>, means: Vec<(f64, u64)>) {
        self.factor = rounded(conformal(fits) / 2.0);
        self.mean_factor = rounded(conformal(means) / 2.0);
    }
}

impl CallModel {
    /// Reasons why nothing is known of a call with these parameters; none are given for the mean call.
    #[must_use]
    pub fn unbounded(&self, parameters: &BTreeMap<String, f64>) -> Vec<String> {
        let method = &self.method;
        if self.calls < ENOUGH {
            let calls = self.calls;
            return vec![format!(
                "{calls} calls of {method} were counted, and {ENOUGH} are needed to tell of others"
            )];
        }
        if parameters.is_empty() {
            return Vec::new();
        }
        let outside = |it: &&Parameter| {
            let given = parameters.get(&it.name);
            given.is_some_and(|value| *value < it.from as f64 || *value > it.to as f64)
        };
        let outside = self.parameters.iter().filter(outside);
        let mut reasons: Vec<String> = outside
            .map(|it| {
                let (name, value) = (&it.name, parameters[&it.name]);
                format!(
                    "{name} = {value} is outside of {} to {}, where {method} was counted",
                    it.from, it.to
                )
            })
            .collect();
        let leverage = self.spread.leverage(&self.values(parameters));
        if reasons.is_empty() && leverage > self.spread.largest_leverage * (1.0 + ROUNDING) {
            reasons.push(format!(
                "no call of {method} was counted with parameters like these together"
            ));
        }
        reasons
    }

    /// Values of the parameters that differ: those given, and the means of others.
    pub(crate) fn values(&self, parameters: &BTreeMap<String, f64>) -> Vec<f64> {
        let mean = |name: &String| {
            let known = self.parameters.iter().find(|it| it.name == *name);
            known.map_or(0.0, |it| it.mean_value)
        };
        let names = self.spread.parameters.iter();
        names
            .map(|name| parameters.get(name).copied().unwrap_or_else(|| mean(name)))
            .collect()
    }
}

/// Inverse of the sums of squares of columns. Where they do not vary independently, a step off is infinitely far: it gets a large number.
fn inverse(centered: &DMatrix<f64>) -> DMatrix<f64> {
    const FAR: f64 = 1e9;
    let columns = centered.ncols();
    if columns == 0 {
        return DMatrix::zeros(0, 0);
    }
    let lengths = centered
        .column_iter()
        .map(|it| it.norm().max(f64::MIN_POSITIVE));
    let lengths = DVector::from_iterator(columns, lengths);
    let scaled = DMatrix::from_fn(centered.nrows(), columns, |i, j| {
        centered[(i, j)] / lengths[j]
    });
    let gram = (scaled.transpose() * scaled).symmetric_eigen();
    let values = gram
        .eigenvalues
        .map(|it| if it > 1e-9 { 1.0 / it } else { FAR });
    let inverse =
        &gram.eigenvectors * DMatrix::from_diagonal(&values) * gram.eigenvectors.transpose();
    DMatrix::from_fn(columns, columns, |i, j| {
        inverse[(i, j)] / lengths[i] / lengths[j]
    })
}

fn triangle(matrix: &DMatrix<f64>) -> Vec<Vec<f64>> {
    let row = |i: usize| (0..=i).map(|j| matrix[(i, j)]).collect();
    (0..matrix.nrows()).map(row).collect()
}

/// Executions of a call as a line over its parameters.
fn executed(points: &[Point], columns: usize) -> Vec<f64> {
    let weight = |at: usize| (points[at].2 as f64).sqrt();
    let matrix = DMatrix::from_fn(points.len(), columns + 1, |i, j| match j {
        0 => weight(i),
        _ => weight(i) * points[i].0[j - 1],
    });
    let right = DVector::from_fn(points.len(), |i, _| weight(i) * points[i].1);
    let free = vec![true; columns + 1];
    let solution = solve(&matrix, &right, &free, Method::LeastSquares);
    solution.values.iter().copied().collect()
}
