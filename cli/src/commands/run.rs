//! `jop run`: a program on the machine, from its first cycle or a checkpoint to its end.

mod arguments;
mod executor;
mod job;
#[cfg(feature = "whole")]
mod journal;
#[cfg(feature = "whole")]
mod recorded;
mod resume;
mod switch_trace;
mod told;

pub(crate) use self::arguments::{Arguments, RunOptions};

use isa::MachineConfig;
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
    let config = arguments.options.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    let checkpoints = &arguments.checkpoints;
    run(program, config, &arguments.options, checkpoints, console)
}

/// Runs a program that is linked; gives the exit code.
pub(crate) fn run(
    program: Program,
    machine: MachineConfig,
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
    console: Console,
) -> Result<u8, Error> {
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
