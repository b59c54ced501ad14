//! What one of several cores does, for a page: the rows of a trace.

use std::collections::BTreeSet;

use isa::{Output, Processors, Stop, System};
use run::{Microcode, Setup, SeveralFault};
use sim_core::cmp::{CmpProbe, Multiprocessor};
use superblock::BlockMultiprocessor;
use trace::columns::CsvRows;
use trace::several::columns::SeveralColumns;
use trace::{Pause, SeveralTracer, TraceError, Window};

use super::arguments::Arguments;
use super::opened::Opened;
use super::start::{FirstCall, MOST_CYCLES, Place, called, not_called};
use crate::args::{lock_unit, long_methods};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::thousands;

/// Cycles of a core that a page shows.
const SHOWN: u64 = 20_000;

/// The heading of the column with the core.
const CORE: &str = "core";

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
        microcode: Microcode::ours(microcode::Build::Jop),
    };
    let built = built(&setup, processors)?;
    let begin = begin(&built, &setup, arguments.at.as_ref(), core)?;
    let rows = rows(built, (&setup, processors), begin, core)?;
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
            let mut engine = BlockMultiprocessor::reference(built.clone());
            while !engine.machine().is_signalled() && engine.cycle() < MOST_CYCLES {
                if let Stop::Output(Output::Exit(_)) = engine.run_to_signal(MOST_CYCLES) {
                    break;
                }
            }
            return Ok(engine.cycle());
        }
        None => None,
    };
    let Some(address) = called(&setup.program, name)? else {
        return Ok(0);
    };
    let mut calls = Calls {
        cpus: built.cpus.iter().map(|_| FirstCall::of(address)).collect(),
        has_ended: false,
    };
    let mut machine = built.clone();
    while machine.cycle() < MOST_CYCLES && calls.cpus[core].begins.is_none() && !calls.has_ended {
        machine.step(&mut calls);
    }
    match (calls.cpus[core].begins, name) {
        (Some(begin), _) => Ok(begin),
        (None, None) => Ok(0),
        (None, Some(name)) => {
            let name = format!("{name}` of core `{core}");
            Err(not_called(&setup.program, &name, machine.cycle()))
        }
    }
}

/// Waits for the first call of a method on each core.
struct Calls {
    cpus: Vec<FirstCall>,
    has_ended: bool,
}

impl CmpProbe for Calls {
    type Cpu = FirstCall;

    fn cpu(&mut self, cpu: usize) -> &mut FirstCall {
        &mut self.cpus[cpu]
    }

    fn output(&mut self, _cycle: u64, cpu: usize, output: Output) {
        self.has_ended |= cpu == 0 && matches!(output, Output::Exit(_));
    }
}

/// Rows of a core from a cycle on.
fn rows(
    built: Multiprocessor,
    (setup, processors): (&Setup, &Processors),
    begin: u64,
    core: usize,
) -> Result<Vec<u8>, Error> {
    let program = &setup.program;
    let mut engine = BlockMultiprocessor::new(built);
    while engine.cycle() < begin {
        if let Stop::Output(Output::Exit(_)) = engine.run(begin) {
            return Err(Error::Input(format!(
                "{program}: it ends before cycle {}; give --at a smaller one",
                thousands(begin)
            )));
        }
    }
    engine.settle();
    let mut machine = engine.into_machine();
    let mut bytes = Vec::new();
    let mut sink = SeveralColumns::new(CsvRows::new(&mut bytes), &setup.machine, processors);
    let cores = (machine.cpus.len(), Some(core));
    let window = Window::Cycles(begin..begin + SHOWN);
    let mut tracer = SeveralTracer::new(window, SHOWN, cores, None, &mut sink);
    let failed = |error: TraceError| Error::Input(format!("{program}: {error}"));
    loop {
        match tracer.run(&mut machine, u64::MAX).map_err(failed)? {
            Pause::Output(Output::Exit(_)) | Pause::Done | Pause::Limit => break,
            Pause::Output(_) => {}
        }
    }
    tracer.finish(machine.cycle()).map_err(failed)?;
    drop(sink);
    if run::is_unshared(setup, processors) && machine.is_signalled() {
        return Err(SeveralFault::Unshared(machine.cycle()).into());
    }
    Ok(bytes)
}

/// The cores that a trace has; none if it is of one core.
pub(super) fn cores(text: &str) -> Vec<u8> {
    let Some(place) = place(text) else {
        return Vec::new();
    };
    let numbers = text.lines().skip(1);
    let numbers = numbers.filter_map(|line| line.split(',').nth(place)?.parse().ok());
    numbers.collect::<BTreeSet<u8>>().into_iter().collect()
}

/// The heading and the rows of one core.
pub(super) fn rows_of(text: &str, core: u8) -> Vec<u8> {
    let place = place(text).unwrap_or_default();
    let of_core = |line: &&str| line.split(',').nth(place) == Some(core.to_string().as_str());
    let lines = text.lines();
    let kept = lines
        .clone()
        .take(1)
        .chain(lines.skip(1).filter(of_core))
        .flat_map(|line| [line, "\n"]);
    kept.collect::<String>().into_bytes()
}

fn place(text: &str) -> Option<usize> {
    let head = text.lines().next()?;
    head.split(',').position(|column| column == CORE)
}
