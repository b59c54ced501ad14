//! speedscope's JSON: sampled profiles with weights, and evented ones with the cycles of each event.

use serde::Deserialize;

use super::EXPORT_CYCLES;
use super::ImportError;
use super::builder::{At, Builder, Figures};
use super::unit::{of_title, refuse_other};
use cross_profile::cause::Service;
use cross_profile::profile::Profile;

/// Name in messages.
const NAME: &str = "speedscope";

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    name: String,
    #[serde(default)]
    exporter: String,
    shared: Shared,
    profiles: Vec<Thread>,
}

#[derive(Deserialize)]
struct Shared {
    frames: Vec<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    name: String,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Thread {
    Sampled {
        name: String,
        #[serde(default)]
        unit: Option<String>,
        samples: Vec<Vec<usize>>,
        weights: Vec<u64>,
    },
    Evented {
        name: String,
        #[serde(default)]
        unit: Option<String>,
        #[serde(rename = "startValue")]
        start: u64,
        events: Vec<Event>,
    },
}

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    frame: usize,
    at: u64,
}

/// Reads the profiles of a file as threads.
///
/// # Errors
///
/// [`ImportError`] tells what is wrong.
pub fn speedscope(bytes: &[u8]) -> Result<Profile, ImportError> {
    let file: File = serde_json::from_slice(bytes).map_err(wrong)?;
    if let (true, Some(metric)) = (file.exporter.starts_with("joplab "), of_title(&file.name)) {
        refuse_other(NAME, metric, EXPORT_CYCLES)?;
    }
    let mut builder = Builder::new();
    let frames = &file.shared.frames;
    for thread in &file.profiles {
        check_unit(thread)?;
        match thread {
            Thread::Sampled {
                name,
                samples,
                weights,
                ..
            } => {
                if samples.len() != weights.len() {
                    return Err(wrong("samples and weights differ in number"));
                }
                let root = builder.thread(name);
                for (stack, weight) in samples.iter().zip(weights) {
                    let mut at = root;
                    for frame in stack {
                        at = callee(&mut builder, frames, at, *frame)?;
                    }
                    charge(&mut builder, at, *weight)?;
                }
            }
            Thread::Evented {
                name,
                start,
                events,
                ..
            } => evented(&mut builder, frames, name, *start, events)?,
        }
    }
    builder.finish(NAME, false)
}

/// Refuses time and bytes; the format has no unit for cycles.
fn check_unit(thread: &Thread) -> Result<(), ImportError> {
    let (Thread::Sampled { unit, .. } | Thread::Evented { unit, .. }) = thread;
    match unit.as_deref() {
        None | Some("none") => Ok(()),
        Some(unit) => refuse_other(NAME, unit, "the `unit` of cycles is `none`"),
    }
}

fn evented(
    builder: &mut Builder,
    frames: &[Frame],
    name: &str,
    start: u64,
    events: &[Event],
) -> Result<(), ImportError> {
    let mut stack = vec![builder.thread(name)];
    let mut time = start;
    for event in events {
        let passed = event.at.checked_sub(time);
        let passed = passed.ok_or_else(|| wrong("an event is earlier than the one before it"))?;
        time = event.at;
        let Some(at) = stack.last().copied() else {
            return Err(wrong("a frame is closed that was not opened"));
        };
        charge(builder, at, passed)?;
        if event.kind == "O" {
            stack.push(callee(builder, frames, at, event.frame)?);
        } else if stack.len() > 1 {
            stack.pop();
        } else {
            return Err(wrong("a frame is closed that was not opened"));
        }
    }
    Ok(())
}

fn callee(
    builder: &mut Builder,
    frames: &[Frame],
    at: At,
    frame: usize,
) -> Result<At, ImportError> {
    let frame = frames
        .get(frame)
        .ok_or_else(|| wrong("a frame without name"))?;
    Ok(builder.callee(at, &frame.name, Service::Program))
}

fn charge(builder: &mut Builder, at: At, cycles: u64) -> Result<(), ImportError> {
    let added = builder.charge(at, &Figures::of_cycles(0, cycles));
    added.ok_or_else(|| wrong("more than 2^64 cycles in all"))
}

fn wrong(what: impl Into<super::error::Reason>) -> ImportError {
    ImportError::form(NAME, what)
}
