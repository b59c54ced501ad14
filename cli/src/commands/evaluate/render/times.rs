//! Tables of times.

use super::super::means;
use super::super::result::{Evaluation, Time};
use super::errors::distinct;
use crate::output::table::{Table, Value};

pub(super) const SLOW_DOWN_NOTE: &str = "Seconds are of the processor, but for the wall factor. Embedded programs are whole processes, compiler threads included; big ones are measured after a warm-up, \
     without compiler threads.";

pub(super) fn times(
    evaluation: &Evaluation,
    environments: &[&str],
    value: impl Fn(&Time) -> Option<f64>,
) -> Option<Table> {
    let rows = &evaluation.times;
    let mut columns = vec!["program", "cycles"];
    columns.extend(environments);
    let mut table = Table::new(&columns);
    for program in distinct(rows.iter().map(|row| &row.program)) {
        let own = || rows.iter().filter(|row| row.program == program);
        let cycles = own().next().map_or(0, |row| row.cycles);
        let mut line = vec![program.into(), cycles.into()];
        line.extend(environments.iter().map(|name| {
            let found = own().find(|row| row.environment == *name);
            let seconds = found.and_then(&value);
            seconds.map_or(Value::None, |seconds| Value::Decimal(seconds, 3))
        }));
        table.push(line);
    }
    (!rows.is_empty()).then_some(table)
}

pub(super) fn factor(value: Option<f64>) -> Value {
    value.map_or(Value::None, |factor| Value::Decimal(factor, 2))
}

pub(super) fn slow_down(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&[
        "suite",
        "program",
        "variant",
        "length",
        "plain s",
        "cross s",
        "factor",
        "running",
        "wall factor",
    ]);
    for row in &evaluation.slow_down {
        table.push(vec![
            row.suite.clone().into(),
            row.program.as_str().into(),
            row.variant.as_str().into(),
            row.length.map_or(Value::None, Value::Count),
            Value::Decimal(row.plain_seconds, 3),
            Value::Decimal(row.cross_seconds, 3),
            factor(Some(row.factor)),
            factor(row.running_factor),
            factor(Some(row.wall_factor)),
        ]);
    }
    (!evaluation.slow_down.is_empty()).then_some(table)
}

pub(super) fn means(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&[
        "suite",
        "variant",
        "programs",
        "mean",
        "aim",
        "least",
        "most",
        "running",
        "wall mean",
    ]);
    for mean in &evaluation.means {
        table.push(vec![
            mean.suite.clone().into(),
            mean.variant.as_str().into(),
            mean.programs.into(),
            factor(Some(mean.factor)),
            factor(mean.aim_factor),
            factor(Some(mean.least_factor)),
            factor(Some(mean.most_factor)),
            factor(mean.running_factor),
            factor(Some(mean.wall_factor)),
        ]);
    }
    (!evaluation.means.is_empty()).then_some(table)
}

/// A line for each point, a column for each variant.
pub(super) fn published_factors(evaluation: &Evaluation) -> Option<Table> {
    let rows = &evaluation.published_factors;
    let variants = distinct(rows.iter().map(|row| &row.variant));
    let mut columns = vec!["point", "published"];
    columns.extend(&variants);
    let mut table = Table::new(&columns);
    for point in distinct(rows.iter().map(|row| &row.point)) {
        let own = || rows.iter().filter(|row| row.point == point);
        let published = own().find_map(|row| row.published_factor);
        let mut line = vec![point.into(), factor(published)];
        line.extend(variants.iter().map(|variant| {
            let found = own().find(|row| row.variant == *variant);
            factor(found.map(|row| row.factor))
        }));
        table.push(line);
    }
    (!rows.is_empty()).then_some(table)
}

pub(super) fn noise(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&[
        "suite",
        "program",
        "series",
        "first s",
        "second s",
        "difference",
    ]);
    for row in &evaluation.noise {
        table.push(vec![
            row.suite.as_str().into(),
            row.program.as_str().into(),
            row.variant.as_str().into(),
            Value::Decimal(row.first_seconds, 3),
            Value::Decimal(row.second_seconds, 3),
            Value::Error(row.difference),
        ]);
    }
    (!evaluation.noise.is_empty()).then_some(table)
}

/// Differences up to which a host is quiet: the one in the middle, and the largest.
pub(super) const QUIET: (f64, f64) = (0.02, 0.1);

pub(super) fn noise_note(evaluation: &Evaluation) -> String {
    let Some((middle, largest)) = means::noise(&evaluation.noise) else {
        return String::new();
    };
    let size = largest.difference.abs();
    let verdict = match middle <= QUIET.0 && size <= QUIET.1 {
        true => "the host was quiet",
        false => "the host was NOT quiet: measure again",
    };
    format!(
        "{} pairs of equal series; they differ by {:.1} % in the middle and by {:.1} % at most ({}, {}): {verdict}.",
        evaluation.noise.len(),
        100.0 * middle,
        100.0 * size,
        largest.program,
        largest.variant
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::result::Noise;
    use super::*;

    #[test]
    fn the_noise_says_whether_the_host_was_quiet() {
        let noise = |difference| Noise {
            suite: "big".to_owned(),
            program: "h2".to_owned(),
            variant: "plain".to_owned(),
            first_seconds: 1.0,
            second_seconds: 1.0 + difference,
            difference,
        };
        let note = |noise: Vec<Noise>| {
            noise_note(&Evaluation {
                noise,
                ..Evaluation::default()
            })
        };
        let quiet = note(vec![noise(0.01), noise(-0.05), noise(0.01)]);
        assert!(
            quiet.ends_with("at most (h2, plain): the host was quiet."),
            "{quiet}"
        );
        let loud = note(vec![noise(0.01), noise(0.01), noise(-0.25)]);
        assert!(
            loud.contains("by 25.0 % at most (h2, plain): the host was NOT quiet"),
            "{loud}"
        );
        assert_eq!(note(Vec::new()), "");
    }
}
