//! Linear systems that need not have one solution: least squares with rank, condition, null space and standard errors.

use nalgebra::{DMatrix, DVector, RowDVector};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::nnls::nnls;

isa::named_enum! {
    /// Solver of a system.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Method {
        /// Non-negative least squares: nothing costs less than no cycles.
        #[default]
        Nnls = "nnls",
        /// Least squares without bounds.
        LeastSquares = "least-squares",
    }
}

/// Diagonal elements below this part of the largest, times the size of the system, count as 0.
const RANK_TOLERANCE: f64 = 1e-12;
/// Elements of a null vector below this part of its largest count as 0.
const NULL_TOLERANCE: f64 = 1e-7;
const CONFIDENCE: f64 = 0.95;

/// A solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The unknowns. Of those that the system does not determine, what is known of them together is divided evenly.
    pub values: DVector<f64>,
    /// Half the width of the 95 % confidence interval; none for what is not determined or at its bound, and where there is no
    /// equation more than unknowns.
    pub intervals: Vec<Option<f64>>,
    /// Measured cycles minus those of the solution, by equation.
    pub residuals: DVector<f64>,
    /// Linearly independent unknowns.
    pub rank: usize,
    /// Largest by smallest singular value of the independent columns, each scaled to length 1.
    pub condition: f64,
    /// Directions in which the unknowns can move without any equation noticing, as columns.
    pub null_space: DMatrix<f64>,
    /// Equations less what was determined.
    pub degrees_of_freedom: usize,
}

/// Columns scaled to length 1 and factored, the independent ones first.
struct Factored {
    lengths: DVector<f64>,
    /// Column of the system by place.
    order: Vec<usize>,
    rank: usize,
    /// Upper triangle of the independent columns, and the others beside it.
    r: DMatrix<f64>,
    /// The right-hand side in the same coordinates, as far as the columns reach.
    right: DVector<f64>,
}

/// Solves a x = b; of a, `free` columns may get negative unknowns by either method.
#[must_use]
pub fn solve(a: &DMatrix<f64>, b: &DVector<f64>, free: &[bool], method: Method) -> Solution {
    let factored = Factored::new(a, b);
    let null_space = factored.null_space();
    let values = match method {
        Method::LeastSquares => without_null_part(factored.basic(), &null_space),
        Method::Nnls => factored.bounded(free),
    };
    let residuals = b - a * &values;
    let at_bound = |j: usize| method == Method::Nnls && !free[j] && values[j] == 0.0;
    let inside: Vec<usize> = factored.order[..factored.rank]
        .iter()
        .copied()
        .filter(|&j| !at_bound(j))
        .collect();
    let degrees_of_freedom = a.nrows().saturating_sub(inside.len());
    let errors = standard_errors(a, &inside, &residuals, degrees_of_freedom);
    let undetermined = undetermined(&null_space);
    let quantile = quantile(degrees_of_freedom);
    let intervals = (0..a.ncols())
        .map(|j| {
            let place = inside.iter().position(|&known| known == j)?;
            (!undetermined[j]).then_some(())?;
            Some(errors.as_ref()?[place] * quantile)
        })
        .collect();
    Solution {
        values,
        intervals,
        residuals,
        rank: factored.rank,
        condition: factored.condition(),
        null_space,
        degrees_of_freedom,
    }
}

impl Solution {
    /// Returns true if the system determines an unknown.
    #[must_use]
    pub fn is_determined(&self, unknown: usize) -> bool {
        let row = self.null_space.row(unknown);
        row.iter().all(|element| *element == 0.0)
    }

    /// Root mean square of the residuals.
    #[must_use]
    pub fn root_mean_square(&self) -> f64 {
        match self.residuals.len() {
            0 => 0.0,
            count => self.residuals.norm() / (count as f64).sqrt(),
        }
    }
}

fn undetermined(null_space: &DMatrix<f64>) -> Vec<bool> {
    let moves = |row: usize| null_space.row(row).iter().any(|element| *element != 0.0);
    (0..null_space.nrows()).map(moves).collect()
}

/// The shortest of all equally good solutions.
fn without_null_part(x: DVector<f64>, null_space: &DMatrix<f64>) -> DVector<f64> {
    let gram = null_space.tr_mul(null_space);
    match gram.cholesky() {
        Some(cholesky) if null_space.ncols() > 0 => {
            let part = cholesky.solve(&null_space.tr_mul(&x));
            x - null_space * part
        }
        _ => x,
    }
}

/// Standard errors to each side of a 95 % interval, where the error itself was estimated (Student's t); no number without a degree
/// of freedom.
#[must_use]
pub fn quantile(degrees_of_freedom: usize) -> f64 {
    StudentsT::new(0.0, 1.0, degrees_of_freedom as f64)
        .map_or(f64::NAN, |t| t.inverse_cdf((1.0 + CONFIDENCE) / 2.0))
}

