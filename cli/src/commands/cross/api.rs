//! `jop cross api`: the interface of callbacks.

use std::path::PathBuf;

use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Write the Java interface of `run --callback` as a jar
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Write the Java interface of `jop cross run --callback` as a jar to compile against: the interfaces of package joplab.cross.api, with \
their sources. The jar is not needed when the program runs.")]
#[command(after_help = "\
Examples:
  jop cross api -o joplab-cross.jar
  javac -cp joplab-cross.jar Hot.java
  jop cross run --every 1000000 --callback Hot -- java -cp app.jar:. Main")]
pub(crate) struct Arguments {
    /// Write the jar to this file
    #[arg(
        short,
        long,
        value_name = "FILE.jar",
        default_value = "joplab-cross.jar"
    )]
    output: PathBuf,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let jar = host_profile::api_jar().map_err(|reason| Error::System {
        what: "make the jar",
        reason: reason.into(),
    })?;
    atomic_file::write(&arguments.output, &jar)?;
    console.note(&format!("wrote {}", arguments.output.display()));
    Ok(0)
}
