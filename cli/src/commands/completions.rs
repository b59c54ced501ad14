//! `jop completions`: the script with which a shell completes.

use clap_complete::env::Shells;

use crate::args::completion::VARIABLE;
use crate::args::named::Named;
use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Print a completion script for a shell.

It completes commands, options and their values: names of programs, organisations and formats, and methods of the \
program or profile on the same line. The script calls jop for them.")]
#[command(after_help = "\
Examples:
  jop completions bash > ~/.local/share/bash-completion/completions/jop
  jop completions zsh > ~/.zfunc/_jop
  jop completions fish > ~/.config/fish/completions/jop.fish")]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_parser = SHELL)]
    shell: &'static str,
}

const SHELL: Named<&'static str> = Named {
    names: || Shells::builtins().names().collect(),
    read: |name| Shells::builtins().names().find(|known| *known == name),
    remedy: "of bash, elvish, fish, powershell, zsh",
};

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(arguments.shell) {
        shell
            .write_registration(VARIABLE, "jop", "jop", "jop", &mut script)
            .map_err(Error::Output)?;
    }
    stdout::print(&String::from_utf8_lossy(&script))?;
    Ok(exit_code::DONE)
}
