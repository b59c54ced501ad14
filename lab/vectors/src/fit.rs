//! System vectors from arbitrary programs with measured totals.

use cost_model::Atom;
use std::fmt::Display;

use calibration::{Method, Solution, solve};
use nalgebra::{DMatrix, DVector};

use crate::design::Design;
use crate::file::rounded;
use crate::posterior::{Assumed, posterior};
use crate::prior::Prior;
use crate::system::{Assumption, AtomPrice, Combination, SystemVector, Unseen, UnseenPrice};
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
    /// SHA-256 of the machine that was measured, if it is that of the vectors' recordings.
    pub machine_sha256: Option<String>,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            solver: Solver::Ridge,
            prior: Prior::Flat,
            prior_name: "flat".to_owned(),
            noise: 1e-4,
            machine_sha256: None,
        }
    }
}

/// Measurements that give no system vector.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// There is nothing to solve.
    #[error(
        "no measured vector has an atom; record vectors with `jop run --engine fast --record vector`"
    )]
    Nothing,
    /// Nothing is left without it.
    #[error("one measurement has no others to be predicted from; give a second one")]
    Alone,
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

/// Parts of a sum below this one of the largest are rounding.
const ROUNDING: f64 = 1e-6;

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
    if measured.len() == 1 {
        return Err(FitError::Alone);
    }
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
    /// What the measurements say without assumptions, where it was the way to the prices.
    exact: Option<Solution>,
    /// The spread of what was assumed, by atom.
    widths: DVector<f64>,
    level: Option<Level>,
}

/// The factor that assumed prices have in common, which tells of atoms that no measurement had.
struct Level {
    value: f64,
    /// Covariances with the prices, and its variance.
    covariance: Vec<f64>,
    /// Standard deviation of a price for each of its width.
    spread: f64,
    /// The dearest assumed price.
    typical: f64,
}

impl Level {
    fn unseen(&self, prior: &Prior, atoms: &[Atom]) -> Unseen {
        let assumption = |mean: f64, width: f64| Assumption {
            relative: rounded(mean),
            standard_error: rounded(unseen_error(self.value * mean, self.spread * width)),
        };
        let (prices, other) = prior.unseen(atoms, self.typical);
        let prices = prices.into_iter().map(|(atom, mean, width)| UnseenPrice {
            atom,
            price: assumption(mean, width),
        });
        Unseen {
            level: self.value,
            level_covariance: self.covariance.clone(),
            prices: prices.collect(),
            other: assumption(other.0, other.1),
        }
    }
}

impl Solved {
    fn of(design: &Design, options: &FitOptions) -> Result<Self, FitError> {
        if design.atoms.is_empty() || design.matrix.nrows() == 0 {
            return Err(FitError::Nothing);
        }
        match options.solver {
            Solver::Ridge => Self::ridge(design, options),
            Solver::Nnls | Solver::LeastSquares => {
                let exact = without_assumptions(design, options.solver);
                Ok(Self::plain(design, exact, options.noise))
            }
        }
    }

    fn ridge(design: &Design, options: &FitOptions) -> Result<Self, FitError> {
        let count = design.atoms.len();
        let assumed = options.prior.assumed(&design.atoms, options.noise);
        // The level is one more price, which no measurement has and which is assumed without a width.
        let with_level = Assumed {
            mean: assumed.mean.clone().push(1.0),
            width: assumed.width.clone().push(0.0),
            ..assumed
        };
        let matrix = design.matrix.clone().insert_column(count, 0.0);
        let found = posterior(&matrix, &design.right, &with_level).ok_or(FitError::Unsolved)?;
        let level = found.values[count];
        let mut prices = found.covariance.view((0, 0), (count, count)).into_owned();
        for (j, column) in design.matrix.column_iter().enumerate() {
            if column.amax() == 0.0 {
                let mean = level * assumed.mean[j];
                let own = found.spread * found.stretch * assumed.width[j];
                prices[(j, j)] += unseen_error(mean, own).powi(2) - own.powi(2);
            }
        }
        let covariance = found.covariance.row(count).into_owned();
        Ok(Self {
            level: Some(Level {
                value: level,
                covariance: covariance.iter().map(|it| significant(*it)).collect(),
                spread: found.spread * found.stretch,
                typical: assumed.typical,
            }),
            values: found.values.rows(0, count).into_owned(),
            covariance: prices,
            is_known: vec![!is_one_equation(&design.matrix); count],
            resolution: found.resolution.rows(0, count).into_owned(),
            widths: assumed.width * found.spread,
            exact: None,
        })
    }

