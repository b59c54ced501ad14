//! Errors of predictions in the report: worst rows, and the parts that the difference comes from.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cross_profile::decomposition::Parts;
use regression::check::{CaseReport, ErrorRow, Predicted, Section};
use serde_json::{Value as Json, json};

use super::results::{rest, shown};
use crate::output::console::HEADING;
use crate::output::table::{Table, Value};

/// For each prediction its cases, with the parts of their differences, and its worst methods and bytecodes over all of them.
pub(super) fn for_people(reports: &[&CaseReport], top: usize) -> String {
    let cases: Vec<Case<'_>> = reports
        .iter()
        .filter_map(|report| Some((*report, report.predicted.as_ref()?)))
        .collect();
    let mut titles: Vec<String> = cases.iter().map(|(report, _)| report.case.by()).collect();
    let mut seen = BTreeSet::new();
    titles.retain(|title| seen.insert(title.clone()));
    let mut text = String::new();
    for title in titles {
        let of_title = cases.iter().filter(|(report, _)| report.case.by() == title);
        let of_title: Vec<Case<'_>> = of_title.copied().collect();
        text += &by_part(&title, &of_title, top);
        for (section, words) in [
            (Section::Methods, "by method"),
            (Section::Bytecodes, "by bytecode"),
        ] {
            text += &worst(&format!("{title}, {words}"), &of_title, section, top);
        }
    }
    text
}

/// A case with a prediction.
type Case<'a> = (&'a CaseReport, &'a Predicted);

/// The whole run of each case, and a column for each part of some difference.
fn by_part(title: &str, cases: &[Case<'_>], top: usize) -> String {
    let is_there = |name: &&str| {
        let mut parts = cases.iter().flat_map(|(_, predicted)| &predicted.parts);
        parts.any(|(part, _)| part == name)
    };
    let parts: Vec<&str> = Parts::NAMES.into_iter().filter(is_there).collect();
    let mut columns = vec!["true cycles", "predicted", "difference", "error"];
    columns.extend(&parts);
    columns.extend(["program", "configuration"]);
    let mut rows: Vec<(&ErrorRow, Case<'_>)> = rows(cases, Section::Total);
    rows.sort_by_key(|(row, (report, _))| worst_first(row, report));
    let mut table = Table::new(&columns);
    for (row, (report, predicted)) in shown(&rows, top) {
        let mut cells = sizes(row).to_vec();
        cells.extend(parts.iter().map(|name| {
            let part = predicted.parts.iter().find(|(part, _)| part == name);
            part.map_or(Value::None, |(_, cycles)| Value::Difference(*cycles))
        }));
        cells.extend(place(report));
        table.push(cells);
    }
    let heading = match parts.is_empty() {
        true => format!("{title}, in total"),
        false => format!("{title}, in total and by part"),
    };
    with_heading(&heading, &table, rows.len(), top)
}

/// Rows with a difference, the worst of all cases.
fn worst(title: &str, cases: &[Case<'_>], section: Section, top: usize) -> String {
    let mut rows = rows(cases, section);
    rows.retain(|(row, _)| row.difference() != 0);
    if rows.is_empty() {
        return String::new();
    }
    rows.sort_by_key(|(row, (report, _))| worst_first(row, report));
    let mut table = Table::new(&[
        "true cycles",
        "predicted",
        "difference",
        "error",
        "program",
        "configuration",
        "",
    ]);
    for (row, (report, _)) in shown(&rows, top) {
        let mut cells = sizes(row).to_vec();
        cells.extend(place(report));
        cells.push(row.name.as_str().into());
        table.push(cells);
    }
    with_heading(title, &table, rows.len(), top)
}

fn rows<'a>(cases: &[Case<'a>], section: Section) -> Vec<(&'a ErrorRow, Case<'a>)> {
    let all = cases.iter().flat_map(|case| {
        let rows = case.1.rows.iter();
        rows.map(|row| (row, *case))
    });
    all.filter(|(row, _)| row.section == section).collect()
}

/// Rows beyond their limits, then the largest difference.
fn worst_first(row: &ErrorRow, report: &CaseReport) -> (Reverse<bool>, Reverse<u128>) {
    let is_beyond = row.is_beyond(&report.case.most_error);
    (Reverse(is_beyond), Reverse(row.difference().unsigned_abs()))
}

fn place(report: &CaseReport) -> [Value; 2] {
    let case = &report.case;
    [
        case.program.as_str().into(),
        case.configuration.as_str().into(),
    ]
}

fn with_heading(heading: &str, table: &Table, all: usize, top: usize) -> String {
    let table = table.for_people() + &rest(all, top);
    format!("{HEADING}{heading}{HEADING:#}\n{table}\n")
}

/// True cycles, predicted, difference, relative error.
fn sizes(row: &ErrorRow) -> [Value; 4] {
    [
        row.truth.into(),
        row.predicted.into(),
        Value::Difference(row.difference()),
        row.error().map_or(Value::None, Value::Error),
    ]
}

/// Every row of a prediction; empty for a case of an engine.
pub(super) fn rows_json(report: &CaseReport) -> Vec<Json> {
    let most = &report.case.most_error;
    let rows = report.predicted.iter().flat_map(|it| &it.rows);
    let rows = rows.map(|row| {
        json!({
            "section": row.section.name(),
            "name": row.name,
            "truth": row.truth,
            "predicted": row.predicted,
            "error": row.error(),
            "most": most.of(row.section),
            "is_beyond": row.is_beyond(most),
        })
    });
    rows.collect()
}

/// Parts of the difference, in cycles.
pub(super) fn parts_json(report: &CaseReport) -> Vec<Json> {
    let parts = report.predicted.iter().flat_map(|it| &it.parts);
    let parts = parts.map(|(name, cycles)| json!({ "part": name, "cycles": cycles }));
    parts.collect()
}

/// Columns of predictions, after those of changes.
pub(super) const COLUMNS: [&str; 3] = ["true cycles", "predicted", "error"];

/// Section, name, and what stands in the columns of changes and predictions, for each row of a prediction.
pub(super) fn rows_csv(report: &CaseReport) -> Vec<Vec<Value>> {
    let Some(predicted) = &report.predicted else {
        return Vec::new();
    };
    let rows = predicted.rows.iter().map(|row| {
        let [truth, predicted, difference, error] = sizes(row);
        let start: [Value; 2] = [row.section.name().into(), row.name.as_str().into()];
        let mut cells = Vec::from(start);
        cells.extend([Value::None, Value::None, difference, Value::None]);
        cells.extend([truth, predicted, error]);
        cells
    });
    let parts = predicted.parts.iter().map(|(name, cycles)| {
        let mut cells: Vec<Value> = vec!["part".into(), name.as_str().into()];
        cells.extend([Value::None, Value::None, Value::Difference(*cycles)]);
        cells.extend([Value::None, Value::None, Value::None, Value::None]);
        cells
    });
    rows.chain(parts).collect()
}
