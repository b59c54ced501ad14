//! `jop cost template`: a cost table to fill in.

use std::path::PathBuf;

use cost_model::derive;
use microcode::Build;
use run::Microcode;

use crate::output::errors::Error;
use crate::output::result::{check_ending, named};
use crate::output::{atomic_file, exit_code, stdout};

/// Write a cost table to fill in, as CSV
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Write a cost table to fill in, as CSV.

Each bytecode has a row: fill in its cycles as a number or a formula, or leave the cell empty to keep the derived \
cost, which is beside it. `--table FILE` reads the table. Spreadsheets may write it with semicolons or tabs, and with \
thousands separators. A column `scenario` prices one path (docs/cost-table.md).")]
#[command(after_help = "\
Examples:
  jop cost template -o mine.csv                       fill in the column `cycles`
  jop cost predict --table mine.csv --program lift    then predict with it
  jop cost diff derived mine.csv                      what differs")]
pub(super) struct Arguments {
    /// File to write instead of standard output, in .csv
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let microcode = Microcode::ours(Build::Jop);
    let table = derive(&microcode.program, &microcode.name);
    let text = table.to_template().map_err(Error::refused)?;
    match named(arguments.output.as_deref()) {
        Some(path) => {
            check_ending(path, "a template", "csv")?;
            atomic_file::write(path, text.as_bytes())?;
        }
        None => stdout::print(&text)?,
    }
    Ok(exit_code::DONE)
}
