//! `jop cross`: Java programs on the host's JVM, profiled as if they ran on JOP.

mod java;
mod run;
mod summary;
mod target;

use clap::Subcommand;

use crate::console::Console;
use crate::errors::Error;

/// Profile any Java program on the host's JVM as if it ran on JOP
#[derive(Debug, clap::Args)]
#[command(subcommand_required = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Arguments>),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    match &arguments.command {
        Command::Run(arguments) => run::execute(arguments, console),
    }
}
