//! The `jop` command: parses arguments and prints results; the libraries do the rest. A library itself, so that a crate
//! with a method cache of its own can be a `jop` that knows it (`examples/own-cache`).
//!
//! ```text
//! command_line/   what can be typed
//!  commands/      one file for each command, its parts in a folder beside it
//!   args/         groups of options, and what becomes of them: programs, machines, costs, recordings
//!    host/        terminal, signals, input, and files that grow along with a run
//!     output/     tables, documents, files, errors, standard output
//! ```
//!
//! Each uses those below it, and none above.

// Parts that only other commands use.
#![cfg_attr(
    not(feature = "whole"),
    allow(dead_code, unused_imports, unused_variables)
)]

mod args;
mod command_line;
mod commands;
mod host;
mod output;

use std::process::ExitCode;

use crate::command_line::Loudness;
use crate::host::{logging, temporary_files};
use crate::output::console::Console;
use crate::output::errors::{self, Error};
use crate::output::exit_code;

/// All that can be typed, with its help: for documents that are compared with it.
pub fn command() -> clap::Command {
    command_line::definition()
}

/// The same of `jop-evaluate`.
#[cfg(feature = "whole")]
pub fn evaluation_command() -> clap::Command {
    <command_line::Evaluation as clap::CommandFactory>::command()
}

/// The command, with the organisations of method caches that have been added.
pub fn main() -> ExitCode {
    command_line::complete();
    let cli = command_line::parse();
    execute(cli.loudness, |console| {
        commands::execute(cli.command, command, console)
    })
}

/// `jop-evaluate`, which is installed beside the command.
#[cfg(feature = "whole")]
pub fn evaluation() -> ExitCode {
    let cli = command_line::parse_evaluation();
    execute(cli.loudness, |console| {
        commands::evaluate::execute(&cli.arguments, console)
    })
}

fn execute(loudness: Loudness, command: impl FnOnce(Console) -> Result<u8, Error>) -> ExitCode {
    logging::start(loudness.verbose);
    temporary_files::choose_folder();
    let console = Console {
        quiet: loudness.quiet,
    };
    match command(console) {
        Ok(code) => ExitCode::from(code),
        Err(Error::OutputClosed) => ExitCode::from(exit_code::DONE),
        Err(error) => {
            errors::print(&error);
            ExitCode::from(error.exit_code())
        }
    }
}
