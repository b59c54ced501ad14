//! What one of several cores does, for a page: the rows of a trace.

use isa::{Processors, System};
use microcode::Build;
use run::{End, Limits, Microcode, Program, Setup, SeveralBlockRun};
use sim_core::cmp::Multiprocessor;
use trace::columns::CsvRows;
use trace::several::columns::SeveralColumns;
use trace::{SeveralTracer, Window};

use super::arguments::Arguments;
use super::opened::Opened;
use super::start::{self, Place};
use crate::args::{lock_unit, long_methods, unshared};
use crate::commands::trace::several_traced::{Traced, Unrecorded};
use crate::host::interrupts::watch_for_interrupts;
use crate::host::quiet::Quiet;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::thousands;

/// Cycles of a core that a page shows.
const SHOWN: u64 = 20_000;

/// The chosen core of a machine with a program, from the chosen place on.
pub(super) fn opened(
    arguments: &Arguments,
    (system, processors): (&System, &Processors),
    console: Console,
) -> Result<Opened, Error> {
    let core = arguments.core.unwrap_or(0);
    if core >= processors.cores {
        return Err(Error::Input(format!(
            "--core {core}: the machine has cores 0 to {}; choose one of them",
            processors.cores - 1
        )));
    }
    let core = usize::from(core);
    let program = arguments.program.load(system, console)?;
    lock_unit::check(&program, processors)?;
    long_methods::check((&program, &system.machine), "", console)?;
    let input = arguments.input.whole(&program, console)?;
    let setup = Setup {
        program: program.fed(input),
        machine: system.machine.clone(),
        microcode: Microcode::ours(Build::Jop),
    };
    unshared::check(&setup, processors, console)?;
    let built = built(&setup, processors)?;
    let begin = begin(&built, &setup, arguments.at.as_ref(), core)?;
    let rows = rows(built, (&setup, processors), begin, core, console)?;
    Ok(Opened {
        program: None,
        files: vec![(format!("core{core}.csv"), rows)],
        cycle: Some(begin),
    })
}

fn built(setup: &Setup, processors: &Processors) -> Result<Multiprocessor, Error> {
    let machine = (&setup.machine, processors);
    let words = &setup.program.image.words;
    let built = Multiprocessor::new(machine, &setup.microcode.program, words);
    let mut built = built.map_err(|error| Error::Input(error.to_string()))?;
    if let Some(input) = &setup.program.input {
        let first = &mut built.cpus[0].state;
        first.memory_system.io.uart.feed(input);
    }
    Ok(built)
}

/// The first cycle to show: without a place that of `main` on core 0, of others that in which they are told to start.
fn begin(
    built: &Multiprocessor,
    setup: &Setup,
    place: Option<&Place>,
    core: usize,
) -> Result<u64, Error> {
    let name = match place {
        Some(Place::Cycle(cycle)) => return Ok(*cycle),
        Some(Place::Method(name)) => Some(name),
        None if core > 0 => {
            return start::signal(built.clone()).ok_or_else(|| {
                Error::Input(format!(
                    "{}: core {core} is never told to start; see core 0",
                    setup.program
                ))
            });
        }
        None => None,
    };
    let Some(address) = start::called(&setup.program, name)? else {
        return Ok(0);
    };
    match (start::first_call_of(built.clone(), address, core), name) {
        (Ok(begin), _) => Ok(begin),
        (Err(_), None) => Ok(0),
        (Err(end), Some(name)) => {
            let name = format!("{name}` of core `{core}");
            Err(start::not_called(&setup.program, &name, end))
        }
    }
}

/// The run went on to the cycle.
fn reached(end: End, program: &Program, begin: u64) -> Result<(), Error> {
    let begin = thousands(begin);
    match end {
        End::MaxCycles => Ok(()),
        End::Interrupted => Err(Error::Ended {
            reason: format!("{program}: stopped before cycle {begin}"),
            code: end.judged(),
        }),
        _ => Err(Error::Input(format!(
            "{program}: it ends before cycle {begin}; give --at a smaller one"
        ))),
    }
}

/// Rows of a core from a cycle on.
fn rows(
    built: Multiprocessor,
    (setup, processors): (&Setup, &Processors),
    begin: u64,
    core: usize,
    console: Console,
) -> Result<Vec<u8>, Error> {
    let program = &setup.program;
    let mut run = SeveralBlockRun::of(built);
    let mut host = Quiet::new(console, "");
    let stop = watch_for_interrupts()?;
    let limits = Limits::stopped_by(begin, stop);
    if begin > 0 {
        let end = run::to_end(program, &mut run, &mut host, &limits)?;
        reached(end, program, begin)?;
    }
    let mut machine = run.machine().clone();
    let mut bytes = Vec::new();
    let mut sink = SeveralColumns::new(CsvRows::new(&mut bytes), &setup.machine, processors);
    let cores = (machine.cpus.len(), Some(core));
    let window = Window::Cycles(begin..begin + SHOWN);
    let engine = Traced {
        is_unshared: run::is_unshared(setup, processors),
        machine: &mut machine,
        tracer: SeveralTracer::new(window, SHOWN, cores, None, &mut sink),
    };
    let limits = Limits::stopped_by(u64::MAX, stop);
    match engine.record((program, &limits), console) {
        Ok(_) => {}
        Err(Unrecorded::Trace(error)) => return Err(Error::Input(format!("{program}: {error}"))),
        Err(Unrecorded::Run(fault)) => return Err(fault.into()),
    }
    drop(sink);
    Ok(bytes)
}
