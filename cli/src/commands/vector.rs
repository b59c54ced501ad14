//! `jop vector`: application vectors of components, and system vectors that price them.

mod compose;
mod files;
mod fit;
mod measure;
mod predict;
mod record;
mod show;
mod system;

use clap::Subcommand;

use crate::output::console::Console;
use crate::output::errors::Error;

/// Count what components execute, compose the counts, and price them on any system
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Count what components execute, compose the counts, and price them on any system.

An application vector (.jvec) has the atoms of a program by component: paths of the cost table, loads of methods by their words, if \
asked for calls of the library and bytecodes in Java as a whole. Vectors can be added and scaled. A system prices atoms: a cost \
table, derived for any memory or calibrated, or a system vector that `jop vector fit` makes from programs with measured totals. \
With the derived table a vector gives the machine's cycles exactly.")]
#[command(after_help = "\
Examples:
  jop vector record --program lift --component lift.Door -o lift.jvec
  jop vector show lift.jvec --top 10
  jop vector compose lift.jvec:lift.Door*3 lift.jvec:'(rest)' -o more.jvec
  jop vector predict more.jvec --ram-cnt 1..5
  jop vector fit measured.csv --held-out")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Record(Box<record::Arguments>),
    Show(Box<show::Arguments>),
    Compose(compose::Arguments),
    Predict(Box<predict::Arguments>),
    Fit(Box<fit::Arguments>),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    match &arguments.command {
        Command::Record(arguments) => record::execute(arguments, console),
        Command::Show(arguments) => show::execute(arguments, console),
        Command::Compose(arguments) => compose::execute(arguments, console),
        Command::Predict(arguments) => predict::execute(arguments, console),
        Command::Fit(arguments) => fit::execute(arguments, console),
    }
}
