//! The report of a check: cases first, then sums of what changed by cause, by method, by bytecode.

use regression::check::{CaseReport, CaseVerdict, Change, Section, sums};
use serde_json::json;

use super::errors;
use crate::output::console::HEADING;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{self, Format, Table, Value};

/// The report on standard output.
pub(super) fn report(reports: &[CaseReport], format: Format, top: usize) -> Result<String, Error> {
    match format {
        Format::Table => for_people(reports, top),
        Format::Json => document::json(Document::Check, &body(reports)),
        Format::Csv => rows(reports).csv(),
    }
}

/// The difference of a case in words, without the sums.
pub(super) fn headline(report: &CaseReport) -> String {
    match (report.verdict, report.cycles()) {
        (CaseVerdict::Missing, (_, now)) => format!(
            "there is no {}; it takes {now} cycles, `jop check --bless` takes that for right",
            report.case.golden.display()
        ),
        (CaseVerdict::Beyond, _) => report.reason().unwrap_or_default(),
        (_, (before, now)) => {
            let before = before.unwrap_or_default();
            let difference = now.cast_signed() - before.cast_signed();
            let reason = report.reason().unwrap_or_default();
            format!("{before} -> {now} cycles ({difference:+}); {reason}")
        }
    }
}

fn for_people(reports: &[CaseReport], top: usize) -> Result<String, Error> {
    let told: Vec<&CaseReport> = reports.iter().filter(|report| is_told(report)).collect();
    let mut text = String::new();
    if !told.is_empty() {
        text += &cases(&told, top)?;
        text += "\n";
    }
    for (section, heading) in [
        (Section::Causes, "by cause"),
        (Section::Methods, "by method"),
        (Section::Bytecodes, "by bytecode"),
        (Section::Calls, "calls"),
        (Section::Dispatches, "executions"),
        (Section::Cache, "method cache"),
        (Section::Total, "whole run"),
        (Section::Bounds, "worst-case execution times"),
    ] {
        let mut sums = sums(told.iter().copied(), section);
        // The cycles of whole runs stand among the cases already.
        sums.retain(|sum| (section, sum.change.name.as_str()) != (Section::Total, "cycles"));
        if !sums.is_empty() {
            text += &format!("{HEADING}{heading}{HEADING:#}\n");
            let mut table = Table::new(&["before", "after", "difference", "change", "cases", ""]);
            for sum in shown(&sums, top) {
                let [before, after, difference, change] = sizes(&sum.change);
                let name = sum.change.name.as_str().into();
                table.push(vec![
                    before,
                    after,
                    difference,
                    change,
                    sum.cases.into(),
                    name,
                ]);
            }
            text += &table.for_people();
            text += &rest(sums.len(), top);
            text += "\n";
        }
    }
    for report in &told {
        text += &errors::for_people(report, top);
    }
    Ok(text + &summary(reports))
}

fn is_told(report: &CaseReport) -> bool {
    report.verdict != CaseVerdict::Same || report.reason().is_some()
}

fn cases(told: &[&CaseReport], top: usize) -> Result<String, Error> {
    let mut table = Table::new(&[
        "program",
        "configuration",
        "engine",
        "result",
        "before",
        "after",
        "difference",
        "change",
        "why",
    ]);
    for report in shown(told, top) {
        let (before, after) = report.cycles();
        let why = report.reason().unwrap_or_else(|| {
            format!(
                "there is no {}; write it with --bless",
                report.case.golden.display()
            )
        });
        let mut row = vec![
            report.case.program.as_str().into(),
            report.case.configuration.as_str().into(),
            report.case.by().into(),
            report.verdict.name().into(),
        ];
        row.extend(match before {
            Some(before) => sizes(&cycles(before, after)),
            None => [Value::None, after.into(), Value::None, Value::None],
        });
        row.push(why.into());
        table.push(row);
    }
    Ok(table.for_people() + &rest(told.len(), top))
}

fn cycles(before: u64, after: u64) -> Change {
    Change {
        section: Section::Total,
        name: "cycles".to_owned(),
        before,
        after,
    }
}

