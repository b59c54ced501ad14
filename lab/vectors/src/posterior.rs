//! Prices from too few equations: what was assumed before, corrected by what was measured (Gaussian conditioning, which is ridge
//! regression with the errors that go with it).
//!
//! ```text
//! price of atom j = level × mean[j] + spread × width[j] × z[j]        z independent, of variance 1
//! measured / cycles = counts / cycles × prices + noise
//! ```
//!
//! Level and spread are those under which the measurements are most likely; the level's own error is kept.
//!
//! Prices are no normal distribution: few are far off. So each measurement is predicted from the others, and where these predictions are
//! off by more than their errors say, all errors grow until 95 % are within two of them (`stretch`).

use nalgebra::{DMatrix, DVector};

use crate::interval::conformal;

/// What is assumed of prices.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assumed {
    /// Means up to the level.
    pub(crate) mean: DVector<f64>,
    /// Standard deviations up to the spread.
    pub(crate) width: DVector<f64>,
    /// The dearest mean, at least 1.
    pub(crate) typical: f64,
    /// Standard deviation of a measurement, relative to it.
    pub(crate) noise: f64,
}

/// Prices after the measurements.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Posterior {
    pub(crate) values: DVector<f64>,
    pub(crate) covariance: DMatrix<f64>,
    /// Part of each variance that the measurements take away.
    pub(crate) resolution: DVector<f64>,
    pub(crate) spread: f64,
    /// Factor of the errors that is in `covariance` already.
    pub(crate) stretch: f64,
}

/// Spreads that are tried, relative to the level: 10 for each power of ten.
const SPREADS: std::ops::RangeInclusive<i32> = -40..=30;
const STEPS: f64 = 10.0;
/// Standard deviation of the level, relative to what the measurements say of it: as good as unknown.
const OPEN: f64 = 100.0;

/// Corrects what was assumed by `matrix` × prices = `right`; none if nothing was measured.
pub(crate) fn posterior(
    matrix: &DMatrix<f64>,
    right: &DVector<f64>,
    assumed: &Assumed,
) -> Option<Posterior> {
    let along = matrix * &assumed.mean;
    let level = along.dot(right) / along.norm_squared();
    if !level.is_finite() {
        return None;
    }
    let mut scaled = matrix.clone();
    for (mut column, width) in scaled.column_iter_mut().zip(&assumed.width) {
        column *= *width;
    }
    let kernel = &scaled * scaled.transpose();
    let tried = SPREADS.map(|step| level.abs() * 10_f64.powf(f64::from(step) / STEPS));
    let likely = |spread: f64| likelihood(&kernel, &along, right, (spread, level, assumed.noise));
    let best = tried
        .filter_map(|spread| Some((spread, likely(spread)?)))
        .max_by(|one, other| one.1.total_cmp(&other.1));
    let (spread, _) = best?;
    let open = OPEN * level;
    // Prices = level × mean + ..., with the level itself drawn around 0: as open as it is, its mean has no effect.
    let sums = kernel_of(&kernel, &along, (spread, open, assumed.noise));
    let factors = sums.cholesky()?;
    let mut prior = &assumed.mean * assumed.mean.transpose() * open.powi(2);
    for (j, width) in assumed.width.iter().enumerate() {
        prior[(j, j)] += (spread * width).powi(2);
    }
    let cross = &prior * matrix.transpose();
    let gain = factors.solve(&cross.transpose()).transpose();
    let covariance = &prior - &gain * cross.transpose();
    let own = DVector::from_fn(assumed.width.len(), |j, _| {
        (spread * assumed.width[j]).powi(2)
    });
    // The level is no part of what is open about a single price.
    let with_noise = kernel_of(&kernel, &along, (spread, 0.0, assumed.noise)).cholesky()?;
    let resolution = DVector::from_fn(own.len(), |j, _| {
        let column: DVector<f64> = matrix.column(j).into_owned();
        (own[j] * column.dot(&with_noise.solve(&column))).clamp(0.0, 1.0)
    });
    let stretch = stretch(&factors.inverse(), right);
    Some(Posterior {
        values: &gain * right,
        covariance: (&covariance + covariance.transpose()) * (stretch.powi(2) / 2.0),
        resolution,
        spread,
        stretch,
    })
}

/// Factor by which errors are too small, by measurements predicted from all others; at least 1.
///
/// With the inverse P of the measurements' covariance, measurement i is off by (P y)ᵢ / Pᵢᵢ, and its variance is 1 / Pᵢᵢ.
fn stretch(inverse: &DMatrix<f64>, right: &DVector<f64>) -> f64 {
    let off = inverse * right;
    let distances = off
        .iter()
        .enumerate()
        .map(|(i, off)| (off.abs() / inverse[(i, i)].max(f64::MIN_POSITIVE).sqrt(), 1));
    // Errors are told as one of the two within which 95 % are.
    (conformal(distances.collect()) / 2.0).max(1.0)
}

fn kernel_of(
    kernel: &DMatrix<f64>,
    along: &DVector<f64>,
    (spread, open, noise): (f64, f64, f64),
) -> DMatrix<f64> {
    let mut sums = kernel * spread.powi(2) + along * along.transpose() * open.powi(2);
    for i in 0..sums.nrows() {
        sums[(i, i)] += noise.powi(2);
    }
    sums
}

/// Logarithm of the likelihood of the measurements, up to a constant.
fn likelihood(
    kernel: &DMatrix<f64>,
    along: &DVector<f64>,
    right: &DVector<f64>,
    (spread, level, noise): (f64, f64, f64),
) -> Option<f64> {
    let factors = kernel_of(kernel, along, (spread, OPEN * level, noise)).cholesky()?;
    let determinant: f64 = factors.l_dirty().diagonal().iter().map(|it| it.ln()).sum();
    let fit = right.dot(&factors.solve(right));
    let value = -fit / 2.0 - determinant;
    value.is_finite().then_some(value)
}
