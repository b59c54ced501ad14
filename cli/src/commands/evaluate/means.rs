//! Means of the slow-down, and how far equal series differ.

use super::published::aim;
use super::result::{Mean, Noise, SlowDown};

/// Geometric means of each suite and variant, in the order of the rows.
pub(super) fn means(rows: &[SlowDown]) -> Vec<Mean> {
    let mut means: Vec<Mean> = Vec::new();
    for row in rows {
        let known = |mean: &Mean| mean.suite == row.suite && mean.variant == row.variant;
        if means.iter().any(known) {
            continue;
        }
        let own = |other: &&SlowDown| other.suite == row.suite && other.variant == row.variant;
        let own: Vec<&SlowDown> = rows.iter().filter(own).collect();
        let factors = || own.iter().map(|row| row.factor);
        let running: Option<Vec<f64>> = own.iter().map(|row| row.running_factor).collect();
        means.push(Mean {
            suite: row.suite.clone(),
            variant: row.variant.clone(),
            programs: own.len() as u64,
            factor: geometric(factors()),
            least_factor: factors().fold(f64::INFINITY, f64::min),
            most_factor: factors().fold(0.0, f64::max),
            running_factor: running.map(|factors| geometric(factors.into_iter())),
            wall_factor: geometric(own.iter().map(|row| row.wall_factor)),
            aim_factor: aim(&row.suite, &row.variant),
        });
    }
    means
}

/// Geometric mean.
fn geometric(factors: impl Iterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = factors.map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
}

/// Sizes of the differences between equal series: the one in the middle, and the largest with its place.
pub(super) fn noise(rows: &[Noise]) -> Option<(f64, &Noise)> {
    let size = |row: &&Noise| row.difference.abs();
    let mut rows: Vec<&Noise> = rows.iter().collect();
    rows.sort_by(|a, b| size(a).total_cmp(&size(b)));
    let middle = size(rows.get(rows.len() / 2)?);
    rows.last().map(|last| (middle, *last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometric_mean_is_that_of_its_own_suite_and_variant() {
        let row = |suite: &str, variant: &str, factor, running_factor| SlowDown {
            suite: suite.to_owned(),
            program: String::new(),
            variant: variant.to_owned(),
            length: None,
            plain_seconds: 1.0,
            cross_seconds: factor,
            factor,
            running_factor,
            plain_wall_seconds: 1.0,
            cross_wall_seconds: 2.0 * factor,
            wall_factor: 2.0 * factor,
        };
        let rows = [
            row("big", "a", 2.0, Some(1.0)),
            row("big", "a", 8.0, Some(4.0)),
            row("big", "b", 3.0, None),
            row("embedded", "a", 5.0, Some(5.0)),
        ];
        let found = means(&rows);
        let round = |value: f64| (value * 1e9).round() / 1e9;
        let factors = found.iter().map(|mean| {
            let running = mean.running_factor.map(round);
            (
                mean.programs,
                round(mean.factor),
                running,
                round(mean.wall_factor),
            )
        });
        let factors: Vec<_> = factors.collect();
        let expected = [
            (2, 4.0, Some(2.0), 8.0),
            (1, 3.0, None, 6.0),
            (1, 5.0, Some(5.0), 10.0),
        ];
        assert_eq!(factors, expected);
        assert_eq!((found[0].least_factor, found[0].most_factor), (2.0, 8.0));
    }

    #[test]
    fn noise_is_the_difference_in_the_middle_and_the_largest_of_either_sign() {
        let row = |difference| Noise {
            suite: "big".to_owned(),
            program: String::new(),
            variant: "plain".to_owned(),
            first_seconds: 1.0,
            second_seconds: 1.0 + difference,
            difference,
        };
        let rows = [row(0.01), row(-0.3), row(0.02)];
        let found = noise(&rows).map(|(middle, largest)| (middle, largest.difference));
        assert_eq!(found, Some((0.02, -0.3)));
        assert_eq!(noise(&[]), None);
    }
}
