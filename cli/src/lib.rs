//! The `jop` command: parses arguments and prints results; the libraries do the rest. A library itself, so that a crate
//! with a method cache of its own can be a `jop` that knows it (`examples/own-cache`).

// Parts that only other commands use.
#![cfg_attr(not(feature = "whole"), allow(dead_code, unused_imports))]

mod arguments;
mod atomic_file;
mod checkpoints;
#[cfg(feature = "whole")]
mod cluster;
mod commands;
mod completion;
mod conformance;
mod console;
mod cost_source;
mod divergence;
#[cfg(feature = "whole")]
mod division;
mod document;
mod embedded_programs;
mod engine_arguments;
mod errors;
mod exit_code;
mod failures;
#[cfg(feature = "whole")]
mod foci_arguments;
mod host_input;
mod image_file;
mod java_source;
#[cfg(feature = "whole")]
mod journal;
mod limits_arguments;
mod logging;
mod long_methods;
mod machine_arguments;
mod machine_file;
mod machine_summary;
mod method_blocks;
mod method_names;
mod microcode_source;
mod named;
mod output;
mod profile_file;
mod program_source;
mod progress;
mod quantity;
mod quiet_run;
mod report_text;
mod result_output;
mod rows_output;
mod serial_line;
mod session;
mod signals;
mod subject_program;
mod switch_trace;
mod table;
mod temporary_files;
mod usage_error;
mod vector_files;
#[cfg(any(test, not(feature = "whole")))]
mod whole;

use std::process::ExitCode;

use crate::errors::Error;

/// All that can be typed, with its help: for documents that are compared with it.
pub fn command() -> clap::Command {
    <arguments::Cli as clap::CommandFactory>::command()
}

/// The command, with the organisations of method caches that have been added.
pub fn main() -> ExitCode {
    completion::answer();
    let cli = arguments::parse();
    logging::start(cli.verbose);
    temporary_files::choose_folder();
    match commands::execute(cli) {
        Ok(code) => ExitCode::from(code),
        Err(Error::OutputClosed) => ExitCode::from(exit_code::DONE),
        Err(error) => {
            console::error(&error);
            ExitCode::from(error.exit_code())
        }
    }
}
