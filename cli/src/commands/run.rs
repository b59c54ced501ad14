//! `jop run`: a program on the machine, from its first cycle or a checkpoint to its end.

mod arguments;
mod executor;
mod job;
#[cfg(feature = "whole")]
mod journal;
#[cfg(feature = "whole")]
mod recorded;
mod resume;
mod several;
mod switch_trace;
mod told;

pub(crate) use self::arguments::{Arguments, RunOptions};

use isa::System;
use run::{Program, Setup};

use self::executor::executor;
use self::job::Job;
use crate::args::checkpoints::CheckpointArguments;
use crate::args::long_methods;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    arguments.options.check()?;
    if let Some(file) = &arguments.resume {
        return resume::resume(arguments, file, console);
    }
    let system = arguments.options.system()?;
    let program = arguments.program.load(&system, console)?;
    run(
        program,
        system,
        &arguments.options,
        &arguments.checkpoints,
        console,
    )
}

/// Runs a program that is linked; gives the exit code.
pub(crate) fn run(
    program: Program,
    System {
        machine,
        processors,
    }: System,
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
    console: Console,
) -> Result<u8, Error> {
    if let Some(processors) = processors {
        return several::run(
            program,
            (machine, processors),
            options,
            checkpoints,
            console,
        );
    }
    let setup = Setup {
        program,
        machine,
        microcode: options.microcode.load(console)?,
    };
    long_methods::check_run(&setup, &options.engine, console)?;
    let executor = executor(&setup, options, checkpoints)?;
    tracing::info!("running {} words", setup.program.image.words.len());
    let job = Job {
        subject: &setup.subject(),
        setup: Some(&setup),
        resumed: None,
    };
    job.carry_out(executor, options, checkpoints, console)
}
