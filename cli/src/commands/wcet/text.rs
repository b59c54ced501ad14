//! Bounds as text and tables.

use std::fmt::Write;

use wcet::Analysis;

use super::Row;
use crate::table::{Table, Value, thousands};

/// Lines, methods and loops that are printed for people.
const SHOWN: usize = 12;

/// One bound with its worst path, for people.
pub(super) fn of_one(bound: &Analysis) -> String {
    let mut text = head(bound);
    let tables = [
        ("cycles of the worst path by cause", causes(bound)),
        ("by method", methods(bound)),
        ("by line", lines_of_people(bound)),
        ("by loop", loops(bound)),
        ("what would lower the bound", levers(bound)),
    ];
    for (title, table) in tables {
        if let Some(table) = table {
            let _ = write!(text, "\n{title}:\n{}", table.for_people());
        }
    }
    text
}

fn head(bound: &Analysis) -> String {
    let mut text = format!(
        "{}: at most {} cycles, {:.2} µs{}\n",
        bound.method,
        thousands(bound.cycles),
        bound.microseconds,
        if bound.sound {
            ""
        } else {
            "; NOT SOUND: bounds of loops are observed"
        }
    );
    let cache = &bound.cache;
    let _ = writeln!(
        text,
        "method cache: {}, {}, {} blocks, {} needed; contexts: {}, arguments followed through {} calls",
        cache.policy, cache.organisation, cache.blocks, cache.needed, bound.contexts, bound.context
    );
    if let Some(observed) = &bound.observed {
        let _ = match observed.calls {
            0 => writeln!(
                text,
                "observed: no call that the bound covers, {} left out",
                thousands(observed.left_out)
            ),
            calls => writeln!(
                text,
                "observed: {} calls, at most {} cycles; the bound is {:.2} times that, {} calls left out",
                thousands(calls),
                thousands(observed.max),
                observed.ratio,
                thousands(observed.left_out)
            ),
        };
    }
    for term in &bound.terms {
        let _ = writeln!(
            text,
            "{}: {} cycles of the bound, for {} of its calls; its callers are called {} times at most",
            term.method.split('(').next().unwrap_or_default(),
            thousands(term.cycles),
            thousands(term.calls),
            thousands(term.of_callers)
        );
    }
    text.push_str("not covered:\n");
    for excluded in &bound.excluded {
        let places = match excluded.places.len() {
            0 => String::new(),
            1 => format!(" (at {})", excluded.places[0]),
            count => format!(" (at {} and {} more places)", excluded.places[0], count - 1),
        };
        let _ = writeln!(text, "  {}{places}", excluded.event);
    }
    text
}

fn part(cycles: u64, bound: &Analysis) -> Value {
    Value::Part(cycles as f64 / bound.cycles.max(1) as f64)
}

fn causes(bound: &Analysis) -> Option<Table> {
    let mut table = Table::new(&["share", "cycles", "cause"]);
    for it in &bound.causes {
        table.push(vec![
            part(it.cycles, bound),
            it.cycles.into(),
            it.cause.name().into(),
        ]);
    }
    Some(table)
}

fn methods(bound: &Analysis) -> Option<Table> {
    let mut table = Table::new(&["share", "own cycles", "calls", "bound of a call", "method"]);
    for it in bound.methods.iter().take(SHOWN) {
        table.push(vec![
            part(it.own, bound),
            it.own.into(),
            it.calls.into(),
            it.bound.into(),
            it.method.as_str().into(),
        ]);
    }
    Some(table.without(bound.methods.len().saturating_sub(SHOWN)))
}

/// Every line of the worst path, for programs.
pub(super) fn lines(bound: &Analysis) -> Table {
    let mut table = Table::new(&["own cycles", "with callees", "executions", "line", "method"]);
    for method in &bound.methods {
        for it in &method.lines {
            table.push(vec![
                it.own.into(),
                it.total.into(),
                it.count.into(),
                it.line.map_or(Value::None, |line| u64::from(line).into()),
                method.method.as_str().into(),
            ]);
        }
    }
    table
}

fn lines_of_people(bound: &Analysis) -> Option<Table> {
    let mut all: Vec<_> = bound
        .methods
        .iter()
        .flat_map(|method| method.lines.iter().map(move |line| (method, line)))
        .collect();
    all.sort_by_key(|(_, line)| std::cmp::Reverse(line.own));
    let mut table = Table::new(&["share", "own cycles", "with callees", "executions", "place"]);
    for (method, it) in all.into_iter().take(SHOWN) {
        let name = method.method.split('(').next().unwrap_or_default();
        let line = it.line.map_or_else(
            || " (dispatch and loads)".to_owned(),
            |line| format!(":{line}"),
        );
        table.push(vec![
            part(it.own, bound),
            it.own.into(),
            it.total.into(),
            it.count.into(),
            format!("{name}{line}").into(),
        ]);
    }
    Some(table)
}

fn loops(bound: &Analysis) -> Option<Table> {
    let mut table = Table::new(&[
        "bound",
        "from",
        "repetitions",
        "cycles for one less",
        "loop",
    ]);
    for it in bound.loops.iter().take(SHOWN) {
        let name = it.method.split('(').next().unwrap_or_default();
        let line = it
            .line
            .map_or_else(|| format!(" byte {}", it.offset), |line| format!(":{line}"));
        table.push(vec![
            it.most_repetitions.into(),
            it.source.name().into(),
            it.repetitions.into(),
            it.per_repetition.into(),
            format!("{name}{line}").into(),
        ]);
    }
    (!bound.loops.is_empty()).then_some(table)
}

fn levers(bound: &Analysis) -> Option<Table> {
    let mut table = Table::new(&["cycles less", "change"]);
    for it in &bound.levers {
        table.push(vec![it.cycles.into(), it.change.as_str().into()]);
    }
    (!bound.levers.is_empty()).then_some(table)
}

/// Several bounds, or why there is none.
pub(super) fn of_several(rows: &[Row]) -> Table {
    let mut table = Table::new(&[
        "bound",
        "observed",
        "ratio",
        "sound",
        "method",
        "no bound as",
    ]);
    for row in rows {
        let observed = row.seen.filter(|seen| seen.calls > 0);
        let (cycles, ratio, sound, reason) = match &row.bound {
            Ok(bound) => (
                bound.cycles.into(),
                observed.map_or(Value::None, |seen| {
                    Value::Decimal(bound.cycles as f64 / seen.max as f64, 2)
                }),
                if bound.sound { "yes" } else { "no" }.into(),
                Value::Blank,
            ),
            Err(reason) => (
                Value::None,
                Value::None,
                Value::None,
                reason.to_string().into(),
            ),
        };
        table.push(vec![
            cycles,
            observed.map_or(Value::None, |seen| seen.max.into()),
            ratio,
            sound,
            row.name.as_str().into(),
            reason,
        ]);
    }
    table
}
