//! What one of several cores does, for a page: the rows of a trace.

use isa::{Processors, System};
use microcode::Build;
use run::{Limits, Microcode, Setup};
use sim_core::cmp::Multiprocessor;
use trace::columns::CsvRows;
use trace::several::columns::SeveralColumns;
use trace::{SeveralTracer, Window};

use super::arguments::Arguments;
use super::opened::Opened;
use super::start::{self, Place};
use crate::args::{chosen_core, lock_unit, long_methods, unshared};
use crate::commands::trace::several_traced::{Traced, Unrecorded};
use crate::commands::trace::traced::End;
use crate::host::interrupts::watch_for_interrupts;
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
    let core = chosen_core::check(arguments.core, processors)?.unwrap_or(0);
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
    built.map_err(|error| Error::Input(error.to_string()))
}

/// The same with its input.
fn fed(built: &Multiprocessor, setup: &Setup) -> Multiprocessor {
    let mut fed = built.clone();
    if let Some(input) = &setup.program.input {
        let first = &mut fed.cpus[0].state;
        first.memory_system.io.uart.feed(input);
    }
    fed
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
            return start::signal(fed(built, setup)).ok_or_else(|| {
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
    match (start::first_call_of(fed(built, setup), address, core), name) {
        (Ok(begin), _) => Ok(begin),
        (Err(_), None) => Ok(0),
        (Err(end), Some(name)) => {
            let what = format!("`{name}` of core {core}");
            Err(start::not_called(&setup.program, &what, end))
        }
    }
}

/// Rows of a core from a cycle on, those of `jop trace`.
fn rows(
    mut machine: Multiprocessor,
    (setup, processors): (&Setup, &Processors),
    begin: u64,
    core: usize,
    console: Console,
) -> Result<Vec<u8>, Error> {
    let program = &setup.program;
    let mut bytes = Vec::new();
    let mut sink = SeveralColumns::new(CsvRows::new(&mut bytes), &setup.machine, processors);
    let cores = (machine.cpus.len(), Some(core));
    let window = Window::Cycles(begin..begin.saturating_add(SHOWN));
    let engine = Traced {
        is_unshared: run::is_unshared(setup, processors),
        machine: &mut machine,
        tracer: SeveralTracer::new(window, SHOWN, cores, None, &mut sink),
    };
    let limits = Limits::stopped_by(u64::MAX, watch_for_interrupts()?);
    let (summary, end, _) = match engine.record((program, &limits), console) {
        Ok(recorded) => recorded,
        Err(Unrecorded::Trace(error)) => return Err(Error::Input(format!("{program}: {error}"))),
        Err(Unrecorded::Run(fault)) => return Err(fault.into()),
    };
    drop(sink);
    let begin = thousands(begin);
    match end {
        End::Run(end @ run::End::Interrupted) => Err(Error::Ended {
            reason: format!("{program}: stopped before the {SHOWN} cycles from {begin} on"),
            code: end.judged(),
        }),
        _ if summary.windows == 0 => Err(Error::Input(format!(
            "{program}: it ends before cycle {begin}; give --at a smaller one"
        ))),
        _ => Ok(bytes),
    }
}
