//! Allocations, and what stays of them, as tables.

use cross_profile::CallingContextTree;
use memory_profile::{Attribution, Counted, Figures, Line, MemoryProfile};
use serde_json::{Value as Json, json};

use super::choice::{Choice, part_of};
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value, counted, thousands};

/// The run in one line.
pub(super) fn summary(memory: &MemoryProfile) -> String {
    let allocated = memory.allocated();
    let cycles: u64 = memory.collections.iter().map(|it| it.cycles).sum();
    format!(
        "{} of {}, {} of the heap; {} of {}, {:.1} % of the run",
        counted(allocated.objects, "object"),
        counted(allocated.words, "word"),
        counted(allocated.heap_words(), "word"),
        counted(memory.collections.len() as u64, "collection"),
        counted(cycles, "cycle"),
        100.0 * cycles as f64 / memory.recorded.cycles.max(1) as f64,
    )
}

/// The heap's peak in one line.
fn peak(memory: &MemoryProfile) -> String {
    let heap = &memory.heap;
    format!(
        "at most {} in use, and {} of the heap in cycle {}; at least {} free in one piece",
        counted(heap.most_handles.into(), "handle"),
        part_of(heap.most_words.into(), heap.words.into()),
        thousands(heap.most_words_cycle),
        counted(heap.least_free_words.into(), "word"),
    )
}

/// Figures of the whole run, for documents.
pub(super) fn run(memory: &MemoryProfile) -> Json {
    let (allocated, heap) = (memory.allocated(), &memory.heap);
    let cycles: u64 = memory.collections.iter().map(|it| it.cycles).sum();
    json!({
        "cycles": memory.recorded.cycles,
        "objects": allocated.objects,
        "words": allocated.words,
        "heap_words": allocated.heap_words(),
        "collections": memory.collections.len(),
        "gc_cycles": cycles,
        "pause": memory.recorded.collections.pause,
        "most_words": heap.most_words,
        "most_words_cycle": heap.most_words_cycle,
        "most_handles": heap.most_handles,
        "least_free_words": heap.least_free_words,
    })
}

/// A table with the summary of the run: lines above it for people, a key for JSON.
pub(super) fn with_summary(
    memory: &MemoryProfile,
    table: &Table,
    document: Document,
    format: Format,
) -> Result<String, Error> {
    match format {
        Format::Table => Ok(format!(
            "{}\n{}\n\n{}",
            summary(memory),
            peak(memory),
            table.for_people()
        )),
        Format::Json => {
            let body = json!({ "run": run(memory), "rows": document::value(table)? });
            document::json(document, &body)
        }
        Format::Csv => table.render(format, document),
    }
}

fn share(part: Counted, memory: &MemoryProfile) -> Value {
    let whole = memory.allocated().heap_words().max(1);
    Value::Part(part.heap_words() as f64 / whole as f64)
}

fn line_number(line: Option<u16>) -> Value {
    line.map_or(Value::None, |line| u64::from(line).into())
}

/// Rows by falling heap words.
fn sorted<K: Ord>(rows: impl IntoIterator<Item = (K, Figures)>) -> Vec<(K, Figures)> {
    let mut rows: Vec<(K, Figures)> = rows.into_iter().collect();
    rows.sort_by(|(a_key, a), (b_key, b)| {
        let order = b.allocated.heap_words().cmp(&a.allocated.heap_words());
        order.then_with(|| a_key.cmp(b_key))
    });
    rows
}

const FIGURES: [&str; 7] = [
    "objects",
    "words",
    "heap words",
    "share",
    "kept objects",
    "kept words",
    "gc cycles",
];

fn figures(figures: &Figures, memory: &MemoryProfile) -> Vec<Value> {
    vec![
        figures.allocated.objects.into(),
        figures.allocated.words.into(),
        figures.allocated.heap_words().into(),
        share(figures.allocated, memory),
        figures.kept.objects.into(),
        figures.kept.words.into(),
        figures.cycles.into(),
    ]
}

/// Allocations by line of code.
pub(super) fn sites(
    choice: &Choice<'_>,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    let memory = choice.memory;
    let rows = memory.grouped(
        |site| choice.takes(site),
        |site| memory.line(site, choice.attribution),
    );
    let rows = sorted(rows);
    let columns = [&FIGURES[..], &["bytecode", "class", "line", "method"]].concat();
    let mut table = Table::new(&columns);
    for (site, sums) in rows {
        let mut row = figures(&sums, memory);
        row.extend([
            site.bytecode.into(),
            site.class.into(),
            line_number(site.line),
            site.method.into(),
        ]);
        table.push(row);
    }
    with_summary(
        memory,
        &table.ordered(order, format)?,
        Document::MemorySites,
        format,
    )
}

