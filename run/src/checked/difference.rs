//! A difference between two engines: the cycle, and every register or word that is not the same.

use std::convert::Infallible;
use std::fmt;

use serde::Serialize;
use serde_json::Value;
use sim_core::main_memory::Words;
use sim_core::{MachineState, Statistics};

use crate::counters::Counters;

/// Registers of a message at most.
const SHOWN: usize = 12;

/// What an engine that is checked cannot go on with.
#[derive(Debug, thiserror::Error)]
pub enum CheckFault {
    /// The engine does what the reference does not.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// The program does what the engine cannot execute.
    #[error(transparent)]
    Engine(#[from] fast_engine::Fault),
}

impl From<Infallible> for CheckFault {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// A register, word, counter or output that is not the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differing {
    /// Its unit and its name, as checkpoints have them.
    pub name: String,
    /// Its value on the reference.
    pub reference: String,
    /// Its value on the engine.
    pub engine: String,
}

impl Differing {
    pub(crate) fn new(name: impl Into<String>, reference: String, engine: String) -> Self {
        Self {
            name: name.into(),
            reference,
            engine,
        }
    }
}

/// The first difference of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Cycle up to which both are the same.
    pub same: u64,
    /// Cycle in which they differ.
    pub cycle: u64,
    /// All that differs then; at least one.
    pub differing: Vec<Differing>,
    /// Checkpoints hold the state before it.
    pub is_saved: bool,
}

impl Difference {
    pub(crate) fn new(same: u64, cycle: u64, differing: Vec<Differing>) -> Self {
        Self {
            same,
            cycle,
            differing,
            is_saved: true,
        }
    }
}

/// One screen.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { same, cycle, .. } = self;
        writeln!(
            f,
            "the engine is not the reference: the same up to cycle {same}, not in cycle {cycle}"
        )?;
        let shown = &self.differing[..self.differing.len().min(SHOWN)];
        let width = shown.iter().map(|it| it.name.len()).max().unwrap_or(0);
        for Differing {
            name,
            reference,
            engine,
        } in shown
        {
            writeln!(f, "  {name:width$}  reference {reference}, engine {engine}")?;
        }
        let more = self.differing.len() - shown.len();
        if more > 0 {
            writeln!(f, "  and {more} more registers and words")?;
        }
        let (what, option) = match self.is_saved {
            true => ("a checkpoint before it", " --checkpoints DIR"),
            false => ("the run before it", ""),
        };
        write!(
            f,
            "  {what}: the same command with --engine reference --max-cycles {same}{option}, without --check-engine"
        )
    }
}

impl std::error::Error for Difference {}

/// What differs between two machines and their counters.
pub(crate) fn of_machines(
    expected: (&MachineState, &Statistics),
    found: (&MachineState, &Statistics),
) -> Vec<Differing> {
    let mut differing = Vec::new();
    if expected.0 != found.0 {
        let [(expected, memory), (found, words)] = [expected.0, found.0].map(without_memory);
        walk("", &expected, &found, &mut differing);
        differing.extend(of_words(&memory, &words));
        if differing.is_empty() {
            let name = "a register that checkpoints do not hold".to_owned();
            differing.push(Differing::new(name, String::new(), String::new()));
        }
    }
    if expected.1 != found.1 {
        let before = differing.len();
        let [counted, others] = [expected.1, found.1].map(value);
        walk("counters", &counted, &others, &mut differing);
        if differing.len() == before {
            let [expected, found] = [expected.1.charged(), found.1.charged()];
            differing.push(Differing::new(
                "the operation that stalls are charged to",
                format!("{expected:?}"),
                format!("{found:?}"),
            ));
        }
    }
    differing
}

/// Words of main memory that differ.
pub(crate) fn of_words(expected: &Words, found: &Words) -> Vec<Differing> {
    let pairs = expected.as_slice().iter().zip(found.as_slice());
    let differing = pairs.enumerate().filter(|(_, (one, other))| one != other);
    let differing = differing.map(|(place, (expected, found))| {
        let name = format!("main memory[{place}]");
        Differing::new(name, expected.to_string(), found.to_string())
    });
    differing.collect()
}

/// What differs between two counts.
pub(crate) fn of_counters(expected: &Counters, found: &Counters) -> Vec<Differing> {
    let mut differing = Vec::new();
    if expected != found {
        walk("counters", &value(expected), &value(found), &mut differing);
    }
    differing
}

/// The registers of a machine as a tree, and its main memory, which would be a large one.
fn without_memory(state: &MachineState) -> (Value, Words) {
    let mut state = state.clone();
    let words = &mut state.memory_system.memory.words;
    let words = std::mem::replace(words, Words::new(Vec::new()));
    (value(&state), words)
}

fn value(of: &impl Serialize) -> Value {
    // What cannot be written as a tree has no names; the caller then says so.
    serde_json::to_value(of).unwrap_or(Value::Null)
}

/// Adds the leaves that differ.
fn walk(name: &str, expected: &Value, found: &Value, differing: &mut Vec<Differing>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, expected) in expected {
                let name = match name {
                    "" => key.clone(),
                    _ => format!("{name}.{key}"),
                };
                let found = found.get(key).unwrap_or(&Value::Null);
                walk(&name, expected, found, differing);
            }
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            for (place, (expected, found)) in expected.iter().zip(found).enumerate() {
                walk(&format!("{name}[{place}]"), expected, found, differing);
            }
        }
        _ if expected != found => {
            let [expected, found] = [expected, found].map(Value::to_string);
            differing.push(Differing::new(name, expected, found));
        }
        _ => {}
    }
}