/// Standard errors of the unknowns of independent columns; none without a degree of freedom.
fn standard_errors(
    a: &DMatrix<f64>,
    columns: &[usize],
    residuals: &DVector<f64>,
    degrees_of_freedom: usize,
) -> Option<Vec<f64>> {
    if degrees_of_freedom == 0 || columns.is_empty() {
        return None;
    }
    let r = a.select_columns(columns).qr().r();
    let inverse = r.solve_upper_triangular(&DMatrix::identity(columns.len(), columns.len()))?;
    let deviation = (residuals.norm_squared() / degrees_of_freedom as f64).sqrt();
    let rows = inverse.row_iter();
    Some(rows.map(|row| deviation * row.norm()).collect())
}

impl Factored {
    fn new(a: &DMatrix<f64>, b: &DVector<f64>) -> Self {
        let length = |norm: f64| if norm > 0.0 { norm } else { 1.0 };
        let lengths = DVector::from_iterator(a.ncols(), a.column_iter().map(|c| length(c.norm())));
        let mut scaled = a.clone();
        for (mut column, length) in scaled.column_iter_mut().zip(&lengths) {
            column /= *length;
        }
        if a.is_empty() {
            return Self {
                lengths,
                order: (0..a.ncols()).collect(),
                rank: 0,
                right: DVector::zeros(0),
                r: DMatrix::zeros(0, a.ncols()),
            };
        }
        let size = a.nrows().max(a.ncols()) as f64;
        let qr = scaled.col_piv_qr();
        let mut right = b.clone();
        qr.q_tr_mul(&mut right);
        let mut numbers = RowDVector::from_iterator(a.ncols(), 0..a.ncols());
        qr.p().permute_columns(&mut numbers);
        let r = qr.r();
        let largest = r[(0, 0)].abs();
        let significant = |i: &usize| r[(*i, *i)].abs() > RANK_TOLERANCE * size * largest;
        let rank = (0..r.nrows().min(r.ncols()))
            .take_while(significant)
            .count();
        Self {
            lengths,
            order: numbers.iter().copied().collect(),
            rank,
            right: right.rows(0, rank).into_owned(),
            r: r.rows(0, rank).into_owned(),
        }
    }

    fn triangle(&self) -> DMatrix<f64> {
        self.r.columns(0, self.rank).into_owned()
    }

    /// The solution on the independent columns; the others are 0.
    fn basic(&self) -> DVector<f64> {
        let solution = self.triangle().solve_upper_triangular(&self.right);
        let mut x = DVector::zeros(self.order.len());
        for (value, &j) in solution.iter().flatten().zip(&self.order) {
            x[j] = value / self.lengths[j];
        }
        x
    }

    fn null_space(&self) -> DMatrix<f64> {
        let others = self.order.len() - self.rank;
        let mut space = DMatrix::zeros(self.order.len(), others);
        let beside = self.r.columns(self.rank, others).into_owned();
        // No element of the diagonal is 0, so only an empty triangle has no solution.
        let parts = self.triangle().solve_upper_triangular(&beside);
        let parts = parts.unwrap_or_else(|| DMatrix::zeros(self.rank, others));
        for (vector, mut column) in space.column_iter_mut().enumerate() {
            for place in 0..self.rank {
                let j = self.order[place];
                column[j] = -parts[(place, vector)] / self.lengths[j];
            }
            let j = self.order[self.rank + vector];
            column[j] = 1.0 / self.lengths[j];
            let largest = column.amax();
            column.apply(|element| {
                if element.abs() <= NULL_TOLERANCE * largest {
                    *element = 0.0;
                }
            });
        }
        space
    }

    fn condition(&self) -> f64 {
        if self.rank == 0 {
            return 1.0;
        }
        let values = self.triangle().singular_values();
        match (values.iter().next(), values.iter().next_back()) {
            (Some(largest), Some(smallest)) => largest / smallest,
            _ => 1.0,
        }
    }

    /// Non-negative but for the free ones, on the small system that the factors are.
    fn bounded(&self, free: &[bool]) -> DVector<f64> {
        let free: Vec<bool> = self.order.iter().map(|&j| free[j]).collect();
        let mut start = DVector::zeros(self.order.len());
        let basic = self.triangle().solve_upper_triangular(&self.right);
        for (place, value) in basic.iter().flatten().enumerate() {
            start[place] = if free[place] { *value } else { value.max(0.0) };
        }
        let scaled = nnls(&self.r, &self.right, &free, &start);
        let mut x = DVector::zeros(self.order.len());
        for (value, &j) in scaled.iter().zip(&self.order) {
            x[j] = value / self.lengths[j];
        }
        x
    }
}