/// Allocations by class.
pub(super) fn classes(
    choice: &Choice<'_>,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    let memory = choice.memory;
    let rows = memory.grouped(|site| choice.takes(site), |site| site.class.clone());
    let rows = sorted(rows);
    let mut table = Table::new(&[&FIGURES[..], &["class"]].concat());
    for (class, sums) in rows {
        let mut row = figures(&sums, memory);
        row.push(class.into());
        table.push(row);
    }
    let table = table.ordered(order, format)?;
    with_summary(memory, &table, Document::MemoryClasses, format)
}

/// Chains of calls with what they allocate, each context below its caller: indented for people, joined for programs.
pub(super) fn contexts(choice: &Choice<'_>, top: usize, format: Format) -> Result<String, Error> {
    let memory = choice.memory;
    let weighted = memory.weighted(|site| match choice.takes(site) {
        true => site.allocated.heap_words(),
        false => 0,
    });
    let mut table = Table::new(&["total words", "share", "heap words", "objects", "context"]);
    let tree = weighted
        .merged()
        .unwrap_or_else(|| CallingContextTree::new(cross_profile::MethodId(0)));
    let (inclusive, total) = (tree.inclusive_cycles(), memory.allocated().heap_words());
    let shown = tree.hottest(if format == Format::Table { top } else { 0 });
    let shown = shown
        .into_iter()
        .filter(|(_, id)| inclusive[id.0 as usize] > 0);
    let all = inclusive.iter().filter(|words| **words > 0).count();
    let mut chain: Vec<&str> = Vec::new();
    let mut rows = 0;
    for (depth, id) in shown {
        let context = tree.context(id);
        chain.truncate(depth);
        chain.push(weighted.name(context.method));
        let name = match format {
            Format::Table => format!("{}{}", "  ".repeat(depth), chain[depth]),
            Format::Json | Format::Csv => chain.join(";"),
        };
        let words = inclusive[id.0 as usize];
        rows += 1;
        table.push(vec![
            words.into(),
            Value::Part(words as f64 / total.max(1) as f64),
            context.self_cycles().into(),
            context.calls.into(),
            name.into(),
        ]);
    }
    let table = table.without(all - rows);
    with_summary(memory, &table, Document::MemoryContexts, format)
}

/// What a collection left, by site.
pub(super) fn live(
    choice: &Choice<'_>,
    number: u32,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    let memory = choice.memory;
    let rows = memory.live_after(
        number,
        |site| choice.takes(site),
        |site| memory.line(site, choice.attribution),
    );
    let mut rows: Vec<(Line, Counted)> = rows.into_iter().collect();
    rows.sort_by(|(a_line, a), (b_line, b)| b.words.cmp(&a.words).then(a_line.cmp(b_line)));
    let all = memory.collections[number as usize - 1].live.words.max(1);
    let mut table = Table::new(&[
        "live objects",
        "live words",
        "share",
        "bytecode",
        "class",
        "line",
        "method",
    ]);
    for (site, live) in rows {
        table.push(vec![
            live.objects.into(),
            live.words.into(),
            Value::Part(live.words as f64 / all as f64),
            site.bytecode.into(),
            site.class.into(),
            line_number(site.line),
            site.method.into(),
        ]);
    }
    table
        .ordered(order, format)?
        .render(format, Document::MemoryLive)
}

/// Sites that keep what they allocate.
pub(super) fn leaks(
    choice: &Choice<'_>,
    collections: u32,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    let memory = choice.memory;
    let leaks = memory.leaks(collections, choice.attribution, |site| choice.takes(site));
    if leaks.is_empty() && format == Format::Table {
        let survived = counted(collections.into(), "collection");
        return Ok(format!("no object that is kept survived {survived}\n"));
    }
    let mut table = Table::new(&[
        "kept objects",
        "kept words",
        "survived",
        "live words",
        "growth",
        "bytecode",
        "class",
        "line",
        "method",
    ]);
    for leak in leaks {
        table.push(vec![
            leak.kept.objects.into(),
            leak.kept.words.into(),
            u64::from(leak.oldest).into(),
            leak.live.words.into(),
            Value::Difference(leak.growth.into()),
            leak.line.bytecode.into(),
            leak.line.class.into(),
            line_number(leak.line.line),
            leak.line.method.into(),
        ]);
    }
    table
        .ordered(order, format)?
        .render(format, Document::MemoryLeaks)
}

/// Where the code of a collection's begin is.
pub(super) fn asked_by(memory: &MemoryProfile, place: u32) -> (Value, Value) {
    let code = &memory.places[place as usize];
    let (method, line, _) = memory.code_line(code, Attribution::Application);
    (line_number(line), method.into())
}
