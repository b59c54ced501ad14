//! Results as text for people and as JSON.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use differential::campaign::Summary;
use differential::coverage::NOT_COMPILED;
use differential::floats::Measured;
use serde_json::{Value, json};

pub(crate) fn methods_table(summary: &Summary, with_bytecodes: bool) -> String {
    let (code, name, count) = summary.coverage.rarest();
    let mut text = String::new();
    for failure in &summary.failures {
        let _ = writeln!(
            text,
            "{} on {}: {}\n  {}",
            failure.unit,
            failure.target.name(),
            failure.reason,
            failure.folder.display()
        );
    }
    let mut table = plain();
    let rows = [
        ("methods", summary.methods.to_string()),
        ("units", summary.units.to_string()),
        ("lines that agree", summary.lines.to_string()),
        ("failures", summary.failures.len().to_string()),
        (
            "units left out, method too long",
            summary.too_large.to_string(),
        ),
        ("units cut short, stack full", summary.overflows.to_string()),
        ("simulated cycles", summary.cycles.to_string()),
        (
            "bytecodes in generated code",
            summary.coverage.executed().to_string(),
        ),
        ("rarest of them", format!("{count} {name} ({code:#04x})")),
        ("seconds", format!("{:.1}", summary.time.as_secs_f64())),
        (
            "  compiler and host, all threads",
            format!("{:.1}", summary.host_time.as_secs_f64()),
        ),
        (
            "  linker and machine, all threads",
            format!("{:.1}", summary.machine_time.as_secs_f64()),
        ),
        (
            "seconds per 1000 methods",
            format!("{:.1}", summary.seconds_per_thousand()),
        ),
    ];
    for (what, value) in rows {
        table.add_row([what.to_owned(), value]);
    }
    text.push_str(&text_of(table));
    if with_bytecodes {
        text.push_str(&bytecodes(summary));
    }
    text
}

fn bytecodes(summary: &Summary) -> String {
    let mut table = plain();
    table.set_header(["code", "bytecode", "in generated code", "in all code"]);
    for (code, name, count) in summary.coverage.of_compiled_code() {
        let all = summary.coverage.all[usize::from(code)];
        table.add_row([
            format!("{code:#04x}"),
            name.to_owned(),
            count.to_string(),
            all.to_string(),
        ]);
    }
    for column in [2, 3] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("\n{}\nnot from a compiler\n", text_of(table));
    for (code, why) in NOT_COMPILED {
        let name = isa::Bytecode::of(code).name();
        let _ = writeln!(text, "  {code:#04x} {name}: {why}");
    }
    text
}

pub(crate) fn methods_json(summary: &Summary) -> String {
    let failures: Vec<Value> = summary
        .failures
        .iter()
        .map(|failure| {
            json!({
                "unit": failure.unit,
                "build": failure.target.name(),
                "reason": failure.reason.to_string(),
                "folder": failure.folder,
            })
        })
        .collect();
    let bytecodes: serde_json::Map<String, Value> = summary
        .coverage
        .of_compiled_code()
        .into_iter()
        .map(|(_, name, count)| (name.to_owned(), count.into()))
        .collect();
    let (_, rarest, least) = summary.coverage.rarest();
    let value = json!({
        "methods": summary.methods,
        "units": summary.units,
        "lines": summary.lines,
        "failures": failures,
        "too_large": summary.too_large,
        "overflows": summary.overflows,
        "cycles": summary.cycles,
        "seconds": summary.time.as_secs_f64(),
        "seconds_per_thousand": summary.seconds_per_thousand(),
        "executed": summary.coverage.executed(),
        "rarest": rarest,
        "least": least,
        "bytecodes": bytecodes,
    });
    format!("{value:#}\n")
}

pub(crate) fn floats_table(results: &[Measured]) -> String {
    let mut table = plain();
    table.set_header([
        "operation",
        "pairs",
        "differences",
        "median",
        "worst",
        "operands of the worst",
    ]);
    for result in results {
        table.add_row([
            result.operation.name().to_owned(),
            result.pairs.to_string(),
            if result.difference.is_some() {
                "yes"
            } else {
                "none"
            }
            .to_owned(),
            result.median.to_string(),
            result.worst.to_string(),
            result.worst_operands.clone(),
        ]);
    }
    for column in [1, 3, 4] {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = text_of(table);
    for result in results {
        if let Some(difference) = &result.difference {
            let _ = writeln!(
                text,
                "{}: first difference\n  host    {}\n  machine {}",
                result.operation.name(),
                difference.host,
                difference.machine
            );
        }
    }
    text
}

pub(crate) fn floats_json(results: &[Measured]) -> String {
    let rows: Vec<Value> = results
        .iter()
        .map(|result| {
            json!({
                "operation": result.operation.name(),
                "pairs": result.pairs,
                "difference": result.difference.as_ref().map(|difference| json!({
                    "host": difference.host,
                    "machine": difference.machine,
                })),
                "median": result.median,
                "worst": result.worst,
                "worst_operands": result.worst_operands,
            })
        })
        .collect();
    format!("{:#}\n", Value::from(rows))
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table
}

/// The table with two blanks between columns.
fn text_of(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt() + "\n"
}
