//! A profile, or two compared, as rings in a browser page.

use std::path::{Path, PathBuf};

use cross_profile::{Profile, matching};
use pages::RingSide;

use super::View;
use super::arguments::{Arguments, Words};
use super::part::{PartArguments, take_part};
use super::subject::{self, Subject};
use crate::args::method_names;
use crate::args::recording_file;
use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::{counted, thousands};

/// Writes the page; gives the exit code.
pub(super) fn execute(
    arguments: &Arguments,
    words: &Words,
    subject: &Subject<'_>,
) -> Result<u8, Error> {
    // An output that cannot be written is told before the work.
    let Some(file) = arguments.page() else {
        return Ok(exit_code::DONE);
    };
    let page = PendingFile::create(file)?;
    let whole = PartArguments::default();
    let path = subject.path()?;
    let Some((mut first, code)) = subject.profile(&whole)? else {
        return Ok(exit_code::INTERRUPTED);
    };
    let mut second = match words.view {
        View::Diff => {
            let path = subject::other(words)?;
            let (mut second, _) = recording_file::profile(path, subject.console)?;
            align(&mut first, &mut second, (subject, path))?;
            Some((second, path))
        }
        _ => None,
    };
    first = part(first, path, arguments)?;
    if let Some((profile, path)) = second {
        second = Some((part(profile, path, arguments)?, path));
    }
    let html = html(arguments, (&first, path), second.as_ref())?;
    page.finish(html.as_bytes())?;
    subject.console.note(&format!(
        "{}: {}, {} kB",
        file.display(),
        counted(first.contexts() as u64, "context"),
        thousands(html.len().div_ceil(1000) as u64)
    ));
    Ok(code)
}

/// Gives both the same methods, and tells of those that only the second has.
fn align(
    first: &mut Profile,
    second: &mut Profile,
    (subject, path): (&Subject<'_>, &Path),
) -> Result<(), Error> {
    let matched = matching::align(first, second).map_err(Error::at(path.display()))?;
    if let Some(name) = matched.unknown.first() {
        subject.console.note(&format!(
            "jop: note: {}: {} of its {} methods are not in {}, `{name}` is the first",
            path.display(),
            matched.unknown.len(),
            matched.methods,
            subject.name()?,
        ));
    }
    Ok(())
}

/// The part that is asked for.
fn part(profile: Profile, path: &Path, arguments: &Arguments) -> Result<Profile, Error> {
    let profile = match &arguments.whole.root {
        Some(method) => below(&profile, method, path)?,
        None => profile,
    };
    take_part(profile, path, &arguments.part())
}

fn html(
    arguments: &Arguments,
    (first, path): (&Profile, &Path),
    second: Option<&(Profile, &PathBuf)>,
) -> Result<String, Error> {
    let name = path.display().to_string();
    let title = match &arguments.whole.title {
        Some(title) => title.as_str(),
        None if first.provenance.program.is_empty() => &name,
        None => &first.provenance.program,
    };
    let other = second.map(|(_, path)| path.display().to_string());
    let other = other.unwrap_or_default();
    let second = second.map(|(profile, _)| RingSide {
        name: &other,
        profile,
    });
    let first = RingSide {
        name: &name,
        profile: first,
    };
    pages::ring(title, first, second).map_err(Error::at(path.display()))
}

fn below(profile: &Profile, method: &str, path: &Path) -> Result<Profile, Error> {
    method_names::of_profile(profile, path, method)?;
    profile.below(method).ok_or_else(|| {
        Error::Input(format!(
            "{}: `{method}` was never called; `jop show {} --top 0` lists the methods",
            path.display(),
            path.display()
        ))
    })
}
