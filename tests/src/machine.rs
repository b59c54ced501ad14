//! Runs an image on the machine and keeps what it prints.

use isa::{MachineConfig, Output, Stop};
use jopizer::Linked;
use jopizer::stack_trace::TraceReader;
use microcode::Build;
use sim_core::{Machine, Statistics};

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

/// Runs a program to its end.
///
/// # Panics
/// When the machine cannot be built, which fails the test that asked for it.
#[must_use]
pub fn run(linked: &Linked, build: Build, config: &MachineConfig) -> Outcome {
    let mut machine = Machine::new(config, &microcode::jvm(build), &linked.image.words)
        .unwrap_or_else(|error| panic!("{error}"));
    let mut outcome = Outcome {
        stdout: Vec::new(),
        stderr: Vec::new(),
        status: None,
        statistics: Statistics::default(),
    };
    let mut trace = TraceReader::default();
    while let Stop::Output(output) = machine.run(LIMIT, &mut outcome.statistics) {
        match output {
            Output::Uart(byte) => outcome.stdout.push(byte),
            Output::Diagnostic(byte) => outcome.stderr.push(byte),
            Output::Trace(word) => {
                let lines = trace.push(word, Some(&linked.symbols));
                outcome
                    .stderr
                    .extend(lines.into_iter().flat_map(String::into_bytes));
            }
            Output::Exit(status) => {
                outcome.status = Some(status);
                outcome.stdout.extend(machine.empty_uart());
                break;
            }
        }
    }
    outcome
}
