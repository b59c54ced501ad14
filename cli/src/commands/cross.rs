//! `jop cross`: Java programs on the host's JVM, profiled as if they ran on JOP.

mod api;
mod binding;
mod clean;
mod dumps;
mod ended;
mod executed;
mod folders;
mod instrument;
mod java;
mod java_folders;
mod kept;
mod kept_folders;
mod library;
mod merge;
mod on_host;
mod options;
mod other_cores;
mod outputs;
mod prepare;
mod provenance;
mod run;
mod summary;
mod target;

use clap::Subcommand;

use crate::output::console::Console;
use crate::output::errors::Error;

/// Profile any Java program on the host's JVM as if it ran on JOP
#[derive(Debug, clap::Args)]
#[command(
    subcommand_required = true,
    after_help = "\
Examples:
  jop cross run -o app.jrec -- java -cp classes t.Main      profile a program
  jop show app.jrec                                         where its cycles would go
  jop cross merge night/*.jrec -o night.jrec               add up the profiles of several runs
  jop help cross run                                         options of a subcommand"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Arguments>),
    Instrument(Box<instrument::Arguments>),
    Prepare(Box<prepare::Arguments>),
    Clean(clean::Arguments),
    Merge(merge::Arguments),
    Api(api::Arguments),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    match &arguments.command {
        Command::Run(arguments) => run::execute(arguments, console),
        Command::Instrument(arguments) => instrument::execute(arguments, console),
        Command::Prepare(arguments) => prepare::execute(arguments, console),
        Command::Clean(arguments) => clean::execute(arguments, console),
        Command::Merge(arguments) => merge::execute(arguments, console),
        Command::Api(arguments) => api::execute(arguments, console),
    }
}
