//! `jop demo`: the embedded program, linked and run on the spot.

use jopizer::LinkOptions;

use super::run::{RunOptions, run};
use crate::args::checkpoints::CheckpointArguments;
use crate::args::program_source::Target;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Main class of the demonstration, part of the embedded archive.
const MAIN_CLASS: &str = "demo.Demo";

/// Run the embedded demonstration program
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run the embedded demonstration program. It takes any option of `jop run`; these are some of them.")]
#[command(after_help = "\
Exit codes: those of `jop run`.

Examples:
  jop demo                          output as it runs, then a report of what it cost
  jop demo --config machine.toml    on another machine
  jop demo --strict                 with exact null and bounds checks")]
pub(crate) struct Arguments {
    #[command(flatten)]
    options: RunOptions,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    arguments.options.check()?;
    let config = arguments.options.system()?;
    let options = LinkOptions::new(MAIN_CLASS, []);
    let linked = jopizer::link(&Target::from(&config).options(options))?;
    let program = run::Program::linked(MAIN_CLASS, linked);
    let checkpoints = CheckpointArguments::default();
    run(program, config, &arguments.options, &checkpoints, console)
}
