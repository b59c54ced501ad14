//! System vectors from arbitrary programs with measured totals.

use std::fmt::Display;

use calibration::{Method, Solution, solve};
use nalgebra::{DMatrix, DVector};

use crate::atom::Atom;
use crate::design::Design;
use crate::file::rounded;
use crate::posterior::posterior;
use crate::prior::Prior;
use crate::system::{AtomPrice, Combination, SystemVector};
use crate::vector::{Component, VERSION};

/// Solver of the equations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Solver {
    /// Least squares towards what is assumed; every price has an error.
    #[default]
    Ridge,
    /// Non-negative least squares: nothing is assumed.
    Nnls,
    /// Least squares without bounds: nothing is assumed.
    LeastSquares,
}

/// Options of a fit.
#[derive(Debug, Clone, PartialEq)]
pub struct FitOptions {
    /// Solver.
    pub solver: Solver,
    /// Assumption.
    pub prior: Prior,
    /// Name of the assumption.
    pub prior_name: String,
    /// Standard deviation of a measurement, relative to it.
    pub noise: f64,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            solver: Solver::Ridge,
            prior: Prior::Flat,
            prior_name: "flat".to_owned(),
            noise: 1e-4,
        }
    }
}

/// Measurements that give no system vector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// There is nothing to solve.
    #[error("no measured vector has an atom; record vectors with `jop vector record`")]
    Nothing,
    /// The equations say nothing of the level of prices.
    #[error(
        "the measurements do not fit what is assumed; take another --prior, or --solver least-squares"
    )]
    Unsolved,
}

/// A system vector, and how well it repeats what was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The prices.
    pub system: SystemVector,
    /// Cycles of each measured vector by these prices.
    pub fitted: Vec<f64>,
    /// Root mean square of the relative residuals.
    pub residual: f64,
}

/// A measured vector predicted from the others.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldOut {
    /// Its name.
    pub vector: String,
    /// Measured cycles.
    pub measured: f64,
    /// Predicted cycles.
    pub predicted: f64,
    /// Standard error of the prediction; none if the others leave it open.
    pub standard_error: Option<f64>,
}

/// Sums that are listed of what is determined.
const COMBINATIONS: usize = 8;
/// Atoms that are listed of each.
const PARTS: usize = 4;

/// Solves for the prices of all atoms that the measured components have.
///
/// # Errors
/// When there is nothing to solve.
pub fn fit(
    measured: &[(String, Component, f64)],
    options: &FitOptions,
) -> Result<Fitted, FitError> {
    let design = design_of(measured);
    let solved = Solved::of(&design, options)?;
    let fitted = &design.matrix * &solved.values;
    let residuals = &design.right - fitted;
    let fitted = residuals.component_mul(&design.cycles);
    let mut system = solved.system(&design, options);
    system.measurements = measured.iter().map(|(name, ..)| name.clone()).collect();
    Ok(Fitted {
        system,
        fitted: design
            .cycles
            .iter()
            .zip(&fitted)
            .map(|(it, off)| it - off)
            .collect(),
        residual: residuals.norm() / (residuals.len() as f64).sqrt(),
    })
}

/// Predicts each measured component from all others.
///
/// # Errors
/// When the others give nothing to solve.
pub fn hold_out(
    measured: &[(String, Component, f64)],
    options: &FitOptions,
) -> Result<Vec<HeldOut>, FitError> {
    let design = design_of(measured);
    let rows = measured.iter().enumerate();
    rows.map(|(row, (name, _, cycles))| {
        let solved = Solved::of(&design.without(row), options)?;
        let counts = design.matrix.row(row).transpose();
        let relative = counts.dot(&solved.values) + 1.0 - design.right[row];
        let error = solved.error(&counts).map(|error| error * cycles);
        Ok(HeldOut {
            vector: name.clone(),
            measured: *cycles,
            predicted: relative * cycles,
            standard_error: error,
        })
    })
    .collect()
}

