//! `jop config`: the options of a machine as commented TOML.

use std::path::PathBuf;

use isa::config_reference::commented_toml;
use isa::system::commented_toml as processors_toml;
use isa::{MachineConfig, System, boards};

use crate::args::machine_file;
use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// Print the default machine, or check a machine file and print the machine it gives
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop config > machine.toml    a file to edit; options left out keep their default
  jop config --all             every option, with range, unit and how far it is verified
  jop config machine.toml      check a file and print the whole machine it gives
  jop config --board reprap    the four cores of a board, with their arbiter")]
pub(crate) struct Arguments {
    /// Machine file to check; every option is printed
    file: Option<PathBuf>,
    /// Print the machine of a board of several cores: jopmul, jopmul_512x32 or reprap
    #[arg(long, value_name = "NAME", conflicts_with = "file")]
    board: Option<String>,
    /// Print every option, not only those that often change
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let (system, all) = match (&arguments.file, &arguments.board) {
        (Some(file), _) => (machine_file::read_system(file)?, true),
        (None, Some(board)) => (of_board(board)?, true),
        (None, None) => (MachineConfig::default().into(), arguments.all),
    };
    let several = system.processors.as_ref();
    let several = several.map(processors_toml).unwrap_or_default();
    stdout::print(&(commented_toml(&system.machine, all) + &several))?;
    Ok(exit_code::DONE)
}

fn of_board(name: &str) -> Result<System, Error> {
    if let Some(board) = boards::named(name) {
        return Ok(board.system);
    }
    let names: Vec<_> = boards::all().iter().map(|board| board.name).collect();
    let known = format!("known: {}", names.join(", "));
    let none = boards::NO_BOARDS.iter().find(|(board, _)| *board == name);
    let problem = match none {
        Some((_, reason)) => format!("--board {name}: {reason}; {known}"),
        None => format!("no board `{name}`; {known}"),
    };
    Err(Error::Input(problem))
}
