//! The evaluation as text.

mod csv;
mod errors;
mod times;

use self::errors::{by_program, hottest, predictors, published_errors, summary};
use self::times::{SLOW_DOWN_NOTE, means, noise, noise_note, published_factors, slow_down, times};
use super::published::{ERRORS_NOTE, FACTORS_NOTE, means_note};
use super::result::{Accuracy, Evaluation, Time};
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
    part(
        "errors next to published ones, in percent",
        published_errors(evaluation),
        ERRORS_NOTE,
    );
    let note = "RTL simulation: the cycles at the published 3,100 per second; all else measured in this run. Cross-profiler and host JVM are whole processes.";
    let by_clock = |row: &Time| Some(row.seconds);
    let title = "execution time in seconds";
    part(title, times(evaluation, &ENVIRONMENTS, by_clock), note);
    let title = "execution time in seconds of the processor";
    let by_cpu = |row: &Time| row.cpu_seconds;
    part(title, times(evaluation, &ENVIRONMENTS[1..], by_cpu), "");
    let title = "slow-down under the cross-profiler";
    part(title, slow_down(evaluation), SLOW_DOWN_NOTE);
    let title = "geometric means of the slow-down";
    part(title, means(evaluation), &means_note());
    let title = "slow-down next to published ones";
    part(title, published_factors(evaluation), FACTORS_NOTE);
    let title = "noise: equal series, seconds of the processor";
    part(title, noise(evaluation), &noise_note(evaluation));
    parts
}

pub(super) use self::csv::csv;

/// As text for people.
pub(super) fn text(evaluation: &Evaluation) -> Result<String, Error> {
    Ok(with_tables(evaluation, Table::for_people))
}

/// The same with tables in LaTeX.
pub(super) fn latex(evaluation: &Evaluation) -> String {
    with_tables(evaluation, Table::latex)
}

fn with_tables(evaluation: &Evaluation, of: fn(&Table) -> String) -> String {
    let mut text = String::new();
    for (title, table, note) in parts(evaluation) {
        let gap = if text.is_empty() { "" } else { "\n" };
        text += &format!("{gap}{title}:\n{}", of(&table));
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
    text
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::evaluate::result::Mean;

    #[test]
    fn a_page_of_the_book_has_a_heading_and_a_table_for_each_part_with_rows() {
        let mean = Mean {
            suite: "big".to_owned(),
            variant: "all hits".to_owned(),
            programs: 1,
            factor: 2.0,
            least_factor: 2.0,
            most_factor: 2.0,
            running_factor: None,
            wall_factor: 1.5,
            aim_factor: Some(2.5),
        };
        let evaluation = Evaluation {
            means: vec![mean],
            skipped: vec!["h2: no jar".to_owned()],
            ..Evaluation::default()
        };
        let page = markdown(&evaluation);
        let table = "\n## Geometric means of the slow-down\n\n| suite | variant | programs | mean | aim | least | most | running | wall mean |\n\
                     | --- | --- | --: | --: | --: | --: | --: | --: | --: |\n| big | all hits | 1 | 2.00 | 2.50 | 2.00 | 2.00 | - | 1.50 |\n";
        assert!(page.contains(table), "{page}");
        assert!(page.ends_with("\n## Skipped\n\n- h2: no jar\n"), "{page}");
        assert_eq!(page.matches("## ").count(), 2);
    }
}
