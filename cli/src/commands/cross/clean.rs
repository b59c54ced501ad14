//! `jop cross clean`: kept JDKs are removed.

use super::kept_folders;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::{counted, thousands};

/// Remove the instrumented classes of JDKs that runs have kept
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop cross clean")]
pub(crate) struct Arguments {}

/// Runs the command.
pub(crate) fn execute(_: &Arguments, console: Console) -> Result<u8, Error> {
    let (folders, bytes) = kept_folders::clean()?;
    let folder = kept_folders::place()?;
    console.note(&format!(
        "{}: {} removed, {} bytes",
        folder.display(),
        counted(folders, "kept JDK"),
        thousands(bytes)
    ));
    Ok(0)
}
