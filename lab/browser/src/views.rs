//! Views of one moment, each made only if the page shows it.

use debugger::Session;
use debugger::text::{self, Listed};
use isa::Output;
use method_cache::Organisation;
use serde_json::{Map, Value, json};

use crate::bench::{Opened, Refusal, value};
use crate::data_path::data_path;

/// Bytes of output that a page shows.
const SHOWN_OUTPUT: usize = 64 << 10;
/// Words of memory at once.
const MOST_WORDS: u32 = 4096;

/// The views of these names, and always the moment.
pub(crate) fn show(opened: &Opened, parts: &[String]) -> Result<Value, Refusal> {
    let session = &opened.session;
    let mut views = Map::new();
    views.insert("moment".to_owned(), moment(opened));
    for part in parts {
        let view = match part.as_str() {
            "moment" => continue,
            "data-path" => value(&data_path(session.timeline().machine())),
            "stack" => stack(session),
            "cache" => cache(opened),
            "registers" => json!(text::registers(session)),
            "calls" => calls(session),
            "locals" => json!(text::locals(session, 0).unwrap_or_default()),
            "statistics" => statistics(session),
            "output" => output(session),
            "texts" => texts(session),
            "breakpoints" => breakpoints(session),
            other => return Err(Refusal(format!("no view `{other}`"))),
        };
        views.insert(part.clone(), view);
    }
    Ok(Value::Object(views))
}

/// Where the machine is, and what was reached.
fn moment(opened: &Opened) -> Value {
    let session = &opened.session;
    let timeline = session.timeline();
    let position = session.position();
    let line = session.names().line(position.method, position.pc);
    let outputs = timeline.recorded_outputs().last();
    let status = outputs.and_then(|(_, output)| match output {
        Output::Exit(status) => Some(status.cast_signed()),
        _ => None,
    });
    let known = position.bytecode.is_some() || position.entry.is_some();
    json!({
        "program": opened.name,
        "cycle": timeline.cycle(),
        "first": timeline.first(),
        "farthest": timeline.farthest(),
        "end": timeline.end(),
        "status": timeline.end().and(status),
        "place": session.place(),
        "method": known.then(|| session.names().method_name(position.method)),
        "pc": known.then_some(position.pc),
        "begins": position.begins(timeline.cycle()),
        "file": line.as_ref().map(|(file, _)| file),
        "line": line.as_ref().map(|(_, line)| line),
        "blocks": timeline.block_cycles(),
    })
}

/// The words of the stack with their roles, the top one first; pointers and the running frame.
fn stack(session: &Session) -> Value {
    let state = &session.timeline().machine().state;
    let frames = session.frames();
    let frame = frames.first();
    let words = text::stack_words(session, state.stack.ram.len()).into_iter();
    let words: Vec<Value> = words
        .map(|word| json!([word.address, word.value, word.role]))
        .collect();
    json!({
        "words": words,
        "a": state.stack.a,
        "b": state.stack.b,
        "sp": state.stack.sp(),
        "vp": state.stack.vp(),
        "ar": state.stack.ar(),
        "size": state.stack.ram.len(),
        "frame": frame.map(|frame| json!({
            "start": frame.vp, "locals": frame.locals, "operands": frame.operands(),
        })),
        "frames": frames.iter().map(|frame| json!({
            "start": frame.vp, "name": session.names().method_name(frame.method),
        })).collect::<Vec<_>>(),
    })
}

