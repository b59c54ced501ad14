//! Annotated methods as rows, for programs: a row for each line or bytecode.

use record::{Annotation, Code, Figures, Instruction, Line};

use super::report::{Report, View};
use crate::output::table::{Table, Value};

/// The rows; where all methods are shown they add up to the run.
pub(super) fn table(report: &Report<'_>, view: View) -> Table {
    let mut columns = vec![
        "method",
        "file",
        "line",
        "offset",
        "text",
        "executions",
        "cycles",
        "share",
        "share of method",
    ];
    columns.extend(Figures::default().stalls.by_cause().map(|(cause, _)| cause));
    let mut table = Table::new(&columns);
    let whole = report.vertical.recorded_cycles();
    for method in &report.annotations {
        let own = method.figures.cycles;
        for (text, counts) in &method.dispatches {
            let place = [
                method.method.name.clone().into(),
                file(method),
                Value::None,
                Value::None,
                text.as_str().into(),
            ];
            table.push(row(place, counts, [whole, own]));
        }
        if view == View::Bytecode {
            for instruction in &method.instructions {
                table.push(bytecode(method, instruction, whole));
            }
            continue;
        }
        for line in method.lines.iter().filter(|line| line.has_code) {
            table.push(source_line(method, line, whole));
            if view == View::Interleaved {
                for place in &line.instructions {
                    table.push(bytecode(method, &method.instructions[*place], whole));
                }
            }
        }
    }
    let mut rows = report.vertical.rows.iter();
    let start = rows
        .find(|row| row.code == Code::Start)
        .map(|row| &row.figures);
    if let (true, Some(counts)) = (report.is_whole, start) {
        let [none, also, line, offset] = [const { Value::None }; 4];
        let place = ["(start)".into(), none, also, line, offset];
        table.push(row(place, counts, [whole, counts.cycles]));
    }
    table
}

fn source_line(method: &Annotation, line: &Line, whole: u64) -> Vec<Value> {
    let place = [
        method.method.name.clone().into(),
        file(method),
        number(line.number),
        Value::None,
        line.text
            .as_ref()
            .map_or(Value::None, |text| text.trim().into()),
    ];
    row(place, &line.figures, [whole, method.figures.cycles])
}

fn bytecode(method: &Annotation, instruction: &Instruction, whole: u64) -> Vec<Value> {
    // As in listings, but without the offset, which has its own column.
    let text = instruction.listed();
    let words: Vec<&str> = text.split_whitespace().skip(1).collect();
    let place = [
        method.method.name.clone().into(),
        file(method),
        number(instruction.code.4),
        u64::from(instruction.code.0).into(),
        words.join(" ").into(),
    ];
    row(place, &instruction.figures, [whole, method.figures.cycles])
}

/// Cycles are shown as parts of those of the run and of the method, too.
fn row(place: [Value; 5], counts: &Figures, wholes: [u64; 2]) -> Vec<Value> {
    let mut row = Vec::from(place);
    row.extend([counts.executions.into(), counts.cycles.into()]);
    let part = |whole: u64| Value::Part(counts.cycles as f64 / whole.max(1) as f64);
    row.extend(wholes.map(part));
    let stalls = counts.stalls.by_cause();
    row.extend(stalls.map(|(_, cycles)| cycles.into()));
    row
}

fn file(method: &Annotation) -> Value {
    method.file.as_deref().map_or(Value::None, Value::from)
}

fn number(line: Option<u16>) -> Value {
    line.map_or(Value::None, |line| u64::from(line).into())
}
