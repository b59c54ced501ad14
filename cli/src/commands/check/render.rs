//! The report of a check: cases first, then sums of what changed by cause, by method, by bytecode.

use regression::check::{CaseReport, CaseVerdict, Change, Section, sums};
use serde_json::json;

use super::results::{Checked, LEFT_OUT, relative, rest, shown, sizes};
use super::rows::rows;
use super::{errors, limits};
use crate::output::console::HEADING;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Table, Value};

/// The report on standard output.
pub(super) fn report(checked: &Checked, format: Format, top: usize) -> Result<String, Error> {
    match format {
        Format::Table => for_people(checked, top),
        Format::Json => document::json(Document::Check, &body(checked)),
        Format::Csv => rows(checked).csv(),
    }
}

fn for_people(checked: &Checked, top: usize) -> Result<String, Error> {
    let reports = checked.reports.iter();
    let told: Vec<&CaseReport> = reports.filter(|report| is_told(report)).collect();
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
        (Section::Memory, "memory"),
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
    text += &errors::for_people(&told, top);
    text += &limits::for_people(&checked.reports, top);
    Ok(text + &summary(checked))
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

fn summary(checked: &Checked) -> String {
    let reports = &checked.reports;
    let of = |verdict: CaseVerdict| reports.iter().filter(move |it| it.verdict == verdict);
    let all = [
        CaseVerdict::Same,
        CaseVerdict::Tolerated,
        CaseVerdict::Changed,
        CaseVerdict::Missing,
        CaseVerdict::Beyond,
    ];
    let mut counts = Vec::from(all.map(|verdict| (of(verdict).count(), verdict.name())));
    counts.push((checked.left_out.len(), LEFT_OUT));
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let blesses = [CaseVerdict::Changed, CaseVerdict::Missing];
    let remedy = match blesses.iter().any(|verdict| of(*verdict).count() > 0) {
        true => "; `jop check --bless` accepts the new figures as the reference",
        false => "",
    };
    let all = reports.len() + checked.left_out.len();
    let cases = if all == 1 { "case" } else { "cases" };
    format!("{all} {cases}: {}{remedy}\n", counts.join(", "))
}

fn body(checked: &Checked) -> serde_json::Value {
    let cases = checked.reports.iter().map(|report| {
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
            "limits": limits::rows_json(report),
        })
    });
    let left_out = checked.left_out.iter().map(|case| {
        json!({
            "program": case.program,
            "configuration": case.configuration,
            "engine": case.by(),
        })
    });
    json!({
        "cases": cases.collect::<Vec<_>>(),
        "left_out": left_out.collect::<Vec<_>>(),
    })
}
