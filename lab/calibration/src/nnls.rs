//! Non-negative least squares after Lawson and Hanson, with some unknowns that may be negative.

use nalgebra::{DMatrix, DVector};

/// Gradients and values below this part of the largest count as 0.
const TOLERANCE: f64 = 1e-9;

/// Minimises `|a x - b|` over x with `x[j] >= 0` unless `free[j]`.
///
/// `start` is where the search begins: its columns that are not 0 must be linearly independent, and no bounded one negative.
/// From zeros the search is the classical one.
///
/// The result meets the conditions of Karush, Kuhn and Tucker: the gradient a'(b - a x) is 0 where x is positive or free,
/// and nowhere positive where x is at its bound.
#[must_use]
pub fn nnls(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    free: &[bool],
    start: &DVector<f64>,
) -> DVector<f64> {
    let mut x = start.clone();
    if a.is_empty() {
        return x;
    }
    let mut passive: Vec<usize> = (0..x.len()).filter(|&j| x[j] != 0.0).collect();
    let tolerance = TOLERANCE * a.tr_mul(b).amax().max(f64::MIN_POSITIVE);
    // Lawson and Hanson end in finitely many steps; rounding may not, so there is a bound.
    for _ in 0..3 * x.len() + 3 {
        settle(a, b, free, &mut x, &mut passive);
        let gradient = a.tr_mul(&(b - a * &x));
        let climbs = |j: usize| {
            if free[j] {
                gradient[j].abs()
            } else {
                gradient[j]
            }
        };
        let steepest = (0..x.len())
            .filter(|j| !passive.contains(j))
            .max_by(|&i, &j| climbs(i).total_cmp(&climbs(j)));
        match steepest {
            Some(j) if climbs(j) > tolerance => passive.push(j),
            _ => break,
        }
    }
    x
}

/// Moves x to the solution on the passive columns, which lose those that meet their bound on the way.
fn settle(
    a: &DMatrix<f64>,
    b: &DVector<f64>,
    free: &[bool],
    x: &mut DVector<f64>,
    passive: &mut Vec<usize>,
) {
    while !passive.is_empty() {
        let Some(solution) = on_columns(a, b, passive) else {
            // The newest column depends on the others within rounding.
            passive.pop();
            return;
        };
        let smallest = TOLERANCE * solution.amax();
        let bounded = |place: usize| !free[passive[place]] && solution[place] <= smallest;
        let meets: Vec<usize> = (0..passive.len()).filter(|&place| bounded(place)).collect();
        // A newcomer at its bound at once gains nothing.
        let newcomer = passive.len() - 1;
        if meets.contains(&newcomer) && x[passive[newcomer]] == 0.0 {
            passive.pop();
            return;
        }
        let way = |place: usize| {
            let now = x[passive[place]];
            now / (now - solution[place])
        };
        let step = meets.iter().map(|&place| way(place)).fold(1.0, f64::min);
        let before = x.clone();
        x.fill(0.0);
        for (place, &j) in passive.iter().enumerate() {
            x[j] = before[j] + step * (solution[place] - before[j]);
        }
        if meets.is_empty() {
            return;
        }
        let most = TOLERANCE * x.amax();
        let leaves: Vec<usize> = meets
            .into_iter()
            .map(|place| passive[place])
            .filter(|&j| x[j] <= most)
            .collect();
        for &j in &leaves {
            x[j] = 0.0;
        }
        passive.retain(|j| !leaves.contains(j));
    }
}

/// The unconstrained solution on some columns; none if they are dependent.
fn on_columns(a: &DMatrix<f64>, b: &DVector<f64>, columns: &[usize]) -> Option<DVector<f64>> {
    let chosen = a.select_columns(columns);
    let qr = chosen.qr();
    let mut transformed = b.clone();
    qr.q_tr_mul(&mut transformed);
    let r = qr.r();
    let count = columns.len();
    if r.nrows() < count {
        return None;
    }
    r.view((0, 0), (count, count))
        .solve_upper_triangular(&transformed.rows(0, count))
}
