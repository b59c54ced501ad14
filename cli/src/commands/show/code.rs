//! Bytecodes and microinstructions with their costs, level by level.

use cross_profile::Service;
use record::{Code, Figures, Grain, Vertical, VerticalRow, operations, service_costs};
use sim_core::statistics::Stalls;

use super::found::Found;
use super::subject::Subject;
use super::{Arguments, View};
use crate::args::method_names;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::table::{Format, Table, Value, limited};

/// Methods and operations that are printed.
const TOP: usize = 20;

/// Shows the view; gives the exit code.
pub(super) fn show(
    arguments: &Arguments,
    subject: &Subject<'_>,
    found: &Found,
) -> Result<u8, Error> {
    let read;
    let vertical = match found {
        Found::Run(recorded, _, _) => recorded.lines.as_ref(),
        Found::File(recording) => {
            read = record::file::of(recording).map_err(Error::at(subject.path()?.display()))?;
            Some(&read)
        }
    };
    if let Some(vertical) = vertical {
        let format = arguments.rows.table_format()?;
        let (table, document) = chosen(arguments, subject, vertical, format)?;
        arguments.rows.print(&table.render(format, document)?)?;
    }
    Ok(found.code())
}

fn chosen(
    arguments: &Arguments,
    subject: &Subject<'_>,
    vertical: &Vertical,
    format: Format,
) -> Result<(Table, Document), Error> {
    let name = subject.name()?;
    let wrong = |problem: String| Error::Input(format!("{name}: {problem}"));
    let top = arguments.top(TOP);
    if subject.words.view == View::Operations {
        let table = operation_rows(vertical, top, format);
        return Ok((table, Document::VerticalOperations));
    }
    let Some(method) = arguments.one_method()? else {
        let table = methods(vertical).ordered(arguments.order(TOP), format)?;
        return Ok((table, Document::VerticalMethods));
    };
    let list = format!("jop show code {name} --top 0");
    let overloads = overloads(vertical, method, &list).map_err(wrong)?;
    match (arguments.whole.at, overloads.as_slice()) {
        (None, _) => {
            let table = bytecodes(vertical, &overloads, arguments.top(0), format);
            let order = arguments.order(0);
            Ok((table.sorted(order.sort)?, Document::VerticalBytecodes))
        }
        (Some(offset), [(_, rows)]) => {
            let table = words(vertical, rows, offset).map_err(wrong)?;
            let order = arguments.order(0);
            Ok((table.sorted(order.sort)?, Document::VerticalWords))
        }
        (Some(_), several) => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            Err(wrong(format!(
                "--at needs one method, and `{method}` is {}; give the descriptor, too",
                names.join(" and ")
            )))
        }
    }
}

fn methods(vertical: &Vertical) -> Table {
    let mut columns = vec!["self cycles", "share", "calls", "bytecodes"];
    let services = [
        "java bytecodes",
        "allocation",
        "exceptions",
        "interrupts",
        "synchronisation",
    ];
    columns.extend(services);
    columns.push("method");
    let mut table = Table::new(&columns);
    let profile = &vertical.profile;
    let mut added = vec![[0; Service::ALL.len()]; profile.methods.len()];
    for costs in service_costs(profile) {
        added[costs.method.0 as usize] = costs.cycles;
    }
    let total = vertical.recorded_cycles();
    let figures = profile.by_method();
    let mut places: Vec<usize> = (0..profile.methods.len())
        .filter(|place| figures[*place].self_cycles != 0)
        .collect();
    places.sort_by_key(|place| {
        (
            std::cmp::Reverse(figures[*place].self_cycles),
            &profile.methods[*place],
        )
    });
    for place in places {
        let figures = figures[place];
        let mut row = vec![
            figures.self_cycles.into(),
            share(figures.self_cycles, total),
            figures.calls.into(),
            figures.bytecodes.into(),
        ];
        row.extend(added[place][1..].iter().map(|cycles| Value::Count(*cycles)));
        row.push(profile.methods[place].as_str().into());
        table.push(row);
    }
    table
}

/// The two forms of each operation, a row each.
fn operation_rows(vertical: &Vertical, top: usize, format: Format) -> Table {
    let mut table = Table::new(&[
        "operation",
        "form",
        "executions",
        "cycles",
        "cycles each",
        "where",
    ]);
    let (shown, missing) = limited(operations(&vertical.profile), top, format);
    for operation in shown {
        let each = |cycles: u64, count: u64| Value::Decimal(cycles as f64 / count.max(1) as f64, 1);
        table.push(vec![
            operation.bytecode.into(),
            "bytecode".into(),
            operation.dispatches.into(),
            operation.cycles.into(),
            each(operation.cycles, operation.dispatches),
            "microcode".into(),
        ]);
        table.push(vec![
            operation.bytecode.into(),
            "Java".into(),
            operation.calls.into(),
            operation.routine_cycles.into(),
            each(operation.routine_cycles, operation.calls),
            operation.routine.into(),
        ]);
    }
    table.without(missing)
}

