//! `jop cost`: cost tables of bytecodes, and what components cost by them.

mod calibrate;
mod compare;
mod compose;
mod derive;
mod diff;
mod fit;
mod measure;
mod predict;
mod show;
mod template;

use clap::Subcommand;

use crate::output::console::Console;
use crate::output::errors::Error;

/// Derive, show, compare and calibrate the cost of every bytecode, and predict with it
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Derive, show, compare and calibrate the cost of every bytecode, and predict with it.

The cycles of every bytecode follow from the microcode. Joplab walks it word by word, in every scenario that the \
bytecode distinguishes (null, bounds, devices, object cache, ...). Operations of the memory unit are formulas of the \
read and write wait states r and w. A call or return adds max(0, b - hidden) for loading its method: b = 4 if it is in \
the method cache, else b = 6 + (n + 1)(1 + max(1, r)) for n words.")]
#[command(after_help = "\
Examples:
  jop cost show iaload getfield             formulas, cycles on the default machine, microcode
  jop cost compare                          every path beside the hardware and the published table
  jop cost derive -o costs.toml             the whole table as a file
  jop cost template -o mine.csv             a table to fill in with your own costs
  jop cost diff costs.toml strict.toml      the differences of two tables
  jop cost calibrate -o measured.toml       a table from measurements of programs on the machine
  jop cost predict --table measured.toml --program lift --truth
  jop run --program lift --engine fast --record vector --component lift.Door -o lift.jrec
  jop cost predict lift.jrec --ram-cnt 1..5          components of a recording
  jop cost compose lift.jrec:lift.Door*3 lift.jrec:'(rest)' -o more.jrec
  jop cost fit measured.csv --held-out      prices from programs with measured totals")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Derive(derive::Arguments),
    Show(show::Arguments),
    Compare(compare::Arguments),
    Diff(diff::Arguments),
    Calibrate(calibrate::Arguments),
    Predict(Box<predict::Arguments>),
    Compose(compose::Arguments),
    Fit(Box<fit::Arguments>),
    Template(template::Arguments),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    match &arguments.command {
        Command::Derive(arguments) => derive::execute(arguments, console),
        Command::Show(arguments) => show::execute(arguments, console),
        Command::Compare(arguments) => compare::execute(arguments, console),
        Command::Diff(arguments) => diff::execute(arguments),
        Command::Calibrate(arguments) => calibrate::execute(arguments, console),
        Command::Predict(arguments) => predict::execute(arguments, console),
        Command::Compose(arguments) => compose::execute(arguments, console),
        Command::Fit(arguments) => fit::execute(arguments, console),
        Command::Template(arguments) => template::execute(arguments),
    }
}
