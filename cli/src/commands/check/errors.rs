//! Errors of predictions in the report: worst rows, and the parts that the difference comes from.

use regression::check::{CaseReport, ErrorRow, Predicted, Section};
use serde_json::{Value as Json, json};

use super::render::{rest, shown};
use crate::output::console::HEADING;
use crate::output::table::{Table, Value};

/// The worst methods, bytecodes and parts of a case with a prediction.
pub(super) fn for_people(report: &CaseReport, top: usize) -> String {
    let Some(predicted) = &report.predicted else {
        return String::new();
    };
    let title = format!("{} for {}", report.case.by(), report.case.title());
    let mut text = String::new();
    for (section, words) in [
        (Section::Total, "in total"),
        (Section::Methods, "by method"),
        (Section::Bytecodes, "by bytecode"),
    ] {
        let rows = worst(predicted, section);
        if rows.is_empty() {
            continue;
        }
        let mut table = Table::new(&["true cycles", "predicted", "difference", "error", ""]);
        for row in shown(&rows, top) {
            let mut cells = sizes(row).to_vec();
            cells.push(row.name.as_str().into());
            table.push(cells);
        }
        text += &format!("{HEADING}{title}, {words}{HEADING:#}\n");
        text += &(table.for_people() + &rest(rows.len(), top) + "\n");
    }
    if !predicted.parts.is_empty() {
        let mut table = Table::new(&["difference", "part"]);
        for (name, cycles) in &predicted.parts {
            table.push(vec![Value::Difference(*cycles), name.as_str().into()]);
        }
        text += &format!("{HEADING}{title}, by part{HEADING:#}\n");
        text += &(table.for_people() + "\n");
    }
    text
}

/// Rows with a difference, the largest first.
fn worst(predicted: &Predicted, section: Section) -> Vec<&ErrorRow> {
    let rows = predicted.rows.iter().filter(|row| row.section == section);
    let mut rows: Vec<&ErrorRow> = rows.filter(|row| row.difference() != 0).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.difference().unsigned_abs()));
    rows
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
