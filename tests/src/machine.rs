//! Runs an image on the machine and keeps what it prints.

use std::convert::Infallible;

use isa::{MachineConfig, Output};
use jopizer::Linked;
use jopizer::stack_trace::TraceReader;
use microcode::Build;
use run::{BlockRun, Engine, Guest, Limits, MachineRun};
use sim_core::{Machine, NoProbe, Statistics};

/// Cycles after which a program has certainly lost its way.
pub const LIMIT: u64 = 200_000_000;

/// What a run gave.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Bytes sent by the UART.
    pub stdout: Vec<u8>,
    /// Diagnostic text.
    pub stderr: Vec<u8>,
    /// The program's status; none if it did not end within [`LIMIT`].
    pub status: Option<u32>,
    /// What it cost.
    pub statistics: Statistics,
}

/// Runs a program to its end, every cycle on the reference.
///
/// # Panics
/// When the machine cannot be built, which fails the test that asked for it.
#[must_use]
pub fn run(linked: &Linked, build: Build, config: &MachineConfig) -> Outcome {
    let mut engine = MachineRun::new(machine(linked, build, config), Statistics::default());
    to_end(linked, &mut engine, |engine| engine.probe)
}

/// Runs a program to its end as `jop run` does: in superblocks, which other tests compare with the reference.
///
/// # Panics
/// As [`run()`].
#[must_use]
pub fn run_in_blocks(linked: &Linked, build: Build, config: &MachineConfig) -> Outcome {
    let probe = (Statistics::default(), NoProbe);
    let mut engine = BlockRun::new(machine(linked, build, config), probe);
    to_end(linked, &mut engine, |engine| engine.probe.0)
}

fn machine(linked: &Linked, build: Build, config: &MachineConfig) -> Machine {
    Machine::new(config, &microcode::jvm(build), &linked.image.words)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn to_end<E: Engine<Fault = Infallible>>(
    linked: &Linked,
    engine: &mut E,
    statistics: impl Fn(&E) -> Statistics,
) -> Outcome {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let mut trace = TraceReader::default();
    let mut sink = |output| {
        match output {
            Output::Uart(byte) => stdout.push(byte),
            Output::Diagnostic(byte) => stderr.push(byte),
            Output::Trace(word) => {
                let lines = trace.push(word, Some(&linked.symbols));
                stderr.extend(lines.into_iter().flat_map(String::into_bytes));
            }
            Output::Exit(_) => {}
        }
        Ok::<(), Infallible>(())
    };
    let limits = Limits::cycles(LIMIT);
    let Ok(end) = run::to_end(Guest::trusted(), engine, &mut sink, &limits);
    if end.status().is_some() {
        stdout.extend(engine.empty_uart());
    }
    Outcome {
        stdout,
        stderr,
        status: end.status(),
        statistics: statistics(engine),
    }
}
