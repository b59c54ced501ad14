//! Runs a program on the machine and records its lookups.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::invoke_trace::{Header, Recorder, Summary, main_address};
use isa::{MachineConfig, Output, Stop};
use jopizer::ExitText;
use sim_core::Machine;
use tempfile::NamedTempFile;

use crate::sweep::SweepError;

/// Cycles between two looks at whether to stop.
const SLICE: u64 = 1 << 20;

/// A program that can be run.
#[derive(Debug, Clone)]
pub struct Program {
    /// Name for tables.
    pub name: String,
    /// Words of memory.
    pub image: Vec<u32>,
    /// Fingerprint of the image.
    pub image_fingerprint: String,
    /// The microcode.
    pub microcode: microcode::Program,
    /// Fingerprint of the microcode.
    pub microcode_fingerprint: String,
    /// Whether the program ends by printing the exit text of the original runtime.
    pub exit_text: bool,
    /// Cycles after which it is given up.
    pub max_cycles: u64,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// What it came to.
    pub summary: Summary,
    /// The program's status, if it gave one.
    pub status: Option<u32>,
}

/// A run with its trace in a temporary file.
#[derive(Debug)]
pub(crate) struct Recording {
    /// How it ended.
    pub(crate) recorded: Recorded,
    trace: NamedTempFile,
}

impl Recording {
    /// Runs a program and records lookups and bytecodes.
    pub(crate) fn new(
        program: &Program,
        machine: &MachineConfig,
        stop: &AtomicBool,
    ) -> Result<Self, SweepError> {
        let trace = NamedTempFile::new()?;
        let to = BufWriter::new(trace.as_file());
        let (recorded, _) = record(program, machine, true, to, stop)?;
        Ok(Self { recorded, trace })
    }

    /// The trace, from its first byte.
    pub(crate) fn trace(&self) -> io::Result<BufReader<File>> {
        Ok(BufReader::with_capacity(1 << 16, self.trace.reopen()?))
    }
}

/// Runs a program to its end and records it in `to`, with the runs of bytecodes between lookups if `runs` says so.
///
/// # Errors
/// When the machine cannot be built, the program does not end, the trace cannot be written, or `stop` is set.
pub fn record<W: Write>(
    program: &Program,
    machine: &MachineConfig,
    runs: bool,
    to: W,
    stop: &AtomicBool,
) -> Result<(Recorded, W), SweepError> {
    let header = Header {
        program: program.name.clone(),
        image: program.image_fingerprint.clone(),
        microcode: program.microcode_fingerprint.clone(),
        machine: machine.clone(),
        runs,
    };
    let mut recorder = Recorder::new(to, &header, main_address(&program.image))?;
    let mut machine = Machine::new(machine, &program.microcode, &program.image)?;
    let status = run_to_end(program, &mut machine, &mut recorder, stop)?;
    let (summary, to) = recorder.finish(machine.state.cycle)?;
    Ok((Recorded { summary, status }, to))
}

fn run_to_end<W: Write>(
    program: &Program,
    machine: &mut Machine,
    recorder: &mut Recorder<W>,
    stop: &AtomicBool,
) -> Result<Option<u32>, SweepError> {
    let mut exit_text = program.exit_text.then(ExitText::default);
    loop {
        if stop.load(Ordering::Relaxed) {
            return Err(SweepError::Interrupted);
        }
        let cycle = machine.state.cycle;
        if cycle >= program.max_cycles {
            return Err(SweepError::NoEnd {
                program: program.name.clone(),
                cycles: cycle,
            });
        }
        let pause = program.max_cycles.min(cycle + SLICE);
        while let Stop::Output(output) = machine.run(pause, recorder) {
            match output {
                Output::Exit(status) => return Ok(Some(status)),
                Output::Uart(byte) if exit_text.as_mut().is_some_and(|text| text.ends(byte)) => {
                    return Ok(None);
                }
                _ => {}
            }
        }
    }
}
