//! `jop config`: the options of a machine as commented TOML.

use std::path::PathBuf;

use isa::MachineConfig;
use isa::config_reference::commented_toml;

use crate::args::machine_file;
use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// Print the default machine, or check a machine file and print the machine it gives
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop config > machine.toml    a file to edit; options left out keep their default
  jop config --all             every option, with range, unit and how far it is verified
  jop config machine.toml      check a file and print the whole machine it gives")]
pub(crate) struct Arguments {
    /// Machine file to check; every option is printed
    file: Option<PathBuf>,
    /// Print every option, not only those that often change
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let text = match &arguments.file {
        Some(file) => commented_toml(&machine_file::read(file)?, true),
        None => commented_toml(&MachineConfig::default(), arguments.all),
    };
    stdout::print(&text)?;
    Ok(exit_code::DONE)
}
