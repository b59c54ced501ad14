//! Bounds as text and tables.

use std::collections::BTreeSet;
use std::fmt::Write;

use isa::cause::Cause;
use wcet::{Analysis, Excluded, LineShare, MethodShare, Soundness};

use super::advice::levers;
use super::cores;
use super::figures::Figures;
use super::row::Row;
use super::search;
use super::without::without;
use crate::output::table::{Format, Table, Value, counted, limited, list, thousands};

/// One bound with its worst path, for people, with so many rows of each table.
pub(super) fn of_one(bound: &Analysis, top: usize) -> String {
    let mut text = head(bound, top);
    let tables = [
        ("cycles of the worst path by cause", causes(bound)),
        ("by method", methods(bound, top)),
        ("by line", lines(bound, top)),
        ("by loop", loops(bound, top)),
        ("changes that lower the bound", levers(&bound.levers, top)),
        ("machines with a lower bound", levers(&bound.hardware, top)),
    ];
    for (title, table) in tables {
        if let Some(table) = table {
            let _ = write!(text, "\n{title}:\n{}", table.for_people());
        }
    }
    text
}

/// What is to be said of a bound that is not sound in any case.
pub(super) fn soundness(bound: &Analysis) -> Option<&'static str> {
    match bound.sound {
        Soundness::Yes => None,
        Soundness::Assumes => Some("assumes what is given"),
        Soundness::No if bound.disproved.is_empty() => {
            Some("NOT SOUND: bounds of loops are observed")
        }
        Soundness::No => Some("NOT SOUND: a run disproves it"),
    }
}

