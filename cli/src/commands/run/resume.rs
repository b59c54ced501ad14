//! `jop run --resume`: a run resumed from a checkpoint.

use std::path::Path;

use run::Fingerprint;
use run::checkpoint::{Checkpoint, TAIL};
use sim_core::Machine;

use super::arguments::{Arguments, RunOptions};
use super::executor::Executor;
use super::job::Job;
use crate::host::checkpoints;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Resumes the run; returns the exit code. Program, machine and microcode come from the checkpoint; if given, they must match.
pub(super) fn resume(arguments: &Arguments, file: &Path, console: Console) -> Result<u8, Error> {
    let refused = |reason: String| Error::Input(format!("{}: {reason}", file.display()));
    let options = &arguments.options;
    refuse_options(options).map_err(refused)?;
    options.line.refuse_with_checkpoint().map_err(refused)?;
    let checkpoint = checkpoints::read(file)?;
    let contradiction = contradiction(arguments, &checkpoint, console)?;
    contradiction
        .or_else(|| limit_problem(options, &checkpoint))
        .map_or(Ok(()), |reason| Err(refused(reason)))?;
    let machine = Machine::restore(
        &checkpoint.subject.machine,
        &checkpoint.subject.microcode.program,
        checkpoint.state,
    )?;
    tracing::info!("going on from cycle {}", machine.state.cycle);
    Job {
        subject: &checkpoint.subject,
        setup: None,
        resumed: Some(&checkpoint.run),
    }
    .carry_out(
        Executor::Machine(Box::new(machine)),
        options,
        &arguments.checkpoints,
        console,
    )
}

/// Options that observe a run from its first cycle, or do not use the machine.
fn refuse_options(options: &RunOptions) -> Result<(), String> {
    let option = if options.engine.is_fast().unwrap_or(true) {
        "--engine fast has no state of a machine to begin with; leave it out"
    } else if options.recording.is_given() {
        "-o needs the run from its first cycle on; leave out --resume"
    } else if options.switches.is_some() {
        "--switches needs the run from its first cycle on; leave out --resume"
    } else {
        return Ok(());
    };
    Err(option.to_owned())
}

/// Differences of the given program, machine and microcode from those of the checkpoint.
fn contradiction(
    arguments: &Arguments,
    checkpoint: &Checkpoint,
    console: Console,
) -> Result<Option<String>, Error> {
    let Arguments {
        program, options, ..
    } = arguments;
    if options.machine.is_given() && options.system()? != checkpoint.subject.machine.clone().into()
    {
        let machine = Fingerprint::of_machine(&checkpoint.subject.machine);
        return Ok(Some(format!(
            "the checkpoint is of another machine ({}) than --config; leave --config out",
            machine.short()
        )));
    }
    if options.microcode.is_given() {
        let given = Fingerprint::of_microcode(&options.microcode.load(console)?.program);
        let held = Fingerprint::of_microcode(&checkpoint.subject.microcode.program);
        if given != held {
            return Ok(Some(format!(
                "the checkpoint is of other microcode ({}, {}) than the one given ({}); leave that out",
                checkpoint.subject.microcode.name,
                held.short(),
                given.short()
            )));
        }
    }
    if program.is_given() {
        if program.name().is_empty() {
            return Ok(Some(
                "the checkpoint holds its program with the arguments of main; leave them out"
                    .to_owned(),
            ));
        }
        let loaded = program.load(checkpoint.subject.machine.memory_words, console)?;
        let given = Fingerprint::of_image(&loaded.image.words);
        let held = &checkpoint.subject.program;
        if given != held.sha256 {
            return Ok(Some(format!(
                "the checkpoint is of {} ({}), not of {} ({}); leave the program out",
                held.name,
                held.sha256.short(),
                loaded.name,
                given.short()
            )));
        }
    }
    Ok(None)
}

/// Limits before the checkpoint.
fn limit_problem(options: &RunOptions, checkpoint: &Checkpoint) -> Option<String> {
    let cycle = checkpoint.state.cycle;
    if options.max_cycles.is_some_and(|most| most < cycle) {
        return Some(format!(
            "--max-cycles counts from the reset, and the checkpoint is at cycle {cycle} already"
        ));
    }
    let until = options.until.as_ref();
    let forgotten = checkpoint.run.printed > TAIL as u64;
    (forgotten && until.is_some_and(|text| text.len() > TAIL)).then(|| {
        format!("--until takes at most {TAIL} bytes here: the checkpoint holds the last {TAIL} that were printed")
    })
}