    /// Without assumptions: the covariance of what is determined. A price at its bound is as open as without a bound.
    fn plain(design: &Design, exact: Solution, noise: f64) -> Self {
        let count = design.atoms.len();
        let determined: Vec<bool> = (0..count).map(|j| exact.is_determined(j)).collect();
        let inside: Vec<usize> = (0..count).filter(|j| determined[*j]).collect();
        let mut covariance = DMatrix::zeros(count, count);
        let freedom = design.matrix.nrows().saturating_sub(exact.rank);
        let has_spare = freedom > 0;
        if has_spare && !inside.is_empty() {
            let variance = exact.residuals.norm_squared() / freedom as f64;
            // Two errors are to hold 95 % of cases, though the error itself comes from few measurements.
            let stretch = (calibration::quantile(freedom) / 2.0).max(1.0);
            let variance = variance.max(noise.powi(2)) * stretch.powi(2);
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
            level: None,
            exact: Some(exact),
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
        let exact = match &self.exact {
            Some(exact) => exact,
            None => &without_assumptions(design, options.solver),
        };
        let reasons = calibration::reasons(&design.atoms, &design.matrix, exact);
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
            machine_sha256: options.machine_sha256.clone(),
            rank: exact.rank,
            condition: rounded(exact.condition),
            prices: prices.collect(),
            combinations: self.combinations(design, exact.rank),
            covariance: (0..design.atoms.len()).map(row).collect(),
            unseen: self
                .level
                .as_ref()
                .map(|it| it.unseen(&options.prior, &design.atoms)),
        }
    }

    /// The directions in which the measurements say most, each as the sum of atoms that it is.
    fn combinations(&self, design: &Design, rank: usize) -> Vec<Combination> {
        let mut scaled = design.matrix.clone();
        for (mut column, width) in scaled.column_iter_mut().zip(&self.widths) {
            column *= *width;
        }
        let Some(rows) = scaled.svd(false, true).v_t else {
            return Vec::new();
        };
        let directions = rows.row_iter().take(rank);
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
        let order: Vec<usize> = order
            .into_iter()
            .filter(|j| shares[*j] > ROUNDING * shares[largest])
            .collect();
        let parts = order.iter();
        Combination {
            parts: parts
                .map(|&j| (design.atoms[j].clone(), rounded(counts[j])))
                .collect(),
            cycles: rounded(counts.dot(&self.values)),
            standard_error: self.error(&counts).map(rounded),
        }
    }
}

/// All rows are multiples of one: they give the level of the prices, and nothing says how far single prices are off it.
fn is_one_equation(matrix: &DMatrix<f64>) -> bool {
    let first = matrix.row(0);
    let mut rows = matrix.row_iter();
    rows.all(|row| row.dot(&first) >= (1.0 - 1e-12) * row.norm() * first.norm())
}

/// Part of an assumed price that it may be off by where no measurement has the atom: what measured atoms are off by says little of it.
const UNSEEN: f64 = 0.5;

/// Standard error of the price of an atom that no measurement has, by its assumed price and what the spread of others gives it.
fn unseen_error(mean: f64, own: f64) -> f64 {
    own.max(UNSEEN * mean.abs())
}

/// Prices without assumptions: the exact part of the equations.
fn without_assumptions(design: &Design, solver: Solver) -> Solution {
    let free = design.atoms.iter().map(Atom::may_be_negative);
    let free: Vec<bool> = free.collect();
    let method = match solver {
        Solver::Nnls => Method::Nnls,
        Solver::Ridge | Solver::LeastSquares => Method::LeastSquares,
    };
    solve(&design.matrix, &design.right, &free, method)
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
