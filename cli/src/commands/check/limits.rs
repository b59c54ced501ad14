//! Limits in the report: what is left to each, the least first.

use regression::check::{CaseReport, LimitRow, RELEASES};
use serde_json::{Value as Json, json};

use super::results::{rest, shown};
use crate::output::console::HEADING;
use crate::output::table::{Table, Value};

/// All limits, those that are passed first, then by what is left of them.
pub(super) fn for_people(reports: &[CaseReport], top: usize) -> String {
    let mut rows: Vec<(&CaseReport, &LimitRow)> = reports
        .iter()
        .flat_map(|report| report.limits.iter().map(move |row| (report, row)))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    rows.sort_by(|(_, a), (_, b)| left(a).total_cmp(&left(b)));
    let mut table = Table::new(&[
        "slack",
        "left",
        "seen",
        "limit",
        "unit",
        "program",
        "configuration",
        "call",
        "from cycle",
        "",
    ]);
    for (report, row) in shown(&rows, top) {
        let call = row.call.as_ref();
        table.push(vec![
            Value::Difference(row.slack().into()),
            Value::Error(left(row)),
            row.seen.into(),
            row.most.into(),
            row.unit.name().into(),
            report.case.program.as_str().into(),
            report.case.configuration.as_str().into(),
            call.map_or(Value::None, |call| (call.number as u64).into()),
            call.map_or(Value::None, |call| call.begin.into()),
            row.name.as_str().into(),
        ]);
    }
    let mut text = table.for_people() + &rest(rows.len(), top);
    if shown(&rows, top).iter().any(|(_, row)| row.from_release) {
        text += &format!("{RELEASES}\n");
    }
    let contexts = shown(&rows, top).iter().filter(|(_, row)| !row.holds());
    let contexts: String = contexts.map(|(_, row)| context(row)).collect();
    format!("{HEADING}limits{HEADING:#}\n{text}{contexts}\n")
}

/// Slack as a part of the limit; a limit of 0 that is passed counts as passed by all of it.
fn left(row: &LimitRow) -> f64 {
    if row.most == 0 {
        return if row.holds() { 0.0 } else { -1.0 };
    }
    row.slack() as f64 / row.most as f64
}

/// A call that is beyond its limit, and the methods that lead to it.
fn context(row: &LimitRow) -> String {
    let Some(call) = &row.call else {
        return String::new();
    };
    let context = call.context.join("\n      ");
    format!(
        "  line {}: {}\n    called from:\n      {context}\n",
        row.line,
        row.in_words()
    )
}

/// Every limit of a case.
pub(super) fn rows_json(report: &CaseReport) -> Vec<Json> {
    let rows = report.limits.iter().map(|row| {
        let call = row.call.as_ref().map(|call| {
            json!({
                "method": call.method,
                "number": call.number,
                "begin_cycle": call.begin,
                "context": call.context,
                "arguments": call.inputs,
            })
        });
        json!({
            "name": row.name,
            "line": row.line,
            "seen": row.seen,
            "limit": row.most,
            "unit": row.unit.name(),
            "slack": row.slack(),
            "holds": row.holds(),
            "call": call,
        })
    });
    rows.collect()
}

/// Columns of limits, after those of predictions.
pub(super) const COLUMNS: [&str; 6] = ["seen", "limit", "slack", "unit", "call", "begin cycle"];

/// Section, name, empty columns of changes and predictions, and the limit, for each limit.
pub(super) fn rows_csv(report: &CaseReport) -> Vec<Vec<Value>> {
    let rows = report.limits.iter().map(|row| {
        let call = row.call.as_ref();
        let mut cells: Vec<Value> = vec!["limit".into(), row.name.as_str().into()];
        cells.resize(9, Value::None);
        cells.extend([
            row.seen.into(),
            row.most.into(),
            Value::Difference(row.slack().into()),
            row.unit.name().into(),
            call.map_or(Value::None, |call| (call.number as u64).into()),
            call.map_or(Value::None, |call| call.begin.into()),
        ]);
        cells
    });
    rows.collect()
}
