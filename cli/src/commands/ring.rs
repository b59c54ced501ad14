//! `jop ring`: a profile as a ring chart in a browser page.

use std::path::{Path, PathBuf};

use cross_profile::{Profile, matching};
use pages::RingSide;

use crate::atomic_file::PendingFile;
use crate::completion;
use crate::console::Console;
use crate::errors::Error;
use crate::exit_code;
use crate::method_names;
use crate::profile_file::{read, region};
use crate::table::{counted, thousands};

/// Make a page of ring charts of a profile's calling contexts, or of two profiles compared
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Make a page of ring charts of a profile's calling contexts, or of two profiles compared.

The centre of a ring chart is a calling context; callees are ring segments around their caller's segment. The page is one file for any \
browser and needs no network; it sizes segments by cycles, bytecodes, calls, a cause or contexts, zooms, searches, and saves what it shows \
as SVG. It holds every context of the profile, millions of them.

With two profiles, colours show how the second differs from the first: a prediction from the truth, or after from before. Besides Joplab's \
.jprof, exports of `jop export` and profiles of other tools are read (docs/profile-formats.md).")]
#[command(after_help = "\
Examples:
  jop run --program lift --profile lift.jprof
  jop ring lift.jprof -o lift.html
  jop ring before.jprof after.jprof -o change.html     what a change made slower and faster
  jop ring truth.jprof other-tool.csv -o error.html    where another tool's profile is wrong
  jop ring lift.jprof --root com.jopdesign.sys.Heap.allocate -o heap.html
                                                       the callees of allocation, from every caller")]
pub(crate) struct Arguments {
    /// The profile
    profile: PathBuf,
    /// A profile to compare it with
    other: Option<PathBuf>,
    /// File for the page
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Count only this method and all that it calls; each of its calls starts a chain
    #[arg(long, value_name = "METHOD", add = completion::methods())]
    root: Option<String>,
    /// Count only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME", conflicts_with = "root")]
    region: Option<String>,
    /// Title of the page; by default the program's name
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let mut first = read(&arguments.profile)?;
    let mut second = arguments.other.as_deref().map(read).transpose()?;
    if let (Some(second), Some(path)) = (&mut second, &arguments.other) {
        let matched = matching::align(&mut first, second).map_err(Error::at(path.display()))?;
        if let Some(name) = matched.unknown.first() {
            console.note(&format!(
                "jop: note: {}: {} of its {} methods are not in {}, `{name}` is the first",
                path.display(),
                matched.unknown.len(),
                matched.methods,
                arguments.profile.display(),
            ));
        }
    }
    // An output that cannot be written is told before the work.
    let page = PendingFile::create(&arguments.output)?;
    if let Some(method) = &arguments.root {
        first = below(&first, method, &arguments.profile)?;
        if let (Some(profile), Some(path)) = (&mut second, &arguments.other) {
            *profile = below(profile, method, path)?;
        }
    }
    if let Some(name) = &arguments.region {
        first = region(&first, &arguments.profile, name)?;
        if let (Some(profile), Some(path)) = (&mut second, &arguments.other) {
            *profile = region(profile, path, name)?;
        }
    }
    let html = html(arguments, &first, second.as_ref())?;
    page.finish(html.as_bytes())?;
    console.note(&format!(
        "{}: {}, {} kB",
        arguments.output.display(),
        counted(first.contexts() as u64, "context"),
        thousands(html.len().div_ceil(1000) as u64)
    ));
    Ok(exit_code::DONE)
}

fn html(arguments: &Arguments, first: &Profile, second: Option<&Profile>) -> Result<String, Error> {
    let names = [Some(&arguments.profile), arguments.other.as_ref()]
        .map(|path| path.map_or_else(String::new, |path| path.display().to_string()));
    let [first_name, second_name] = &names;
    let title = match &arguments.title {
        Some(title) => title.as_str(),
        None if first.provenance.program.is_empty() => first_name,
        None => &first.provenance.program,
    };
    let side = |name, profile| RingSide { name, profile };
    let second = second.map(|profile| side(second_name, profile));
    pages::ring(title, side(first_name, first), second)
        .map_err(Error::at(arguments.profile.display()))
}

fn below(profile: &Profile, method: &str, path: &Path) -> Result<Profile, Error> {
    method_names::of_profile(profile, path, method)?;
    profile.below(method).ok_or_else(|| {
        Error::Input(format!(
            "{}: `{method}` was never called; `jop report {} --top 0` lists the methods",
            path.display(),
            path.display()
        ))
    })
}
