//! `jop report`: a recorded profile as tables.

use std::fs::File;
use std::path::PathBuf;

use cross_profile::profile::MethodFigures;
use cross_profile::{Cause, Profile};

use crate::errors::Error;
use crate::table::{Format, FormatArguments, Table};
use crate::{exit_code, output};

/// Print a profile that `jop run --profile` recorded: cycles by method and by cause
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Print a profile that `jop run --profile` recorded.

Each method has its calls, the bytecodes and cycles spent in itself (self) and in all that it called (total). Each cycle has \
one method and one cause, so that both columns of self cycles add up to the cycles of the run. An invoke is its caller's, a \
return its method's; methods that carry out a bytecode, allocate, throw or serve an interrupt count as that cause.")]
#[command(after_help = "\
Examples:
  jop run --program lift --profile lift.jprof
  jop report lift.jprof                    the hottest methods, then the causes
  jop report lift.jprof --top 0            all methods
  jop report lift.jprof --causes           the causes alone
  jop report lift.jprof --format csv       for a spreadsheet")]
pub(crate) struct Arguments {
    /// The profile
    profile: PathBuf,
    /// Print at most this many methods; 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Print the causes, not the methods
    #[arg(long)]
    causes: bool,
    #[command(flatten)]
    format: FormatArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let profile = read(&arguments.profile)?;
    let format = arguments.format.format;
    let mut text = String::new();
    if !arguments.causes {
        text += &methods(&profile, arguments.top).render(format)?;
    }
    if arguments.causes || format == Format::Table {
        if !text.is_empty() {
            text += "\n";
        }
        text += &causes(&profile).render(format)?;
    }
    output::print(&text)?;
    Ok(exit_code::DONE)
}

fn read(path: &PathBuf) -> Result<Profile, Error> {
    let wrong = |reason: String| Error::Input(format!("{}: {reason}", path.display()));
    let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
    cross_profile::file::read(file).map_err(|error| wrong(error.to_string()))
}

fn methods(profile: &Profile, top: usize) -> Table {
    let mut rows: Vec<(&String, MethodFigures)> =
        profile.methods.iter().zip(profile.by_method()).collect();
    rows.retain(|(_, figures)| figures.self_cycles != 0);
    rows.sort_by(|(a_name, a), (b_name, b)| {
        let order = b.self_cycles.cmp(&a.self_cycles);
        order.then_with(|| a_name.cmp(b_name))
    });
    if top != 0 {
        rows.truncate(top);
    }
    let total = profile.total_cycles();
    let mut table = Table::new(&[
        "self cycles",
        "share",
        "total cycles",
        "calls",
        "bytecodes",
        "method",
    ]);
    for (name, figures) in rows {
        table.push(vec![
            figures.self_cycles.into(),
            share(figures.self_cycles, total).into(),
            figures.inclusive_cycles.into(),
            figures.calls.into(),
            figures.bytecodes.into(),
            name.as_str().into(),
        ]);
    }
    table
}

fn causes(profile: &Profile) -> Table {
    let total = profile.total_cycles();
    let mut table = Table::new(&["cause", "cycles", "share"]);
    for (cause, cycles) in Cause::ALL.into_iter().zip(profile.total_by_cause()) {
        table.push(vec![
            cause.name().into(),
            cycles.into(),
            share(cycles, total).into(),
        ]);
    }
    table
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.2} %", part as f64 * 100.0 / whole.max(1) as f64)
}
