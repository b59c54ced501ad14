//! `jop cross merge`: several profiles as one.

use std::path::{Path, PathBuf};

use cross_profile::Profile;

use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::counted;

/// Add up profiles
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Add up profiles: the dumps of one run, or several runs. Their cycles must come from the same machine, microcode and engine, and \
with `jop cross run` from the same options.

Threads are matched by name, and threads of one name by their order in the profile. A thread without a match is added.")]
#[command(after_help = "\
Examples:
  jop cross merge app.0001.jrec app.0002.jrec -o all.jrec
  jop cross merge app.0*.jrec -o all.jrec             all dumps of a run")]
pub(crate) struct Arguments {
    /// Profiles (.jrec)
    #[arg(required = true, value_name = "FILE.jrec")]
    profiles: Vec<PathBuf>,
    /// Write the sum to this file
    #[arg(short, long, value_name = "FILE.jrec")]
    output: PathBuf,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    super::outputs::refuse_other_ending(&arguments.output)?;
    let output = PendingFile::create(&arguments.output)?;
    let (first, rest) = arguments
        .profiles
        .split_first()
        .ok_or_else(|| Error::Input("no profile is named".to_owned()))?;
    let mut sum = read(first)?;
    for path in rest {
        sum.add(&read(path)?).map_err(Error::at(path.display()))?;
    }
    output.finish(&super::outputs::packed(&sum)?)?;
    console.note(&format!(
        "{}: {}, {}, {} of {}",
        arguments.output.display(),
        counted(sum.total_cycles(), "cycle"),
        counted(sum.contexts() as u64, "context"),
        counted(sum.threads.len() as u64, "thread"),
        counted(arguments.profiles.len() as u64, "profile")
    ));
    Ok(0)
}

fn read(path: &Path) -> Result<Profile, Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    cross_profile::file::read(&bytes).map_err(Error::at(path.display()))
}
