//! `jop show`: a view of a recording, or of a program that is run for it.

mod arguments;
#[cfg(feature = "whole")]
mod cache;
mod calls;
mod cells;
mod classical;
#[cfg(feature = "whole")]
mod code;
#[cfg(feature = "whole")]
mod compared;
#[cfg(feature = "whole")]
mod cores;
#[cfg(feature = "whole")]
mod cores_chart;
#[cfg(feature = "whole")]
mod export;
#[cfg(feature = "whole")]
mod found;
#[cfg(feature = "whole")]
mod lines;
#[cfg(feature = "whole")]
mod memory;
mod part;
mod profile;
pub(crate) mod quiet_run;
#[cfg(feature = "whole")]
pub(crate) mod recorded_program;
#[cfg(feature = "whole")]
mod ring;
mod subject;
mod subject_program;
#[cfg(feature = "whole")]
mod time;
#[cfg(feature = "whole")]
mod vector;
mod view;
mod waiting;
#[cfg(feature = "whole")]
mod whole;
#[cfg(feature = "whole")]
mod whole_arguments;

use std::path::{Path, PathBuf};

#[cfg(not(feature = "whole"))]
use self::quiet_run::thread_run;
use self::subject::Subject;

pub(crate) use self::arguments::Arguments;
pub(crate) use self::view::{Need, View};

use self::arguments::Words;
use crate::args::named::nearest;
use crate::output::console::Console;
use crate::output::errors::Error;
#[cfg(not(feature = "whole"))]
use crate::output::exit_code;
use crate::output::result::refuse_inputs;

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let words = words(arguments)?;
    let view = words.view;
    view.refuse(&arguments.given())?;
    refuse_subjects(arguments, &words)?;
    if !view.is_of_tree() && !matches!(view, View::Time | View::Windows | View::Phases) {
        arguments.rows.refuse_parquet(view.name())?;
    }
    let subject = Subject {
        program: &arguments.program,
        words: &words,
        console,
    };
    #[cfg(not(feature = "whole"))]
    if view == View::Waiting {
        return waiting(arguments, &subject);
    }
    #[cfg(feature = "whole")]
    if let Some(code) = whole::execute(arguments, &words, &subject)? {
        return Ok(code);
    }
    #[cfg(not(feature = "whole"))]
    if view.need() != Need::Contexts || matches!(view, View::Contexts | View::Diff) {
        return Err(Error::Input(format!(
            "`jop show {}` is {}",
            view.name(),
            crate::output::missing::INSTALL
        )));
    }
    profile::execute(arguments, view, &subject)
}

/// An error for an output that is one of the inputs, under whatever name.
fn refuse_subjects(arguments: &Arguments, words: &Words) -> Result<(), Error> {
    let inputs = [&words.subject, &words.other].into_iter().flatten();
    let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
    refuse_inputs(arguments.rows.file(), "-o", &inputs)
}

/// The view, and what it is of. A file that has the name of a view is meant as `./tree`.
fn words(arguments: &Arguments) -> Result<Words, Error> {
    let mut words = arguments.words.iter().cloned();
    let mut next = words.next();
    let named = next.as_ref().and_then(|word| View::named(word.to_str()?));
    if named.is_some() {
        next = words.next();
    }
    if let (None, Some(word)) = (named, &next) {
        refuse_misspelt(arguments, word)?;
    }
    let view = named.unwrap_or(View::Flat);
    let embedded = arguments.program.embedded;
    let (subject, other) = match (embedded, next) {
        (Some(program), None) => (Some(PathBuf::from(program.name)), None),
        (Some(_), Some(word)) => {
            return Err(Error::Input(format!(
                "{}: neither a view nor a recording beside --program; {}",
                word.display(),
                nearest_view(&word).map_or_else(
                    || "`jop show --help` lists the views".to_owned(),
                    |view| format!("did you mean `{view}`?")
                )
            )));
        }
        (None, subject) => (subject, words.next()),
    };
    if let Some(too_many) = words
        .next()
        .or(other.clone().filter(|_| view != View::Diff))
    {
        let meant = nearest_view(&too_many).filter(|_| named.is_none());
        let remedy = meant.map_or_else(String::new, |meant| {
            format!("; a view is named first: jop show {meant}")
        });
        return Err(Error::Input(format!(
            "{}: one recording too many for `jop show {}`{remedy}",
            too_many.display(),
            view.name()
        )));
    }
    Ok(Words {
        view,
        subject,
        other,
    })
}

/// An error for a first word that is no file and no program, and is like the name of a view.
fn refuse_misspelt(arguments: &Arguments, word: &Path) -> Result<(), Error> {
    let name = word.to_string_lossy();
    if word.exists() || arguments.program.is_meant(&name) {
        return Ok(());
    }
    match nearest_view(word) {
        Some(view) => Err(Error::Input(format!(
            "{name}: no such file, and no view; did you mean `{view}`?"
        ))),
        None => Ok(()),
    }
}

/// The view whose name is most like a word: one of the words that people try first, or one with an error.
fn nearest_view(word: &Path) -> Option<&'static str> {
    const OTHERS: [(&str, &str); 8] = [
        ("heap", "live"),
        ("memory", "allocations"),
        ("objects", "classes"),
        ("threads", "waiting"),
        ("locks", "waiting"),
        ("misses", "cache"),
        ("source", "lines"),
        ("methods", "flat"),
    ];
    let name = word.to_str()?;
    let other = OTHERS.iter().find(|(other, _)| *other == name);
    let views = || view::VIEWS.iter().map(|(_, name, _, _)| *name);
    other
        .map(|(_, view)| *view)
        .or_else(|| nearest(name, views()))
}

/// Threads of a program; their section of a recording is read by the whole command.
#[cfg(not(feature = "whole"))]
fn waiting(arguments: &Arguments, subject: &Subject<'_>) -> Result<u8, Error> {
    let format = arguments.rows.table_format()?;
    let Some(setup) = subject.setup()? else {
        return Err(Error::Input(format!(
            "{}: the waits of a recording are {}",
            subject.name()?,
            crate::output::missing::INSTALL
        )));
    };
    let ran = thread_run(&setup, &subject.conditions()?)?;
    let Some((threads, cycles, end)) = ran else {
        return Ok(exit_code::INTERRUPTED);
    };
    let text = waiting::text(&threads, cycles, arguments.order(20), format)?;
    arguments.rows.print(&text)?;
    Ok(exit_code::of_run(end, &setup.program, subject.console))
}
