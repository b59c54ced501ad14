//! Tables of errors.

use cross_profile::compare::TOP;

use super::super::result::{Accuracy, Evaluation};
use super::super::variants::CacheState;
use crate::output::table::{Table, Value};

/// Names in the order of the rows.
pub(super) fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(&name.as_str()) {
            found.push(name);
        }
    }
    found
}

pub(super) fn of_state(rows: &[Accuracy], state: CacheState) -> Vec<&Accuracy> {
    rows.iter().filter(|row| row.cache == state).collect()
}

/// A line for each program, a column for each prediction.
pub(super) fn by_program(
    rows: &[Accuracy],
    state: CacheState,
    value: impl Fn(&Accuracy) -> Value,
) -> Option<Table> {
    let rows = of_state(rows, state);
    let predictions = distinct(rows.iter().map(|row| &row.prediction));
    let mut columns = vec!["program", "cycles"];
    columns.extend(&predictions);
    let mut table = Table::new(&columns);
    for program in distinct(rows.iter().map(|row| &row.program)) {
        let own = || rows.iter().filter(|row| row.program == program);
        let cycles = own().next().map_or(0, |row| row.truth);
        let mut line = vec![program.into(), cycles.into()];
        line.extend(predictions.iter().map(|name| {
            let found = own().find(|row| row.prediction == *name);
            found.map_or(Value::None, |row| value(row))
        }));
        table.push(line);
    }
    (!rows.is_empty()).then_some(table)
}

/// A line for each prediction: means over the programs.
pub(super) fn summary(rows: &[Accuracy], state: CacheState) -> Option<Table> {
    let rows = of_state(rows, state);
    let mut table = Table::new(&[
        "prediction",
        "programs",
        "mean |error|",
        "median",
        "worst",
        "of",
        "by method",
        "by context",
        "Kendall tau",
        "hottest found",
    ]);
    for name in distinct(rows.iter().map(|row| &row.prediction)) {
        let own = || rows.iter().filter(|row| row.prediction == name);
        let mean = |value: fn(&Accuracy) -> Option<f64>| {
            let values: Vec<f64> = own().filter_map(|row| value(row)).collect();
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        let part = |value: Option<f64>| value.map_or(Value::None, Value::Part);
        let worst = own().filter_map(|row| Some((row.error?, row.program.as_str())));
        let worst = worst.max_by(|(a, _), (b, _)| a.abs().total_cmp(&b.abs()));
        let shared: u64 = own().map(|row| row.top_shared).sum();
        let of: u64 = own().map(|row| row.top_of).sum();
        table.push(vec![
            name.into(),
            (own().count() as u64).into(),
            part(mean(|row| row.error.map(f64::abs))),
            part(median(own().filter_map(|row| row.error))),
            worst.map_or(Value::None, |(error, _)| Value::Error(error)),
            worst
                .filter(|(error, _)| *error != 0.0)
                .map_or("", |(_, program)| program)
                .into(),
            part(mean(|row| row.methods)),
            part(mean(|row| row.contexts)),
            mean(|row| row.kendall_tau).map_or(Value::None, |tau| Value::Decimal(tau, 3)),
            format!("{shared} of {of}").into(),
        ]);
    }
    (!rows.is_empty()).then_some(table)
}

/// The truly hottest methods of each program, hottest first, with their place in each prediction.
pub(super) fn hottest(evaluation: &Evaluation) -> Option<Table> {
    let rows = &evaluation.hot_methods;
    let predictions = distinct(rows.iter().map(|row| &row.prediction));
    let mut columns = vec!["program", "cycles", "place", "method"];
    columns.extend(&predictions);
    let mut table = Table::new(&columns);
    for program in distinct(rows.iter().map(|row| &row.program)) {
        let own = || rows.iter().filter(|row| row.program == program);
        let methods = own().map(|row| (row.rank, row.method.as_str(), row.truth));
        let mut methods: Vec<_> = methods.filter(|(rank, ..)| *rank <= TOP as u64).collect();
        methods.sort_unstable();
        methods.dedup();
        for (rank, method, cycles) in methods {
            let mut line = vec![program.into(), cycles.into(), rank.into(), method.into()];
            line.extend(predictions.iter().map(|name| {
                let found = own().find(|row| row.prediction == *name && row.method == method);
                let place = found.and_then(|row| row.predicted_rank);
                place.map_or(Value::None, Value::Count)
            }));
            table.push(line);
        }
    }
    (!rows.is_empty()).then_some(table)
}

/// Median of the absolute errors.
pub(super) fn median(errors: impl Iterator<Item = f64>) -> Option<f64> {
    let mut errors: Vec<f64> = errors.map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    let last = errors.len().checked_sub(1)?;
    Some(f64::midpoint(errors[last / 2], errors[last.div_ceil(2)]))
}

pub(super) fn predictors(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&[
        "predictor",
        "compared with",
        "least",
        "mean",
        "most",
        "source",
    ]);
    for row in &evaluation.predictors {
        table.push(vec![
            row.predictor.as_str().into(),
            row.compared_with.as_str().into(),
            Value::Decimal(row.least, 2),
            row.mean.map_or(Value::None, |mean| Value::Decimal(mean, 2)),
            Value::Decimal(row.most, 2),
            row.source.name().into(),
        ]);
    }
    (!evaluation.predictors.is_empty()).then_some(table)
}

pub(super) fn published_errors(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&[
        "cache",
        "CProf's",
        "cycles",
        "published",
        "ours",
        "cycles of ours",
        "exact",
        "constant",
    ]);
    let percent = |value: Option<f64>| value.map_or(Value::None, |it| Value::Decimal(it, 2));
    for row in &evaluation.published_errors {
        table.push(vec![
            row.cache.name().into(),
            row.published_program.as_str().into(),
            row.published_cycles.into(),
            percent(Some(row.published_percent)),
            row.program.as_str().into(),
            row.cycles.into(),
            percent(row.exact_percent),
            percent(row.constant_percent),
        ]);
    }
    (!evaluation.published_errors.is_empty()).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_of_absolute_errors_and_between_the_middle_ones() {
        assert_eq!(median([0.3, -0.1, 0.2].into_iter()), Some(0.2));
        assert_eq!(median([-4.0, 1.0].into_iter()), Some(2.5));
        assert_eq!(median(std::iter::empty()), None);
    }
}
