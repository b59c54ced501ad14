//! `jop cross prepare`: the JDK's classes are instrumented before the first run that covers them.

use super::java::Java;
use super::kept;
use super::options::Options;
use crate::host::signals::Signals;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Instrument the JDK's classes once, for all runs with --cover jdk
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Instrument the JDK's classes once and keep them, for `jop cross run --cover jdk` with the same java and the same options; the first such run does \
this otherwise. They are in $JOP_CACHE, or the user's cache folder. Profiles are the same with and without.")]
#[command(after_help = "\
Examples:
  jop cross prepare
  jop cross prepare --routines constant --java /opt/jdk/bin/java")]
pub(crate) struct Arguments {
    /// The java command
    #[arg(long, value_name = "JAVA", default_value = "java")]
    java: String,
    #[command(flatten)]
    options: Options,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let machine = arguments.options.machine()?;
    let table = arguments.options.table(&machine, console)?;
    let signals = Signals::watch_to_end()?;
    let java = Java::prepare(std::slice::from_ref(&arguments.java), &signals)?;
    let settings = host_profile::Settings {
        cover: host_profile::Cover::Jdk,
        ..arguments.options.settings()
    };
    let file = settings
        .file(&machine, &table, &java.counts(), &java.runtime())
        .map_err(|error| Error::Input(error.to_string()))?;
    let path = kept::of(&java, &file, &signals)?;
    console.note(&format!("kept in {}", path.display()));
    Ok(0)
}