fn design_of(measured: &[(String, Component, f64)]) -> Design {
    let pairs: Vec<(Component, f64)> = measured
        .iter()
        .map(|(_, component, cycles)| (component.clone(), *cycles))
        .collect();
    Design::new(&pairs)
}

/// Prices with their errors.
struct Solved {
    values: DVector<f64>,
    covariance: DMatrix<f64>,
    /// Atoms that the measurements, or what was assumed, leave no direction open for.
    is_known: Vec<bool>,
    resolution: DVector<f64>,
    exact: Solution,
    /// The spread of what was assumed, by atom.
    widths: DVector<f64>,
}

impl Solved {
    fn of(design: &Design, options: &FitOptions) -> Result<Self, FitError> {
        if design.atoms.is_empty() || design.matrix.nrows() == 0 {
            return Err(FitError::Nothing);
        }
        let free: Vec<bool> = design
            .atoms
            .iter()
            .map(|it| matches!(it, Atom::LoadOn(_)))
            .collect();
        let method = match options.solver {
            Solver::Nnls => Method::Nnls,
            Solver::Ridge | Solver::LeastSquares => Method::LeastSquares,
        };
        let exact = solve(&design.matrix, &design.right, &free, method);
        match options.solver {
            Solver::Ridge => Self::ridge(design, options, exact),
            Solver::Nnls | Solver::LeastSquares => Ok(Self::plain(design, method, exact)),
        }
    }

    fn ridge(design: &Design, options: &FitOptions, exact: Solution) -> Result<Self, FitError> {
        let assumed = options.prior.assumed(&design.atoms, options.noise);
        let found = posterior(&design.matrix, &design.right, &assumed).ok_or(FitError::Unsolved)?;
        Ok(Self {
            values: found.values,
            covariance: found.covariance,
            is_known: vec![true; design.atoms.len()],
            resolution: found.resolution,
            widths: assumed.width * found.spread,
            exact,
        })
    }

    /// Without assumptions: the covariance of what is determined.
    fn plain(design: &Design, method: Method, exact: Solution) -> Self {
        let at_bound = |j: usize| method == Method::Nnls && exact.values[j] == 0.0;
        let count = design.atoms.len();
        let determined: Vec<bool> = (0..count).map(|j| exact.is_determined(j)).collect();
        let inside: Vec<usize> = (0..count)
            .filter(|j| determined[*j] && !at_bound(*j))
            .collect();
        let mut covariance = DMatrix::zeros(count, count);
        let has_spare = exact.degrees_of_freedom > 0;
        if has_spare && !inside.is_empty() {
            let variance = exact.residuals.norm_squared() / exact.degrees_of_freedom as f64;
            let inverse = pseudo_inverse(&design.matrix) * variance;
            for &i in &inside {
                for &j in &inside {
                    covariance[(i, j)] = inverse[(i, j)];
                }
            }
        }
        let lengths = design
            .matrix
            .column_iter()
            .map(|it| it.norm().max(f64::MIN_POSITIVE));
        let widths = DVector::from_iterator(count, lengths.map(|it| 1.0 / it));
        let resolution = resolution(&design.matrix, &widths);
        Self {
            values: exact.values.clone(),
            covariance,
            is_known: determined.iter().map(|it| *it && has_spare).collect(),
            resolution,
            widths,
            exact,
        }
    }

    /// Standard error of counts times prices.
    fn error(&self, counts: &DVector<f64>) -> Option<f64> {
        let mut used = counts
            .iter()
            .zip(&self.is_known)
            .filter(|(count, _)| **count != 0.0);
        let is_known = used.all(|(_, known)| *known);
        is_known.then(|| counts.dot(&(&self.covariance * counts)).max(0.0).sqrt())
    }

