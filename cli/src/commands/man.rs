//! `jop man`: manual pages.

use std::path::PathBuf;

use clap_mangen::Man;

use crate::args::named::nearest;
use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// Print a manual page, or write all of them to a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop man run | man -l -                       read one
  jop man -o ~/.local/share/man/man1           install all; then `man jop-run`")]
pub(crate) struct Arguments {
    /// The command, and its own command: `cross run`; by default jop itself
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Vec<String>,
    /// Write the pages of all commands to this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, mut all: clap::Command) -> Result<u8, Error> {
    all.build();
    if let Some(folder) = &arguments.output {
        let unwritable = |reason| Error::Write {
            path: folder.clone(),
            reason,
        };
        std::fs::create_dir_all(folder).map_err(unwritable)?;
        clap_mangen::generate_to(all, folder).map_err(unwritable)?;
        return Ok(exit_code::DONE);
    }
    let mut command = &all;
    for name in &arguments.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            let known = command.get_subcommands().map(clap::Command::get_name);
            let remedy = match nearest(name, known) {
                Some(known) => format!("did you mean `{known}`?"),
                None => "`jop help` lists them".to_owned(),
            };
            Error::Input(format!("no command `{name}`; {remedy}"))
        })?;
    }
    let mut page = Vec::new();
    Man::new(command.clone())
        .render(&mut page)
        .map_err(Error::Output)?;
    stdout::print(&String::from_utf8_lossy(&page))?;
    Ok(exit_code::DONE)
}