/// A method with its rows.
type Recorded<'a> = (String, Vec<&'a VerticalRow>);

/// The overloads of the one method that a name means.
fn overloads<'a>(
    vertical: &'a Vertical,
    name: &str,
    list: &str,
) -> Result<Vec<Recorded<'a>>, String> {
    let mut found: Vec<u32> = vertical
        .rows
        .iter()
        .filter_map(|row| row.code.method())
        .collect();
    found.sort_unstable();
    found.dedup();
    let names: Vec<String> = found.iter().map(|it| vertical.method_name(*it)).collect();
    let places = method_names::overloads(&names, name, list).map_err(|error| error.to_string())?;
    let rows = |place: usize| -> Vec<&'a VerticalRow> { vertical.rows_of(found[place]).collect() };
    Ok(places
        .into_iter()
        .map(|place| (names[place].clone(), rows(place)))
        .collect())
}

/// Bytecodes in their order, in tables the `most` with the most cycles. People see the method where there are several.
fn bytecodes(vertical: &Vertical, all: &[Recorded<'_>], most: usize, format: Format) -> Table {
    let shows_method = format != Format::Table || all.len() > 1;
    let mut columns = figure_columns(&["byte", "line"], "bytecode");
    columns.extend(shows_method.then_some("method"));
    let mut table = Table::new(&columns);
    let rows = all
        .iter()
        .flat_map(|(name, rows)| rows.iter().map(move |row| (name, row)));
    let total: u64 = rows.clone().map(|(_, row)| row.figures.cycles).sum();
    let mut hottest: Vec<usize> = (0..rows.clone().count()).collect();
    let cycles: Vec<u64> = rows.clone().map(|(_, row)| row.figures.cycles).collect();
    hottest.sort_by_key(|place| std::cmp::Reverse(cycles[*place]));
    let (hottest, missing) = limited(hottest, most, format);
    for (place, (method, row)) in rows.enumerate() {
        if !hottest.contains(&place) {
            continue;
        }
        let (text, line) = vertical.text(row.code);
        let place = match row.code {
            Code::Bytecode { offset, .. } => Value::Count(offset.into()),
            _ => Value::None,
        };
        let line = line.map_or(Value::None, |line| Value::Count(line.into()));
        let mut row = figure_row(vec![place, line], &row.figures, total, text);
        row.extend(shows_method.then(|| method.as_str().into()));
        table.push(row);
    }
    table.without(missing)
}

fn words(vertical: &Vertical, rows: &[&VerticalRow], at: u32) -> Result<Table, String> {
    if vertical.recorded.grain != Grain::Microinstruction {
        return Err(
            "it was recorded without microinstructions; record it with --record microinstructions"
                .to_owned(),
        );
    }
    let is_there =
        |row: &&&VerticalRow| matches!(row.code, Code::Bytecode { offset, .. } if offset == at);
    let row = rows.iter().find(is_there);
    let row = row.ok_or_else(|| {
        format!(
            "no bytecode was dispatched at byte {at} of the method; leave out --at to see where"
        )
    })?;
    let mut table = Table::new(&figure_columns(&["address"], "microinstruction"));
    for word in &row.words {
        let text = vertical
            .texts
            .words
            .get(&word.address)
            .cloned()
            .unwrap_or_default();
        let address = Value::Count(word.address.into());
        table.push(figure_row(
            vec![address],
            &word.figures,
            row.figures.cycles,
            text,
        ));
    }
    Ok(table)
}

fn figure_columns<'a>(first: &[&'a str], last: &'a str) -> Vec<&'a str> {
    let figures = ["executions", "cycles", "share", "stalled", "causes"];
    [first, &figures, &[last]].concat()
}

fn figure_row(mut row: Vec<Value>, figures: &Figures, total: u64, text: String) -> Vec<Value> {
    row.extend([
        figures.executions.into(),
        figures.cycles.into(),
        share(figures.cycles, total),
        figures.stalls.total().into(),
        causes(&figures.stalls).into(),
        text.into(),
    ]);
    row
}

/// `plain read 12, I/O 3`, the largest first.
fn causes(stalls: &Stalls) -> String {
    let mut causes: Vec<(&str, u64)> = stalls
        .by_cause()
        .into_iter()
        .filter(|(_, cycles)| *cycles != 0)
        .collect();
    causes.sort_by_key(|(_, cycles)| std::cmp::Reverse(*cycles));
    let causes: Vec<String> = causes
        .iter()
        .map(|(name, cycles)| format!("{name} {cycles}"))
        .collect();
    causes.join(", ")
}

fn share(part: u64, whole: u64) -> Value {
    Value::Part(part as f64 / whole.max(1) as f64)
}