    fn system(&self, design: &Design, options: &FitOptions) -> SystemVector {
        let reasons = calibration::reasons(&design.atoms, &design.matrix, &self.exact);
        let occurrences = design.occurrences();
        let prices = design.atoms.iter().zip(reasons).enumerate();
        let prices = prices.map(|(j, (atom, problem))| AtomPrice {
            atom: atom.clone(),
            cycles: rounded(self.values[j]),
            standard_error: self.is_known[j]
                .then(|| rounded(self.covariance[(j, j)].max(0.0).sqrt())),
            confidence: rounded(self.resolution[j]),
            occurrences: rounded(occurrences[j]),
            problem,
        });
        let row = |i: usize| {
            (0..=i)
                .map(|j| significant(self.covariance[(i, j)]))
                .collect()
        };
        SystemVector {
            version: VERSION,
            solver: options.solver.name().to_owned(),
            prior: match options.solver {
                Solver::Ridge => options.prior_name.clone(),
                Solver::Nnls | Solver::LeastSquares => "none".to_owned(),
            },
            measurements: Vec::new(),
            rank: self.exact.rank,
            condition: rounded(self.exact.condition),
            prices: prices.collect(),
            combinations: self.combinations(design),
            covariance: (0..design.atoms.len()).map(row).collect(),
        }
    }

    /// The directions in which the measurements say most, each as the sum of atoms that it is.
    fn combinations(&self, design: &Design) -> Vec<Combination> {
        let mut scaled = design.matrix.clone();
        for (mut column, width) in scaled.column_iter_mut().zip(&self.widths) {
            column *= *width;
        }
        let Some(rows) = scaled.svd(false, true).v_t else {
            return Vec::new();
        };
        let directions = rows.row_iter().take(self.exact.rank.min(COMBINATIONS));
        directions
            .map(|row| self.combination(design, &row.transpose()))
            .collect()
    }

    fn combination(&self, design: &Design, direction: &DVector<f64>) -> Combination {
        // Counts of atoms whose cycles this direction is, so that the largest part is 1.
        let mut counts = direction.component_div(&self.widths);
        let shares = direction.abs();
        let largest = shares.imax();
        counts /= counts[largest];
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by(|i, j| shares[*j].total_cmp(&shares[*i]).then(i.cmp(j)));
        let order: Vec<usize> = order.into_iter().filter(|j| shares[*j] > 1e-6).collect();
        let parts = order.iter().take(PARTS);
        Combination {
            parts: parts
                .map(|&j| (design.atoms[j].clone(), rounded(counts[j])))
                .collect(),
            more: order.len().saturating_sub(PARTS),
            cycles: rounded(counts.dot(&self.values)),
            standard_error: self.error(&counts).map(rounded),
        }
    }
}

impl Solver {
    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ridge => "ridge",
            Self::Nnls => "nnls",
            Self::LeastSquares => "least-squares",
        }
    }
}

impl Display for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Digits that a covariance is written with.
fn significant(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// (A'A)⁺, by the singular values that count.
fn pseudo_inverse(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let gram = matrix.tr_mul(matrix);
    let largest = gram.amax();
    let inverse = gram.pseudo_inverse(largest * 1e-13);
    inverse.unwrap_or_else(|_| DMatrix::zeros(matrix.ncols(), matrix.ncols()))
}

/// Diagonal of the projection on what the rows determine, columns scaled by `widths`.
fn resolution(matrix: &DMatrix<f64>, widths: &DVector<f64>) -> DVector<f64> {
    let mut scaled = matrix.clone();
    for (mut column, width) in scaled.column_iter_mut().zip(widths) {
        column *= *width;
    }
    let svd = scaled.svd(false, true);
    let largest = svd.singular_values.amax();
    let mut sums = DVector::zeros(matrix.ncols());
    if let Some(rows) = &svd.v_t {
        for (row, value) in rows.row_iter().zip(&svd.singular_values) {
            if *value > largest * 1e-10 {
                sums += row.transpose().map(|it| it * it);
            }
        }
    }
    sums.map(|it| it.clamp(0.0, 1.0))
}
