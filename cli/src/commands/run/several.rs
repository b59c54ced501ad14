//! `jop run` on several processors.

use isa::Processors;
use record::Cores;
use record::several::SeveralContexts;
use run::probes::Collections;
use run::{
    CheckedSeveral, End, EngineKind, Limits, OnSeveral, Program, Report, Setup, SeveralBlockRun,
    SeveralRun, Subject,
};

use sim_core::cmp::CmpError;

use super::arguments::RunOptions;
use super::job::pending;
use super::told;
use crate::args::checkpoints::CheckpointArguments;
use crate::args::{lock_unit, long_methods};
use crate::host::interrupts::watch_for_interrupts;
use crate::host::session::{Ran, Session};
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
    refuse(options, checkpoints).map_or(Ok(()), |(option, why)| {
        Err(Error::Input(format!(
            "{option} is for one core, and the machine has {}{why}; leave it out",
            processors.cores
        )))
    })?;
    let why = "is of one core; several record contexts, and what each core does; leave it out";
    options.recording.contexts_only(why)?;
    lock_unit::check(&program, &processors)?;
    let setup = Setup {
        program,
        machine,
        microcode: options.microcode.load(console)?,
    };
    long_methods::check_run(&setup, &options.engine, console)?;
    note_short_gaps(&setup, &processors, console);
    let job = Several {
        subject: setup.subject(),
        setup,
        processors,
    };
    let Some(file) = options.recording.file()? else {
        let end = if options.check_engine {
            job.check((options, console))?
        } else if options.engine.is_reference() {
            let engine =
                SeveralRun::new(&job.setup, &processors).map_err(|error| refused(&error))?;
            job.carry_out(engine, (options, console))?.ended.end
        } else {
            let engine =
                SeveralBlockRun::new(&job.setup, &processors).map_err(|error| refused(&error))?;
            job.carry_out(engine, (options, console))?.ended.end
        };
        return Ok(end.exit_code());
    };
    let engine = record::several::several(&job.setup, &processors);
    let engine = engine.map_err(|error| refused(&error))?;
    let ran = job.carry_out(engine.in_windows(), (options, console))?;
    let end = ran.ended.end;
    file.finish(&job.recorded(ran.engine)?)?;
    Ok(end.exit_code())
}

/// A program on several processors.
struct Several {
    setup: Setup,
    subject: Subject,
    processors: Processors,
}

fn refused(error: &CmpError) -> Error {
    Error::Input(error.to_string())
}

impl Several {
    /// Runs superblocks beside the reference, and tells what was compared.
    fn check(&self, (options, console): (&RunOptions, Console)) -> Result<End, Error> {
        let engine =
            SeveralBlockRun::new(&self.setup, &self.processors).map_err(|error| refused(&error))?;
        let mut reference =
            SeveralRun::new(&self.setup, &self.processors).map_err(|error| refused(&error))?;
        options.line.connect(reference.first())?;
        let checked = CheckedSeveral::new(engine, reference);
        let ran = self.carry_out(checked, (options, console))?;
        console.note(&format!("jop: note: {}", ran.engine.compared()));
        Ok(ran.ended.end)
    }

    /// Runs to the end and reports.
    fn carry_out<E: OnSeveral>(
        &self,
        mut engine: E,
        (options, console): (&RunOptions, Console),
    ) -> Result<Ran<E>, Error> {
        let report_file = pending(options.report.as_deref())?;
        options.line.connect(engine.first())?;
        let input = options
            .input
            .start(self.subject.symbols.as_ref(), console)?;
        let limits = Limits {
            until: options.until.as_deref(),
            ..Limits::stopped_by(
                options.max_cycles.unwrap_or(u64::MAX),
                watch_for_interrupts()?,
            )
        };
        let ran = Session::new(&self.subject, limits, input, console).run(engine)?;
        let figures = ran.engine.figures();
        let late = figures.late_lock_entry;
        let provenance = self.setup.provenance_on(&self.processors);
        let kind = (options.engine.kind(), None);
        let report = Report::new(provenance, &ran.ended, kind, Collections::default());
        let report = report.with_several(figures);
        if let Some(file) = report_file {
            file.finish(document::json(Document::Run, &report)?.as_bytes())?;
        }
        told::tell(&ran, &report, &self.subject, (options, console));
        if let Some(entry) = late {
            self.note_late(entry, console);
        }
        Ok(ran)
    }

    /// The bytes of a recording: contexts, and what each core did.
    fn recorded(&self, run: SeveralContexts) -> Result<Vec<u8>, Error> {
        let failed = |reason: Box<dyn std::error::Error + Send + Sync>| Error::System {
            what: "pack the recording",
            reason: std::io::Error::other(reason).into(),
        };
        let provenance = self.setup.provenance_on(&self.processors);
        let provenance = record::provenance(&provenance, EngineKind::Machine);
        let cores = Cores::of_run(&run, self.processors);
        let profile = record::several::profile(run, self.subject.symbols.as_ref(), &provenance);
        let profile = profile.map_err(|reason| failed(reason.into()))?;
        let mut recording = recording::Recording::default();
        cross_profile::file::add(&profile, &mut recording)
            .and_then(|()| record::cores::add(&cores, &mut recording))
            .map_err(|reason| failed(reason.into()))?;
        Ok(recording.to_bytes())
    }

    fn note_late(&self, entry: usize, console: Console) {
        console.note(&format!(
            "jop: note: entry {entry} of the lock table was used, whose queue lies outside of the queue memory with {} cores: on a chip it \
             loses who waits, so this run is not the hardware's",
            self.processors.cores
        ));
    }
}

/// An option that only one processor has.
fn refuse(
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
) -> Option<(&'static str, &'static str)> {
    let given = [
        (options.switches.is_some(), "--switches", ""),
        (checkpoints.is_given(), "--checkpoints", ""),
        (
            options.check_engine && options.recording.is_given(),
            "--check-engine with -o, which runs the reference,",
            "",
        ),
        (
            options.engine.is_fast().unwrap_or(true),
            "--engine fast",
            ", whose accesses wait by the cycle in which each comes: no cost of a bytecode has that",
        ),
    ];
    let first = given.into_iter().find(|(is_given, ..)| *is_given);
    first.map(|(_, option, why)| (option, why))
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