/// Before, after, difference, relative change.
fn sizes(change: &Change) -> [Value; 4] {
    [
        change.before.into(),
        change.after.into(),
        Value::Difference(change.difference().into()),
        relative(change).map_or(Value::None, Value::Error),
    ]
}

/// None for what was zero.
fn relative(change: &Change) -> Option<f64> {
    (change.before != 0).then(|| change.difference() as f64 / change.before as f64)
}

pub(super) fn shown<T>(all: &[T], top: usize) -> &[T] {
    if top == 0 {
        all
    } else {
        &all[..all.len().min(top)]
    }
}

pub(super) fn rest(all: usize, top: usize) -> String {
    if top == 0 || all <= top {
        String::new()
    } else {
        table::more(all - top)
    }
}

fn summary(reports: &[CaseReport]) -> String {
    let count = |verdict: CaseVerdict| {
        reports
            .iter()
            .filter(|report| report.verdict == verdict)
            .count()
    };
    let all = [
        CaseVerdict::Same,
        CaseVerdict::Tolerated,
        CaseVerdict::Changed,
        CaseVerdict::Missing,
        CaseVerdict::Beyond,
    ];
    let counts = all.map(|verdict| (count(verdict), verdict.name()));
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let blesses = [CaseVerdict::Changed, CaseVerdict::Missing];
    let remedy = match reports.iter().any(|it| blesses.contains(&it.verdict)) {
        true => "; `jop check --bless` takes the new figures for right",
        false => "",
    };
    if reports.is_empty() {
        return "no case was checked\n".to_owned();
    }
    let cases = if reports.len() == 1 { "case" } else { "cases" };
    format!("{} {cases}: {}{remedy}\n", reports.len(), counts.join(", "))
}

fn body(reports: &[CaseReport]) -> serde_json::Value {
    let cases = reports.iter().map(|report| {
        let (before, after) = report.cycles();
        let changes = report.changes.iter().map(|change| {
            json!({
                "section": change.section.name(),
                "name": change.name,
                "before": change.before,
                "after": change.after,
                "difference": change.difference(),
                "change": relative(change),
            })
        });
        json!({
            "program": report.case.program,
            "configuration": report.case.configuration,
            "engine": report.case.by(),
            "golden": report.case.golden,
            "tolerance": report.case.tolerance,
            "result": report.verdict.name(),
            "why": report.reason(),
            "cycles_before": before,
            "cycles": after,
            "changes": changes.collect::<Vec<_>>(),
            "errors": errors::rows_json(report),
            "parts": errors::parts_json(report),
        })
    });
    json!({ "cases": cases.collect::<Vec<_>>() })
}

/// A row for each figure that changed, and for each missing golden.
fn rows(reports: &[CaseReport]) -> Table {
    let mut columns = vec![
        "program",
        "configuration",
        "engine",
        "result",
        "section",
        "name",
        "before",
        "after",
        "difference",
        "change",
    ];
    columns.extend(errors::COLUMNS);
    let mut table = Table::new(&columns);
    for report in reports {
        let case = &report.case;
        let start = || -> Vec<Value> {
            vec![
                case.program.as_str().into(),
                case.configuration.as_str().into(),
                case.by().into(),
                report.verdict.name().into(),
            ]
        };
        if report.golden.is_none() && case.has_golden() {
            let mut row = start();
            row.extend([
                "total".into(),
                "cycles".into(),
                Value::None,
                report.cycles().1.into(),
                Value::None,
                Value::None,
            ]);
            row.extend(errors::COLUMNS.map(|_| Value::None));
            table.push(row);
        }
        for change in &report.changes {
            let mut row = start();
            row.extend([change.section.name().into(), change.name.as_str().into()]);
            row.extend(sizes(change));
            row.extend(errors::COLUMNS.map(|_| Value::None));
            table.push(row);
        }
        for cells in errors::rows_csv(report) {
            let mut row = start();
            row.extend(cells);
            table.push(row);
        }
    }
    table
}
