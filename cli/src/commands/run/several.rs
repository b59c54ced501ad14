//! `jop run` on several processors.

use isa::Processors;
use run::{Program, Report, Setup, SeveralRun};

use super::arguments::RunOptions;
use super::job::pending;
use super::told;
use crate::args::checkpoints::CheckpointArguments;
use crate::args::long_methods;
use crate::host::interrupts::watch_for_interrupts;
use crate::host::session::Session;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;

/// Runs a program that is linked, on its processors; gives the exit code.
pub(super) fn run(
    program: Program,
    (machine, processors): (isa::MachineConfig, Processors),
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
    console: Console,
) -> Result<u8, Error> {
    refuse(options, checkpoints).map_or(Ok(()), |option| {
        Err(Error::Input(format!(
            "{option} is for one core, and the machine has {}; leave it out",
            processors.cores
        )))
    })?;
    let setup = Setup {
        program,
        machine,
        microcode: options.microcode.load(console)?,
    };
    long_methods::check_run(&setup, &options.engine, console)?;
    note_short_gaps(&setup, &processors, console);
    let report_file = pending(options.report.as_deref())?;
    let mut engine =
        SeveralRun::new(&setup, &processors).map_err(|error| Error::Input(error.to_string()))?;
    options.line.connect(&mut engine.machine.cpus[0])?;
    let subject = setup.subject();
    let input = options.input.start(subject.symbols.as_ref(), console)?;
    let limits = run::Limits {
        until: options.until.as_deref(),
        ..run::Limits::stopped_by(
            options.max_cycles.unwrap_or(u64::MAX),
            watch_for_interrupts()?,
        )
    };
    let ran = Session::new(&subject, limits, input, console).run(engine)?;
    let kind = (options.engine.kind(), None);
    let provenance = setup.provenance_on(&processors);
    let figures = ran.engine.figures();
    let late = figures.late_lock_entry;
    let collections = run::probes::Collections::default();
    let report = Report::new(provenance, &ran.ended, kind, collections).with_several(figures);
    if let Some(file) = report_file {
        file.finish(document::json(Document::Run, &report)?.as_bytes())?;
    }
    told::tell(&ran, &report, &subject, (options, console));
    if let Some(entry) = late {
        console.note(&format!(
            "jop: note: entry {entry} of the lock table was used, whose queue lies outside of the queue memory with {} cores: on a chip it loses \
             who waits, so this run is not the hardware's",
            processors.cores
        ));
    }
    Ok(ran.ended.end.exit_code())
}

/// An option that only one processor has.
fn refuse(options: &RunOptions, checkpoints: &CheckpointArguments) -> Option<&'static str> {
    let given = [
        (options.recording.is_given(), "-o"),
        (options.switches.is_some(), "--switches"),
        (checkpoints.is_given(), "--checkpoints"),
        (options.check_engine, "--check-engine"),
        (options.engine.is_fast().unwrap_or(true), "--engine fast"),
    ];
    let first = given.into_iter().find(|(is_given, _)| *is_given);
    first.map(|(_, option)| option)
}

/// Notes what the hardware mixes up.
fn note_short_gaps(setup: &Setup, processors: &Processors, console: Console) {
    let slots = processors.arbiter.slots();
    if slots.is_some_and(|slots| slots.is_too_short_for(&setup.machine)) {
        console.note(
            "jop: note: the gaps of the time slots are shorter than an access of the memory: as on the hardware, cores get each other's words",
        );
    }
}