/// Blocks of the method cache, lines of the object cache.
fn cache(opened: &Opened) -> Value {
    let session = &opened.session;
    let state = &session.timeline().machine().state;
    let system = &state.memory_system;
    let statistics = &session.timeline().probe().0;
    let name = |tag: u32| session.names().method_name(tag);
    let words = |tag: u32| {
        let method = session.names().method(tag);
        method.map(|method| method.words)
    };
    let organisation = &system.method_cache;
    let controller = &system.controller;
    let tags = organisation.tags().iter();
    let blocks: Vec<Value> = tags
        .map(|tag| match tag {
            0 => json!(null),
            tag => json!({ "method": tag, "name": name(*tag), "words": words(*tag) }),
        })
        .collect();
    let kind = match organisation {
        Organisation::Fifo(_) => "fifo".to_owned(),
        Organisation::OneBlock(_) => "one-block".to_owned(),
        Organisation::TwoBlock(_) => "two-block".to_owned(),
        Organisation::Studied(cache) => cache.name().to_owned(),
    };
    let bytes = state.bytecode_fetch.jbc.len();
    let objects = system.object_cache.lines().filter(|line| line.valid != 0);
    let objects: Vec<Value> = objects
        .map(|line| json!({ "handle": line.handle, "valid": line.valid, "words": line.words }))
        .collect();
    json!({
        "kind": kind,
        "blocks": blocks,
        "block_words": (bytes / 4).checked_div(blocks.len()),
        "next": organisation.next(),
        "words": bytes / 4,
        "running": session.position().method,
        "loading": controller.outputs.bc_wr_ena.then_some(controller.bc_addr),
        "left": controller.bc_len,
        "jpc": state.bytecode_fetch.jpc,
        "lookups": statistics.method_lookups,
        "hits": statistics.method_hits,
        "objects_on": system.object_cache.is_enabled(),
        "objects": objects,
    })
}

fn calls(session: &Session) -> Value {
    json!(text::calls(session))
}

/// Counters until now.
fn statistics(session: &Session) -> Value {
    let counted = &session.timeline().probe().0;
    let stalls = counted.stalls.by_cause();
    let stalls: Vec<Value> = stalls
        .iter()
        .map(|(cause, cycles)| json!([cause, cycles]))
        .collect();
    json!({
        "cycles": counted.cycles,
        "microinstructions": counted.microinstructions,
        "bytecodes": counted.bytecodes,
        "reads": counted.memory_reads,
        "writes": counted.memory_writes,
        "lookups": counted.method_lookups,
        "hits": counted.method_hits,
        "interrupts": counted.interrupts,
        "exceptions": counted.exceptions,
        "stalls": stalls,
    })
}

/// What the program has printed until now.
fn output(session: &Session) -> Value {
    let bytes = session.printed();
    let start = bytes.len().saturating_sub(SHOWN_OUTPUT);
    json!({
        "cut": start,
        "text": String::from_utf8_lossy(&bytes[start..]),
    })
}

/// Titles and present lines of source, bytecode and microcode; the lines themselves are asked for once.
fn texts(session: &Session) -> Value {
    let of = |listed: Option<Listed>| {
        listed.map(|listed| json!({ "title": listed.title, "current": listed.current }))
    };
    json!({
        "source": of(text::source(session)),
        "code": of(text::running_code(session)),
        "microcode": of(Some(text::microcode(session))),
    })
}

/// Lines of one of the three.
pub(crate) fn text(opened: &Opened, of: &str) -> Result<Value, Refusal> {
    let session = &opened.session;
    let listed = match of {
        "source" => text::source(session),
        "code" => text::running_code(session),
        "microcode" => Some(text::microcode(session)),
        other => return Err(Refusal(format!("no text `{other}`"))),
    };
    Ok(match listed {
        Some(listed) => json!({ "title": listed.title, "lines": listed.lines }),
        None => Value::Null,
    })
}

fn breakpoints(session: &Session) -> Value {
    let list = session.breakpoints().iter();
    list.map(|it| json!({ "number": it.number, "text": it.text }))
        .collect()
}

/// Words of main memory, with the names of static fields among them.
pub(crate) fn memory(opened: &Opened, start: u32, words: u32) -> Value {
    let session = &opened.session;
    let memory = &session
        .timeline()
        .machine()
        .state
        .memory_system
        .memory
        .words;
    let size = memory.as_slice().len() as u32;
    let start = start.min(size);
    let end = size.min(start.saturating_add(words.min(MOST_WORDS)));
    let names = (start..end).filter_map(|address| {
        let names = session.names();
        let name = match (names.static_at(address), names.method(address)) {
            (Some(field), _) => format!("{}.{}", field.class, field.name),
            (None, Some(method)) if method.address == address => names.method_name(address),
            _ => return None,
        };
        Some((address.to_string(), json!(name)))
    });
    json!({
        "size": size,
        "start": start,
        "words": &memory.as_slice()[start as usize..end as usize],
        "names": names.collect::<Map<_, _>>(),
    })
}