/// What a bound takes for true, and what of it a run has disproved.
pub(super) fn grounds(bound: &Analysis) -> [(&'static str, Vec<String>); 2] {
    [
        (
            "assumes",
            bound.assumes.iter().map(ToString::to_string).collect(),
        ),
        (
            "disproved",
            bound.disproved.iter().map(ToString::to_string).collect(),
        ),
    ]
}

/// Calls of the run, if one was made.
pub(super) fn observed(bound: &Analysis) -> Option<String> {
    let observed = bound.observed.as_ref()?;
    let left_out = thousands(observed.left_out);
    Some(match observed.calls {
        0 => format!("no call that the bound covers, {left_out} left out"),
        calls => format!(
            "{} calls, at most {} cycles; the bound is {:.2} times that, {left_out} calls left out",
            thousands(calls),
            thousands(observed.max),
            observed.ratio,
        ),
    })
}

fn head(bound: &Analysis, top: usize) -> String {
    let mut text = format!(
        "{}: at most {} cycles, {:.2} µs{}\n",
        bound.method,
        thousands(bound.cycles),
        bound.microseconds,
        match soundness(bound) {
            Some(reason) => format!("; {reason}"),
            None => String::new(),
        }
    );
    for (title, lines) in grounds(bound) {
        if !lines.is_empty() {
            let _ = writeln!(text, "{title}:");
        }
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(line) = without(bound) {
        let _ = writeln!(text, "{line}");
    }
    text += &cores::text(bound);
    let cache = &bound.cache;
    let _ = writeln!(
        text,
        "method cache: {}, {}, {} blocks, {} needed; contexts: {}, arguments followed through {} calls",
        cache.policy, cache.organisation, cache.blocks, cache.needed, bound.contexts, bound.context
    );
    if let Some(observed) = observed(bound) {
        let _ = writeln!(text, "observed: {observed}");
    }
    text += &search::text(bound, top);
    for term in &bound.terms {
        let _ = writeln!(
            text,
            "{}: {} cycles of the bound, for {}; calls of its callers: {} at most",
            term.method.split('(').next().unwrap_or_default(),
            thousands(term.cycles),
            counted(term.calls, "call"),
            thousands(term.of_callers)
        );
    }
    text.push_str("not covered:\n");
    for excluded in &bound.excluded {
        let most = if top == 0 { usize::MAX } else { 1 };
        let places = match excluded.places.len() {
            0 => String::new(),
            _ => format!(" (at {})", list(excluded.places.clone(), most, ", ")),
        };
        let met = met(excluded);
        let _ = writeln!(text, "  {}{places}{met}", excluded.event);
    }
    text
}

/// Calls of the run with an event that the bound does not cover, if one was made.
fn met(excluded: &Excluded) -> String {
    let longest = excluded.longest.map(thousands);
    match (excluded.calls, longest) {
        (None, _) => String::new(),
        (Some(0), _) => "; no call of the run".to_owned(),
        (Some(1), Some(cycles)) => format!("; 1 call of the run, {cycles} cycles"),
        (Some(1), None) => "; 1 call of the run, which did not return".to_owned(),
        (Some(calls), Some(cycles)) => format!(
            "; {} calls of the run, the longest {cycles} cycles",
            thousands(calls)
        ),
        (Some(calls), None) => {
            format!("; {} calls of the run, none returned", thousands(calls))
        }
    }
}

/// An event that the bound does not cover, with the calls of the run.
pub(super) fn excluded(it: &Excluded) -> String {
    format!("{}{}", it.event, met(it))
}

fn part(cycles: u64, bound: &Analysis) -> Value {
    Value::Part(cycles as f64 / bound.path_cycles().max(1) as f64)
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

fn methods(bound: &Analysis, top: usize) -> Option<Table> {
    let mut table = Table::new(&["share", "own cycles", "calls", "bound of a call", "method"]);
    let (shown, missing) = limited(bound.methods.iter().collect(), top, Format::Table);
    for it in shown {
        table.push(vec![
            part(it.own, bound),
            it.own.into(),
            it.calls.into(),
            it.bound.into(),
            it.method.as_str().into(),
        ]);
    }
    Some(table.without(missing))
}

fn lines(bound: &Analysis, top: usize) -> Option<Table> {
    let mut all: Vec<_> = bound
        .methods
        .iter()
        .flat_map(|method| method.lines.iter().map(move |line| (method, line)))
        .collect();
    all.sort_by_key(|(_, line)| std::cmp::Reverse(line.own));
    let mut table = Table::new(&["share", "own cycles", "with callees", "executions", "place"]);
    let (shown, missing) = limited(all, top, Format::Table);
    for (method, it) in shown {
        table.push(vec![
            part(it.own, bound),
            it.own.into(),
            it.total.into(),
            it.line.map_or(Value::None, |_| it.count.into()),
            place(method, it).into(),
        ]);
    }
    Some(table.without(missing))
}

/// Method and line, or what it is that belongs to no line.
fn place(method: &MethodShare, it: &LineShare) -> String {
    let name = method.method.split('(').next().unwrap_or_default();
    match it.line {
        Some(line) => format!("{name}:{line}"),
        None => format!("{name} ({})", beside_lines(it)),
    }
}

/// What belongs to no line, by its causes.
pub(super) fn beside_lines(it: &LineShare) -> String {
    let causes = it.causes.iter().map(|share| match share.cause {
        Cause::LoadOnInvoke | Cause::LoadOnReturn => share.cause.name(),
        _ if it.count > 0 => "code without lines",
        _ => "dispatch and loads",
    });
    let mut causes: Vec<&str> = causes.collect();
    causes.dedup();
    causes.join(", ")
}

fn loops(bound: &Analysis, top: usize) -> Option<Table> {
    let mut table = Table::new(&[
        "bound",
        "from",
        "repetitions",
        "cycles for one less",
        "loop",
    ]);
    let (shown, missing) = limited(bound.loops.iter().collect(), top, Format::Table);
    for it in shown {
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
    (!bound.loops.is_empty()).then(|| table.without(missing))
}

/// Bounds of methods, or why there is none, for people; below, what they rest on.
pub(super) fn of_several(rows: &[Row], top: usize) -> String {
    let is_searched = rows.iter().any(|row| {
        let bound = row.bound.as_ref();
        bound.is_ok_and(|bound| bound.search.is_some())
    });
    let mut columns = vec![
        "bound",
        "observed",
        "ratio",
        "sound",
        "method",
        "no bound as",
    ];
    if is_searched {
        columns.insert(3, "searched");
    }
    let mut table = Table::new(&columns);
    let (shown, missing) = limited(rows.iter().collect(), top, Format::Table);
    for row in &shown {
        let it = Figures::of(row);
        let name = row.name.as_str().into();
        let mut cells = vec![it.bound, it.observed, it.ratio, it.sound, name, it.reason];
        if is_searched {
            cells.insert(3, it.searched);
        }
        table.push(cells);
    }
    let mut text = table.without(missing).for_people();
    let bounds = || rows.iter().filter_map(|row| row.bound.as_ref().ok());
    for place in 0..2 {
        let all = bounds().map(|bound| grounds(bound)[place].clone());
        let (titles, lines): (Vec<_>, Vec<_>) = all.unzip();
        let lines: BTreeSet<String> = lines.into_iter().flatten().collect();
        if let (Some(title), false) = (titles.first(), lines.is_empty()) {
            let lines: Vec<String> = lines.into_iter().collect();
            let _ = write!(text, "\n{title}:\n  {}\n", lines.join("\n  "));
        }
    }
    text
}
