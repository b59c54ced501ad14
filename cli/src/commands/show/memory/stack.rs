//! The depth of the stack as tables.

use memory_profile::{MemoryProfile, ThreadStack};
use serde_json::{Value as Json, json};

use super::choice::part_of;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value, thousands};

/// The deepest chain of each thread, then contexts by depth.
pub(super) fn text(
    memory: &MemoryProfile,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    match format {
        Format::Table => for_people(memory, order),
        Format::Json => document::json(Document::MemoryStack, &body(memory, order)?),
        Format::Csv => contexts(memory, format)
            .ordered(order, format)?
            .render(format, Document::MemoryStack),
    }
}

fn for_people(memory: &MemoryProfile, order: Order<'_>) -> Result<String, Error> {
    let stack = &memory.stack;
    let measured = match stack.is_exact {
        true => "in every cycle",
        false => "at calls, without what the innermost method pushes",
    };
    let mut text = format!(
        "stack RAM of {} words, of which {} are stack up to the overflow; measured {measured}\n",
        thousands(stack.ram_words.into()),
        thousands(stack.limit_words.into()),
    );
    for (place, thread) in stack.threads.iter().enumerate() {
        text += &format!(
            "\n{}: {} in cycle {}\n\n{}",
            memory.profile.threads[place].title(),
            part_of(thread.words.into(), stack.limit_words.into()),
            thousands(thread.cycle),
            chain(memory, place, thread).for_people()
        );
    }
    let contexts = contexts(memory, Format::Table).ordered(order, Format::Table)?;
    Ok(text + "\n" + &contexts.for_people())
}

/// Frames of a chain; what is below the first is that of boot.
fn frames<'a>(
    memory: &'a MemoryProfile,
    place: usize,
    thread: &'a ThreadStack,
) -> impl Iterator<Item = (u64, u64, &'a str)> {
    let frames: u32 = thread.chain.iter().map(|(_, words)| words).sum();
    let mut depth = u64::from(thread.words.saturating_sub(frames));
    thread.chain.iter().map(move |(context, words)| {
        depth += u64::from(*words);
        let method = memory.method(place as u32, *context);
        (u64::from(*words), depth, method)
    })
}

fn chain(memory: &MemoryProfile, place: usize, thread: &ThreadStack) -> Table {
    let mut table = Table::new(&["frame words", "depth", "method"]);
    for (words, depth, method) in frames(memory, place, thread) {
        table.push(vec![words.into(), depth.into(), method.into()]);
    }
    table
}

/// Contexts that were entered by a call, the deepest with their callees first.
fn contexts(memory: &MemoryProfile, format: Format) -> Table {
    let mut rows = Vec::new();
    for (place, contexts) in memory.stack.contexts.iter().enumerate() {
        let tree = &memory.profile.threads[place].tree;
        let mut below: Vec<u32> = contexts.iter().map(|it| it.deepest).collect();
        for id in (1..contexts.len()).rev() {
            let parent = tree.contexts()[id].parent.0 as usize;
            below[parent] = below[parent].max(below[id]);
        }
        let entered = contexts.iter().enumerate().filter(|(_, it)| it.entry > 0);
        rows.extend(entered.map(|(id, own)| (below[id], own, place as u32, id as u32)));
    }
    rows.sort_by_key(|(below, own, thread, id)| {
        (std::cmp::Reverse((*below, own.deepest)), *thread, *id)
    });
    let mut table = Table::new(&[
        "with callees",
        "share",
        "deepest",
        "entered at",
        "thread",
        "context",
    ]);
    for (below, own, thread, id) in rows {
        let chain = memory.chain(thread, id);
        let context = match format {
            Format::Table => chain.last().copied().unwrap_or_default().to_owned(),
            Format::Json | Format::Csv => chain.join(";"),
        };
        table.push(vec![
            u64::from(below).into(),
            Value::Part(f64::from(below) / f64::from(memory.stack.limit_words)),
            u64::from(own.deepest).into(),
            u64::from(own.entry).into(),
            memory.profile.threads[thread as usize].name.as_str().into(),
            context.into(),
        ]);
    }
    table
}

fn body(memory: &MemoryProfile, order: Order<'_>) -> Result<Json, Error> {
    let stack = &memory.stack;
    let threads = stack.threads.iter().enumerate().map(|(place, thread)| {
        let rows = frames(memory, place, thread);
        let rows = rows.map(|(words, depth, method)| {
            json!({ "frame_words": words, "depth": depth, "method": method })
        });
        json!({
            "thread": memory.profile.threads[place].name,
            "words": thread.words,
            "cycle": thread.cycle,
            "chain": rows.collect::<Vec<Json>>(),
        })
    });
    Ok(json!({
        "ram_words": stack.ram_words,
        "limit_words": stack.limit_words,
        "measured": if stack.is_exact { "cycles" } else { "calls" },
        "threads": threads.collect::<Vec<Json>>(),
        "rows": document::value(&contexts(memory, Format::Json).ordered(order, Format::Json)?)?,
    }))
}
