//! `jop show`: a view of a recording, or of a program that is run for it.

#[cfg(feature = "whole")]
mod cache;
mod calls;
mod classical;
#[cfg(feature = "whole")]
mod code;
#[cfg(feature = "whole")]
mod export;
#[cfg(feature = "whole")]
mod lines;
#[cfg(feature = "whole")]
mod memory;
mod profile;
pub(crate) mod quiet_run;
#[cfg(feature = "whole")]
pub(crate) mod recorded_program;
#[cfg(feature = "whole")]
mod recording_file;
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

use std::path::{Path, PathBuf};

#[cfg(not(feature = "whole"))]
use self::quiet_run::thread_run;
use self::subject::Subject;
use self::subject_program::SubjectProgram;
pub(crate) use self::view::{Need, View};
use crate::args::completion;
use crate::args::named::nearest;
use crate::output::console::Console;
use crate::output::errors::Error;
#[cfg(not(feature = "whole"))]
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::rows::RowsArguments;
use crate::output::table::Order;

/// Show a recording, or a program that is run first: methods, calls, lines, time, memory
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "jop show [OPTIONS] [VIEW] [RECORDING | PROGRAM] [OTHER] [-- ARGS]...",
    long_about = long_about()
)]
#[command(after_help = concat!(exit_codes!("", ", or a moment or region of the limits that never came"), "

Examples:
  jop run --program lift -o lift.jrec
  jop show lift.jrec                       the hottest methods, then the causes
  jop show --program lift                  the same of a program, in one step
  jop show -cp classes t.Main              the same of a class on the class path
  jop show Main.java --region filter       of what Main marks as `filter`
  jop show tree lift.jrec                  the calling-context tree, where it is hottest
  jop show tree lift.jrec -o lift.html     its rings, a page; .svg for a flame graph
  jop show diff old.jrec new.jrec -o change.html    what a change made slower and faster
  jop show calls lift.jrec --method Door.step       times of its calls
  jop show waiting --program producer-consumer      what threads did, and what they waited for
  jop show lines --program udpip --method checksum  its source with the cost of each line
  jop show code lift.jrec --method lift.Door.step --at 12    microinstructions
  jop show time --program udpip -o udpip.html       the course of the run, a page
  jop show phases udpip.jrec --distance 0.3         phases by mix of methods
  jop show sites --program gc-stress       allocations by site
  jop show leaks gc.jrec --survived 5      what survived five collections
  jop show stack --program modern          the deepest chain of calls
  jop show vector lift.jrec --component lift.Door   what it executes, for `jop cost`"))]
pub(crate) struct Arguments {
    /// View, and a recording (.jrec) or a profile of another tool; or a program: FILE.jop, FILE.class, FILE.java, FILE.jar or a class
    /// on the class path. `diff` takes two recordings
    #[arg(value_name = "VIEW RECORDING", num_args = 0..=3)]
    words: Vec<PathBuf>,
    #[command(flatten)]
    program: SubjectProgram,
    /// Print at most this many rows, 0 for all; JSON and CSV always have all, JSON the causes or the histogram beside them, too
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Sort the rows by this column, named as in the head of the table: numbers fall, texts rise
    #[arg(long, value_name = "COLUMN")]
    sort: Option<String>,
    /// Show only this method, or sites in it; `lines` takes several: repeat it
    #[arg(long, value_name = "METHOD", add = completion::methods())]
    method: Vec<String>,
    #[cfg(not(feature = "whole"))]
    #[command(flatten)]
    part: subject::PartArguments,
    #[cfg(feature = "whole")]
    #[command(flatten)]
    whole: whole::WholeArguments,
    #[command(flatten)]
    rows: RowsArguments,
}

/// What the command is for, with the list of views.
fn long_about() -> String {
    const ABOUT: &str = "\
Show a recording that `jop run -o` made, in one of the views below; the first word is the view, without one it is `flat`. Recordings are .jrec files; \
most views of contexts take profiles of other tools, too. Given a program in place of a recording, it is run, just what the view needs is recorded, and what \
the program prints is not shown.

-o FILE writes the view: .txt, .csv, .json; .parquet for contexts, time and windows; .html for a page of tree, diff, lines, time; .svg, .folded, .speedscope.json, \
.firefox.json, .pb.gz, .callgrind, .dot for tree; .jrec to keep the recording of a program. `diff` without a page ends with 1 if the recordings differ.";
    format!("{ABOUT}\n\n{}", view::help())
}

/// A view and the names of its subjects.
struct Words {
    view: View,
    subject: Option<PathBuf>,
    other: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let words = words(arguments)?;
    let view = words.view;
    view.refuse(&arguments.given())?;
    refuse_input(arguments, &words)?;
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
fn refuse_input(arguments: &Arguments, words: &Words) -> Result<(), Error> {
    let Some(file) = arguments.rows.file() else {
        return Ok(());
    };
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    let output = place(file);
    let inputs = [&words.subject, &words.other].into_iter().flatten();
    for input in inputs {
        if output.is_some() && place(input) == output {
            return Err(Error::Input(format!(
                "{}: -o would replace what is shown; give it another name",
                file.display()
            )));
        }
    }
    Ok(())
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
                "{}: neither a view nor a recording beside --program; `jop show --help` lists the views",
                word.display()
            )));
        }
        (None, subject) => (subject, words.next()),
    };
    if let Some(too_many) = words
        .next()
        .or(other.clone().filter(|_| view != View::Diff))
    {
        return Err(Error::Input(format!(
            "{}: one recording too many for `jop show {}`",
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
    let views = view::VIEWS.iter().map(|(_, name, _, _)| *name);
    match nearest(&name, views) {
        Some(view) => Err(Error::Input(format!(
            "{name}: no such file, and no view; did you mean `{view}`?"
        ))),
        None => Ok(()),
    }
}

impl Arguments {
    /// Options that only some views read, and which are given.
    fn given(&self) -> Vec<(&'static str, bool)> {
        let mut given = vec![
            ("--method", !self.method.is_empty()),
            ("--sort", self.sort.is_some()),
        ];
        #[cfg(feature = "whole")]
        given.extend(self.whole.given());
        #[cfg(not(feature = "whole"))]
        given.extend(self.part.given());
        given
    }

    /// Which rows are printed, and in which order.
    fn order(&self, usual: usize) -> Order<'_> {
        Order {
            top: self.top(usual),
            sort: self.sort.as_deref(),
        }
    }

    /// Most rows that are printed.
    fn top(&self, usual: usize) -> usize {
        self.top.unwrap_or(usual)
    }

    /// The one method, if one is given.
    fn one_method(&self) -> Result<Option<&str>, Error> {
        match &self.method[..] {
            [] => Ok(None),
            [method] => Ok(Some(method)),
            [_, second, ..] => Err(Error::Input(format!(
                "--method {second}: this view shows one method"
            ))),
        }
    }
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

impl Arguments {
    /// The part of a profile that is shown.
    #[cfg(not(feature = "whole"))]
    fn part(&self) -> subject::PartArguments {
        subject::PartArguments {
            thread: self.part.thread.clone(),
            region: self.part.region.clone(),
        }
    }
}
