//! The evaluation as text and as one table of figures.

use cross_profile::compare::TOP;

use super::published::SLOWDOWN_NOTE;
use super::result::{Accuracy, Evaluation, Source};
use super::times::ENVIRONMENTS;
use super::variants::CacheState;
use crate::output::errors::Error;
use crate::output::table::{Table, Value};

/// A table with its title, and a note.
type Part = (String, Table, String);

/// All parts that have rows.
fn parts(evaluation: &Evaluation) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = |title: &str, table: Option<Table>, note: &str| {
        parts.extend(table.map(|table| (title.to_owned(), table, note.to_owned())));
    };
    for state in CacheState::ALL {
        let title = format!("error in total, cache {}", state.name());
        let total = |row: &Accuracy| row.error.map_or(Value::None, Value::Error);
        part(&title, by_program(&evaluation.accuracy, state, total), "");
        let title = format!("weighted error by method, cache {}", state.name());
        let methods = |row: &Accuracy| row.methods.map_or(Value::None, Value::Part);
        part(&title, by_program(&evaluation.accuracy, state, methods), "");
        let title = format!("weighted error by context, cache {}", state.name());
        let contexts = |row: &Accuracy| row.contexts.map_or(Value::None, Value::Part);
        part(
            &title,
            by_program(&evaluation.accuracy, state, contexts),
            "",
        );
        let title = format!("all programs, cache {}", state.name());
        part(&title, summary(&evaluation.accuracy, state), "");
    }
    let title = "places of the hottest methods in each prediction, cache simulated";
    part(title, hottest(evaluation), "");
    let title = "predictors, absolute errors in percent";
    part(title, predictors(evaluation), "");
    let note = "RTL simulation: the cycles at the published 3,100 per second; all else measured in this run. Cross-profiler and host JVM are whole processes.";
    part("execution time in seconds", times(evaluation), note);
    let title = "slow-down under the cross-profiler";
    part(title, slow_down(evaluation), "");
    part("geometric means", means(evaluation), SLOWDOWN_NOTE);
    parts
}

/// As text for people.
pub(super) fn text(evaluation: &Evaluation) -> Result<String, Error> {
    let mut text = String::new();
    for (title, table, note) in parts(evaluation) {
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{title}:\n{}", table.for_people());
        if !note.is_empty() {
            text += &format!("{note}\n");
        }
    }
    if !evaluation.skipped.is_empty() {
        text += "\nskipped:\n";
        for line in &evaluation.skipped {
            text += &format!("  {line}\n");
        }
    }
    Ok(text)
}

/// As a page of the book.
pub(super) fn markdown(evaluation: &Evaluation) -> String {
    let what = if evaluation.accuracy.is_empty() {
        "Times"
    } else {
        "Figures"
    };
    let mut text = format!(
        "# {what} of the evaluation\n\nMade by `jop-evaluate`; [the evaluation](evaluation.md) explains them.\n"
    );
    for (title, table, note) in parts(evaluation) {
        let (first, rest) = title.split_at(title.chars().next().map_or(0, char::len_utf8));
        text += &format!(
            "\n## {}{rest}\n\n{}",
            first.to_uppercase(),
            table.markdown()
        );
        if !note.is_empty() {
            text += &format!("\n{note}\n");
        }
    }
    if !evaluation.skipped.is_empty() {
        text += "\n## Skipped\n\n";
        for line in &evaluation.skipped {
            text += &format!("- {line}\n");
        }
    }
    text
}

/// Names in the order of the rows.
fn distinct<'a>(names: impl Iterator<Item = &'a String>) -> Vec<&'a str> {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(&name.as_str()) {
            found.push(name);
        }
    }
    found
}

fn of_state(rows: &[Accuracy], state: CacheState) -> Vec<&Accuracy> {
    rows.iter().filter(|row| row.cache == state).collect()
}

