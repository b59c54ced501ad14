//! The programs and traces of a sweep.

use jopizer::LinkProgram;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use cache_sweep::invoke_trace::{TraceError, TraceReader};
use cache_sweep::{SweepError, Swept, Workload, record};
use isa::MachineConfig;
use jopizer::{LinkOptions, Symbols};

use super::Arguments;
use crate::atomic_file::PendingFile;
use crate::console::Console;
use crate::embedded_programs;
use crate::errors::Error;
use crate::program_source::link_with_notes;

/// The swept program, and the names of its methods where known.
pub(super) struct Loaded {
    pub(super) workloads: Vec<Workload>,
    pub(super) symbols: Vec<Option<Symbols>>,
}

/// Loads what the arguments name, and records the trace that they ask for.
pub(super) fn load(
    arguments: &Arguments,
    stop: &AtomicBool,
    console: Console,
) -> Result<Loaded, Error> {
    if !arguments.trace.is_empty() {
        let traces = arguments.trace.iter().cloned();
        return Ok(Loaded {
            symbols: traces.clone().map(|_| None).collect(),
            workloads: traces.map(Workload::Trace).collect(),
        });
    }
    let machine = arguments.machine.machine()?;
    let points = super::memory_points(arguments, console)?;
    let (programs, symbols): (Vec<Swept>, Vec<_>) =
        programs(arguments, &machine, console)?.into_iter().unzip();
    if let Some(path) = &arguments.work.save_trace {
        let ([program], [point]) = (programs.as_slice(), points.as_slice()) else {
            return Err(Error::Input(
                "--save-trace records one program on one memory; name one of each".to_owned(),
            ));
        };
        save_trace(path, program, &point.on(&machine), stop)?;
    }
    let workload = |program| Workload::Program(Box::new(program), points.clone());
    Ok(Loaded {
        workloads: programs.into_iter().map(workload).collect(),
        symbols,
    })
}

/// The machine that a trace was recorded on.
pub(super) fn machine_of(path: &Path) -> Result<MachineConfig, Error> {
    let failed = |reason| SweepError::Trace {
        path: path.to_owned(),
        reason,
    };
    let file = File::open(path).map_err(|reason| failed(TraceError::Read(reason)))?;
    let trace = TraceReader::new(BufReader::new(file)).map_err(failed)?;
    Ok(trace.header().machine.clone())
}

fn programs(
    arguments: &Arguments,
    machine: &MachineConfig,
    console: Console,
) -> Result<Vec<(Swept, Option<Symbols>)>, Error> {
    let microcode = arguments.microcode.load(console)?;
    let input = arguments.input.whole()?;
    let ready = |program: run::Program| {
        let program = program.fed(input.clone());
        let symbols = program.symbols.clone();
        let swept = Swept {
            program,
            microcode: microcode.clone(),
            max_cycles: arguments.work.max_cycles.unwrap_or(u64::MAX),
        };
        (swept, symbols)
    };
    let mut programs = Vec::new();
    if let Some(own) = &arguments.own {
        let given = &arguments.arguments;
        let loaded = arguments
            .link
            .load(own, given, machine.memory_words, console)?;
        programs.push(ready(loaded));
    }
    for program in embedded_programs::distinct(&arguments.embedded) {
        let long = [program.long.to_string()];
        let given = if arguments.long {
            &long[..]
        } else {
            &arguments.arguments
        };
        let options = LinkOptions {
            memory_words: machine.memory_words,
            ..program.options(given)
        };
        let linked = link_with_notes(&options, console)?;
        programs.push(ready(run::Program::linked(program.name, linked)));
    }
    Ok(programs)
}

fn save_trace(
    path: &Path,
    swept: &Swept,
    machine: &MachineConfig,
    stop: &AtomicBool,
) -> Result<(), Error> {
    let file = PendingFile::create(path)?;
    record(swept, machine, true, BufWriter::new(file.writer()?), stop)?;
    file.finish(&[])
}
