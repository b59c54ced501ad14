//! `jop completions`: a completion script for a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Cli;
use crate::errors::Error;
use crate::{exit_code, output};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop completions bash > ~/.local/share/bash-completion/completions/jop
  jop completions zsh > ~/.zfunc/_jop")]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "jop", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(exit_code::DONE)
}
