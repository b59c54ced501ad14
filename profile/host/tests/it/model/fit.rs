//! Least squares.

/// Coefficients with which the features come closest to the values: those of features that never differ from a mix of others are 0.
pub(super) fn coefficients(features: &[Vec<f64>], values: &[f64]) -> Vec<f64> {
    let width = features.iter().map(Vec::len).max().unwrap_or_default();
    let at = |row: &Vec<f64>, column: usize| row.get(column).copied().unwrap_or_default();
    let mut rows: Vec<Vec<f64>> = (0..width)
        .map(|i| {
            let sum = |j: usize| features.iter().map(|row| at(row, i) * at(row, j)).sum();
            let mut row: Vec<f64> = (0..width).map(sum).collect();
            row.push(
                features
                    .iter()
                    .zip(values)
                    .map(|(row, value)| at(row, i) * value)
                    .sum(),
            );
            row
        })
        .collect();
    let mut pivots = vec![None; width];
    let mut next = 0;
    for column in 0..width {
        let best = (next..width).max_by(|a, b| {
            let (a, b): (f64, f64) = (rows[*a][column], rows[*b][column]);
            a.abs().total_cmp(&b.abs())
        });
        let Some(best) = best.filter(|best| rows[*best][column].abs() > 1e-6) else {
            continue;
        };
        rows.swap(next, best);
        for row in 0..width {
            let factor = rows[row][column] / rows[next][column];
            if row != next && factor != 0.0 {
                let pivot = rows[next].clone();
                for (value, taken) in rows[row].iter_mut().zip(pivot) {
                    *value -= factor * taken;
                }
            }
        }
        pivots[column] = Some(next);
        next += 1;
    }
    let solved = pivots.iter().enumerate();
    solved
        .map(|(column, row)| row.map_or(0.0, |row| rows[row][width] / rows[row][column]))
        .collect()
}

#[test]
fn a_sum_of_features_is_found_and_a_feature_that_is_never_there_costs_nothing() {
    let features: Vec<Vec<f64>> = (0..9)
        .map(|n| vec![1.0, f64::from(n % 3), 0.0, f64::from(n / 3)])
        .collect();
    let values: Vec<f64> = features
        .iter()
        .map(|row| 5.0 * row[0] + 2.0 * row[1] - row[3])
        .collect();
    let found = coefficients(&features, &values);
    for (found, wanted) in found.iter().zip([5.0, 2.0, 0.0, -1.0]) {
        assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
    }
}