/// A line for each program, a column for each prediction.
fn by_program(
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
fn summary(rows: &[Accuracy], state: CacheState) -> Option<Table> {
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
fn hottest(evaluation: &Evaluation) -> Option<Table> {
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
fn median(errors: impl Iterator<Item = f64>) -> Option<f64> {
    let mut errors: Vec<f64> = errors.map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    let last = errors.len().checked_sub(1)?;
    Some(f64::midpoint(errors[last / 2], errors[last.div_ceil(2)]))
}

fn predictors(evaluation: &Evaluation) -> Option<Table> {
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

fn times(evaluation: &Evaluation) -> Option<Table> {
    let rows = &evaluation.times;
    let mut columns = vec!["program", "cycles"];
    columns.extend(ENVIRONMENTS);
    let mut table = Table::new(&columns);
    for program in distinct(rows.iter().map(|row| &row.program)) {
        let own = || rows.iter().filter(|row| row.program == program);
        let cycles = own().next().map_or(0, |row| row.cycles);
        let mut line = vec![program.into(), cycles.into()];
        line.extend(ENVIRONMENTS.map(|name| {
            let found = own().find(|row| row.environment == name);
            found.map_or(Value::None, |row| Value::Decimal(row.seconds, 3))
        }));
        table.push(line);
    }
    (!rows.is_empty()).then_some(table)
}

fn slow_down(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&[
        "suite", "program", "variant", "plain s", "cross s", "factor",
    ]);
    for row in &evaluation.slow_down {
        table.push(vec![
            row.suite.clone().into(),
            row.program.as_str().into(),
            row.variant.as_str().into(),
            Value::Decimal(row.plain_seconds, 3),
            Value::Decimal(row.cross_seconds, 3),
            Value::Decimal(row.factor, 2),
        ]);
    }
    (!evaluation.slow_down.is_empty()).then_some(table)
}

fn means(evaluation: &Evaluation) -> Option<Table> {
    let mut table = Table::new(&["suite", "variant", "programs", "factor"]);
    for mean in &evaluation.means {
        table.push(vec![
            mean.suite.clone().into(),
            mean.variant.as_str().into(),
            mean.programs.into(),
            Value::Decimal(mean.factor, 2),
        ]);
    }
    (!evaluation.means.is_empty()).then_some(table)
}

/// Every figure in a line of its own.
pub(super) fn csv(evaluation: &Evaluation) -> Result<String, Error> {
    let mut table = Table::new(&[
        "part", "group", "program", "subject", "figure", "value", "source",
    ]);
    let mut push = |part: &str,
                    [group, program, subject]: [&str; 3],
                    figures: &[(&str, Value)],
                    source: Source| {
        for (figure, value) in figures.iter().filter(|(_, value)| *value != Value::None) {
            table.push(vec![
                part.into(),
                group.into(),
                program.into(),
                subject.into(),
                (*figure).into(),
                value.clone(),
                source.name().into(),
            ]);
        }
    };
    let decimal = |value: Option<f64>| value.map_or(Value::None, |value| Value::Decimal(value, 6));
    for row in &evaluation.accuracy {
        let place = [
            row.cache.name(),
            row.program.as_str(),
            row.prediction.as_str(),
        ];
        let figures = [
            ("true cycles", row.truth.into()),
            ("predicted cycles", row.predicted.into()),
            ("error", decimal(row.error)),
            ("error by method", decimal(row.methods)),
            ("error by context", decimal(row.contexts)),
            ("Kendall tau", decimal(row.kendall_tau)),
            ("hottest found", row.top_shared.into()),
            ("hottest of", row.top_of.into()),
        ];
        push("accuracy", place, &figures, Source::Measured);
    }
    for row in &evaluation.hot_methods {
        let place = [
            row.prediction.as_str(),
            row.program.as_str(),
            row.method.as_str(),
        ];
        let predicted_rank = row.predicted_rank.map_or(Value::None, Value::Count);
        let figures = [
            ("true cycles", row.truth.into()),
            ("predicted cycles", row.predicted.into()),
            ("rank", row.rank.into()),
            ("predicted rank", predicted_rank),
        ];
        push("hot methods", place, &figures, Source::Measured);
    }
    for row in &evaluation.predictors {
        let place = [row.compared_with.as_str(), "", row.predictor.as_str()];
        let figures = [
            ("least percent", decimal(Some(row.least))),
            ("mean percent", decimal(row.mean)),
            ("most percent", decimal(Some(row.most))),
        ];
        push("predictors", place, &figures, row.source);
    }
    for row in &evaluation.times {
        let place = ["", row.program.as_str(), row.environment.as_str()];
        let figures = [
            ("cycles", row.cycles.into()),
            ("seconds", decimal(Some(row.seconds))),
        ];
        push("times", place, &figures, row.source);
    }
    for row in &evaluation.slow_down {
        let place = [
            row.suite.as_str(),
            row.program.as_str(),
            row.variant.as_str(),
        ];
        let figures = [
            ("plain seconds", decimal(Some(row.plain_seconds))),
            ("cross seconds", decimal(Some(row.cross_seconds))),
            ("factor", decimal(Some(row.factor))),
        ];
        push("slow-down", place, &figures, Source::Measured);
    }
    for mean in &evaluation.means {
        let place = [mean.suite.as_str(), "", mean.variant.as_str()];
        let figures = [
            ("programs", mean.programs.into()),
            ("geometric mean", decimal(Some(mean.factor))),
        ];
        push("slow-down", place, &figures, Source::Measured);
    }
    table.csv()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::evaluate::result::Mean;

    #[test]
    fn a_median_is_of_absolute_errors_and_between_the_middle_ones() {
        assert_eq!(median([0.3, -0.1, 0.2].into_iter()), Some(0.2));
        assert_eq!(median([-4.0, 1.0].into_iter()), Some(2.5));
        assert_eq!(median(std::iter::empty()), None);
    }

    #[test]
    fn a_page_of_the_book_has_a_heading_and_a_table_for_each_part_with_rows() {
        let mean = Mean {
            suite: "big".to_owned(),
            variant: "all hits".to_owned(),
            programs: 1,
            factor: 2.0,
        };
        let evaluation = Evaluation {
            means: vec![mean],
            skipped: vec!["h2: no jar".to_owned()],
            ..Evaluation::default()
        };
        let page = markdown(&evaluation);
        let table = "\n## Geometric means\n\n| suite | variant | programs | factor |\n| --- | --- | --: | --: |\n| big | all hits | 1 | 2.00 |\n";
        assert!(page.contains(table), "{page}");
        assert!(page.ends_with("\n## Skipped\n\n- h2: no jar\n"), "{page}");
        assert_eq!(page.matches("## ").count(), 2);
    }
}
