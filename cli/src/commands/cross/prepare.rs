//! `jop cross prepare`: the JDK's classes are instrumented before the first run that covers them.

use host_profile::{Cover, Settings};

use super::java::Java;
use super::kept;
use super::options::{Options, can_cover_jdk};
use crate::host::signals::Signals;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Instrument the JDK's classes once, for all runs with --cover jdk
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Instrument the JDK's classes once and keep them, for all runs of `jop cross run --cover jdk` with the same java and \
the same options: they then start in a fraction of the time. Without this command the first such run keeps them. They \
are in the folder of the environment variable JOP_CACHE, or in the user's cache folder; `jop cross clean` removes \
them. Another JDK, another version of jop, and options that change instrumented code have folders of their own.")]
#[command(after_help = "\
Examples:
  jop cross prepare
  jop cross prepare --routines constant --java /opt/jdk/bin/java
  jop cross clean                       remove what is kept")]
pub(crate) struct Arguments {
    /// The java command
    #[arg(long, value_name = "JAVA", default_value = "java")]
    java: String,
    #[command(flatten)]
    options: Options,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let settings = Settings {
        cover: Cover::Jdk,
        ..arguments.options.settings(false)
    };
    can_cover_jdk(&settings)?;
    let machine = arguments.options.machine()?;
    let table = arguments.options.table(&machine, console)?;
    let signals = Signals::watch_to_end()?;
    let mut java = Java::begin(std::slice::from_ref(&arguments.java), &signals)?;
    let file = settings
        .file(&machine, &table, &java.counts(), &java.runtime())
        .map_err(|error| Error::Input(error.to_string()))?;
    let path = kept::of(&mut java, &file, &signals, console)?;
    console.note(&format!("the JDK is kept in {}", path.display()));
    Ok(0)
}
