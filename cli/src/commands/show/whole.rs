//! Views that only the whole command has, and their options.

use std::ops::Range;
use std::path::{Path, PathBuf};

use metrics::Focus;
use metrics::phases::DISTANCE;
use record::Grain;
use recorders::{Choice, Recorded};
use recording::Recording;
use runtime::programs::EmbeddedProgram;

use super::recorded_program::{packed, recorded};
use super::recording_file;
use super::subject::{PartArguments, Subject, other};
use super::{
    Arguments, Need, View, Words, cache, code, export, lines, memory, ring, time, vector, waiting,
};
use crate::args::cost_source::TableArguments;
use crate::args::embedded_programs::PROGRAM;
use crate::args::extent::ExtentArguments;
use crate::args::quantity::cycles;
use crate::commands::diff::{Pairing, Part as Compared};
use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::result::refuse_format;
use crate::output::{atomic_file, exit_code};

/// Options of these views.
#[derive(Debug, clap::Args)]
pub(crate) struct WholeArguments {
    #[command(flatten)]
    pub(super) extent: ExtentArguments,
    /// Show the microinstructions of the bytecode at this byte of --method
    #[arg(long, value_name = "BYTE")]
    pub(super) at: Option<u32>,
    /// Show bytecodes instead of source lines
    #[arg(long, conflicts_with = "interleaved")]
    pub(super) bytecode: bool,
    /// Show each source line with its bytecodes below
    #[arg(long)]
    pub(super) interleaved: bool,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    pub(super) source: Vec<PathBuf>,
    /// A part that is looked at: run, PATTERN, below:PATTERN, thread:NAME, region:NAME; repeat for several
    #[arg(long, value_name = "FOCUS")]
    pub(super) focus: Vec<Focus>,
    /// Parts that are looked at, from a TOML file: [[focus]] with name, and only, below, thread or region
    #[arg(long, value_name = "FILE.toml")]
    pub(super) foci: Option<PathBuf>,
    /// Metrics of time, separated by commas, or `all`; of tree, the weight: cycles, bytecodes, calls or a cause
    #[arg(long, value_name = "METRICS")]
    pub(super) metric: Option<String>,
    /// Only windows that begin in these cycles; each end may be left out
    #[arg(long, value_name = "FROM..TO", value_parser = between)]
    pub(super) between: Option<Range<u64>>,
    /// The part of the cycles, 0 to 1, that has to be in other methods for another phase [default: 0.5]
    #[arg(long, value_name = "PART", value_parser = part)]
    pub(super) distance: Option<f64>,
    /// Show only objects of this class, or with * for any characters
    #[arg(long, value_name = "PATTERN")]
    pub(super) class: Option<String>,
    /// Only this component of a recording; of a program that is run, a component with what it calls
    #[arg(long, value_name = "NAME")]
    pub(super) component: Option<String>,
    #[command(flatten)]
    pub(super) table: TableArguments,
    /// Count allocations of library and runtime for the line of the application that called them
    #[arg(long)]
    pub(super) application: bool,
    /// The collection after which `live` looks; the last one, if none is given
    #[arg(long, value_name = "NUMBER")]
    pub(super) collection: Option<u32>,
    /// Collections that objects of `leaks` have survived at least [default: 1]
    #[arg(long, value_name = "N")]
    pub(super) survived: Option<u32>,
    /// Format of another tool, for standard output or a file whose ending is none
    #[arg(
        long = "as",
        value_enum,
        ignore_case = true,
        value_name = "FORMAT",
        conflicts_with = "format"
    )]
    pub(super) exported: Option<export::ExportFormat>,
    /// Count only this method and all that it calls; each of its calls starts a chain
    #[arg(long, value_name = "METHOD", conflicts_with = "region", add = crate::args::completion::methods())]
    pub(super) root: Option<String>,
    /// Title of a page or a flame graph
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Take files and lines of an export from the symbols of this image
    #[arg(long, value_name = "FILE.jop", conflicts_with = "symbols_of")]
    pub(super) symbols: Option<PathBuf>,
    /// The same from this embedded program
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = PROGRAM)]
    pub(super) symbols_of: Option<&'static EmbeddedProgram>,
    /// Hide entries with a smaller share of the total, in percent: frames of flame graphs (default 0.1), methods of dot (0.5)
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) min_share: Option<f64>,
    /// Hide arcs of dot with a smaller share of the total, in percent [default: 0.1]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) min_arc: Option<f64>,
}

fn between(text: &str) -> Result<Range<u64>, String> {
    let wrong = || format!("`{text}` is no part of a run: give two cycles, as in 400k..800k");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let end = |text: &str, open| match text.trim() {
        "" => Ok(open),
        text => cycles(text),
    };
    let range = end(from, 0)?..end(to, u64::MAX)?;
    if range.is_empty() {
        return Err(wrong());
    }
    Ok(range)
}

fn part(text: &str) -> Result<f64, String> {
    let part: Option<f64> = text.parse().ok();
    let part = part.filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "not a part from 0 to 1".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "0 to 100".to_owned())
}

impl WholeArguments {
    /// The options, and which are given.
    pub(super) fn given(&self) -> Vec<(&'static str, bool)> {
        let mut given = self.extent.given().to_vec();
        given.extend([
            ("--at", self.at.is_some()),
            ("--bytecode", self.bytecode),
            ("--interleaved", self.interleaved),
            ("--source", !self.source.is_empty()),
            ("--focus", !self.focus.is_empty()),
            ("--foci", self.foci.is_some()),
            ("--metric", self.metric.is_some()),
            ("--between", self.between.is_some()),
            ("--distance", self.distance.is_some()),
            ("--class", self.class.is_some()),
            ("--component", self.component.is_some()),
            ("--table", self.table.file().is_some()),
            ("--set", self.table.sets()),
            ("--application", self.application),
            ("--collection", self.collection.is_some()),
            ("--survived", self.survived.is_some()),
            ("--as", self.exported.is_some()),
            ("--root", self.root.is_some()),
            ("--title", self.title.is_some()),
            ("--symbols", self.symbols.is_some()),
            ("--symbols-of", self.symbols_of.is_some()),
            ("--min-share", self.min_share.is_some()),
            ("--min-arc", self.min_arc.is_some()),
        ]);
        given
    }

    /// Phases with this distance.
    pub(super) fn distance(&self) -> f64 {
        self.distance.unwrap_or(DISTANCE)
    }
}

impl Arguments {
    /// The part of a profile that is shown: one thread, one region.
    pub(super) fn part(&self) -> PartArguments {
        let limits = self.whole.extent.limits();
        PartArguments {
            thread: limits.threads.into_iter().next(),
            region: limits.regions.into_iter().next(),
        }
    }

    /// An error for several threads or regions, of which views of contexts show one.
    fn check_part(&self) -> Result<(), Error> {
        let limits = self.whole.extent.limits();
        for (option, names) in [("--thread", limits.threads), ("--region", limits.regions)] {
            if let [_, second, ..] = &names[..] {
                return Err(Error::Input(format!(
                    "{option} {second}: this view shows one"
                )));
            }
        }
        Ok(())
    }

    /// Errors that need no run.
    fn refuse_before_the_run(&self, view: View) -> Result<(), Error> {
        if self.whole.at.is_some() && self.method.is_empty() {
            return Err(Error::Input(
                "--at is a byte of a method; give --method".to_owned(),
            ));
        }
        if view == View::Lines && self.top.is_some() && !self.method.is_empty() {
            return Err(Error::Input(
                "--top chooses methods, and --method names them; give one of both".to_owned(),
            ));
        }
        if view != View::Lines {
            self.one_method()?;
        }
        match view.need() {
            Need::Windows => time::check_metrics(self),
            _ => Ok(()),
        }
    }

    /// What a view needs of a run.
    fn choice(&self, view: View) -> Result<Choice, Error> {
        let extent = &self.whole.extent;
        let grain = match (view.need(), view) {
            (Need::Lines, View::Code) if self.whole.at.is_some() => Grain::Microinstruction,
            (Need::Lines, _) => Grain::Bytecode,
            _ => Grain::Method,
        };
        let windows = view.need() == Need::Windows;
        Ok(Choice {
            grain,
            windows: windows.then(|| extent.windows()).transpose()?,
            heap: view.need() == Need::Heap,
            lookups: view.need() == Need::Lookups,
            threads: view.need() == Need::Threads,
            every_cycle: view == View::Stack,
            limits: match view.need() {
                Need::Heap | Need::Lookups | Need::Threads => record::Limits::default(),
                _ => extent.limits(),
            },
        })
    }

    /// An error for an option that this kind of output does not read.
    fn refuse_for(&self, kind: &str, unread: &[&str]) -> Result<(), Error> {
        let given = self.whole.given();
        let mut given = given.iter().filter(|(_, is_given)| *is_given);
        match given.find(|(name, _)| unread.contains(name)) {
            Some((option, _)) => Err(Error::Input(format!("{option} has no meaning for {kind}"))),
            None => Ok(()),
        }
    }

    /// An error for --format beside a file whose ending is a page's, a recording's or, if `is_export`, another tool's.
    fn refuse_ending_with_format(&self, is_export: bool) -> Result<(), Error> {
        match &self.rows.output {
            Some(file) if is_export || self.page().is_some() || self.keeps().is_some() => {
                refuse_format(file, self.rows.format.is_some())
            }
            _ => Ok(()),
        }
    }

    /// -o names a recording that is to be kept.
    pub(super) fn keeps(&self) -> Option<&PathBuf> {
        let file = self.rows.output.as_ref()?;
        has_extension(&file.to_string_lossy(), recording::FILE_ENDING).then_some(file)
    }

    /// -o names a page.
    pub(super) fn page(&self) -> Option<&PathBuf> {
        let file = self.rows.output.as_ref()?;
        has_extension(&file.to_string_lossy(), "html").then_some(file)
    }
}

/// Sections of a file or of a run, and the exit code of its end.
pub(super) enum Found {
    File(Recording),
    Run(Box<Recorded>, u8, run::End),
}

/// Shows a view that the small build lacks; none if it has it.
pub(super) fn execute(
    arguments: &Arguments,
    words: &Words,
    subject: &Subject<'_>,
) -> Result<Option<u8>, Error> {
    let view = words.view;
    match view.need() {
        Need::Contexts => of_contexts(arguments, words, subject),
        Need::Vector => vector::show(arguments, view, subject).map(Some),
        Need::Lines | Need::Windows | Need::Lookups | Need::Heap | Need::Threads => {
            check_output(arguments, view, subject)?;
            let Some(found) = find(arguments, view, subject)? else {
                return Ok(Some(exit_code::INTERRUPTED));
            };
            if let (Some(file), Found::Run(recorded, code, _)) = (arguments.keeps(), &found)
                && arguments.whole.between.is_none()
            {
                atomic_file::write(file, &packed(recorded)?)?;
                return Ok(Some(*code));
            }
            match view.need() {
                Need::Lines if view == View::Lines => lines::show(arguments, subject, &found),
                Need::Lines => code::show(arguments, subject, &found),
                Need::Windows => time::show(arguments, subject, &found),
                Need::Lookups => misses(arguments, subject, &found),
                Need::Threads => states(arguments, subject, &found),
                _ => memory::show(arguments, subject, &found),
            }
            .map(Some)
        }
    }
}

/// Misses in the method cache.
fn misses(arguments: &Arguments, subject: &Subject<'_>, found: &Found) -> Result<u8, Error> {
    let recording = match found {
        Found::Run(recorded, _, _) => recorded.lookups.as_ref(),
        Found::File(recording) => Some(recording),
    };
    if let Some(recording) = recording {
        let shown = cache::Shown::of(recording, &subject.name()?, arguments.one_method()?)?;
        let (format, order) = (arguments.rows.table_format()?, arguments.order(MISSES));
        arguments.rows.print(&shown.text(order, format)?)?;
    }
    Ok(found.code())
}

/// Methods and pairs that are printed.
const MISSES: usize = 20;

/// A page, an export, or two recordings compared; none if the view is a table that the small build has, too.
fn of_contexts(
    arguments: &Arguments,
    words: &Words,
    subject: &Subject<'_>,
) -> Result<Option<u8>, Error> {
    let (view, whole) = (words.view, &arguments.whole);
    let is_export = whole.exported.is_some() || export::is_meant(arguments);
    arguments.check_part()?;
    arguments.refuse_ending_with_format(is_export && view != View::Contexts)?;
    if let (Some(file), None) = (arguments.keeps(), whole.exported) {
        return keep(arguments, file, subject).map(Some);
    }
    let is_page = arguments.page().is_some() && whole.exported.is_none();
    if is_page && matches!(view, View::Tree | View::Diff) {
        arguments.refuse_for("a page", &OF_DRAWINGS[2..])?;
        return ring::execute(arguments, words, subject).map(Some);
    }
    if view == View::Contexts || is_export {
        arguments.refuse_for("an export", &OF_DRAWINGS[..1])?;
        return export::execute(arguments, words, subject).map(Some);
    }
    arguments.refuse_for("a table", &OF_DRAWINGS)?;
    match view {
        View::Diff => difference(arguments, words, subject).map(Some),
        _ => Ok(None),
    }
}

/// Options of drawings: of pages alone, of both, of exports alone.
const OF_DRAWINGS: [&str; 7] = [
    "--root",
    "--title",
    "--metric",
    "--symbols",
    "--symbols-of",
    "--min-share",
    "--min-arc",
];

/// Keeps the contexts that a view would show.
fn keep(arguments: &Arguments, file: &Path, subject: &Subject<'_>) -> Result<u8, Error> {
    let part = arguments.part();
    if subject.words.view == View::Diff
        || !subject.is_program()? && part.thread.is_none() && part.region.is_none()
    {
        return Err(Error::Input(format!(
            "{}: -o keeps the recording of a program, or a thread or region of one; end it in .html, .csv or .svg for a view",
            file.display()
        )));
    }
    let file = PendingFile::create(file)?;
    let Some((profile, code)) = subject.profile(&arguments.part())? else {
        return Ok(exit_code::INTERRUPTED);
    };
    let mut bytes = Vec::new();
    cross_profile::file::write(&profile, &mut bytes).map_err(|reason| Error::System {
        what: "pack the recording",
        reason: reason.into(),
    })?;
    file.finish(&bytes)?;
    Ok(code)
}

/// Where two recordings differ first, and by how much in all.
fn difference(arguments: &Arguments, words: &Words, subject: &Subject<'_>) -> Result<u8, Error> {
    if subject.is_program()? {
        return Err(Error::Input(format!(
            "{}: `jop show diff` compares recordings; record the program first: jop run -o FILE.jrec",
            subject.name()?
        )));
    }
    subject
        .program
        .refuse_for_files(subject.path()?, "a recording")?;
    let part = arguments.part();
    if let Some(thread) = part.thread {
        return Err(Error::Input(format!(
            "--thread {thread}: threads are compared as pages and flame graphs: -o FILE.html"
        )));
    }
    let pairing = Pairing {
        files: [subject.path()?, other(words)?],
        part: part
            .region
            .as_deref()
            .map_or(Compared::All, Compared::Region),
        context: regression::diff::CONTEXT,
        top: arguments.top(10),
    };
    let (text, code) = pairing.compared(|| arguments.rows.table_format())?;
    arguments.rows.print(&text)?;
    Ok(code)
}

/// An error for a file that the view cannot be, before anything runs.
fn check_output(arguments: &Arguments, view: View, subject: &Subject<'_>) -> Result<(), Error> {
    arguments.refuse_ending_with_format(memory::is_folded(arguments, view))?;
    arguments.refuse_before_the_run(view)?;
    if arguments.page().is_some() {
        if matches!(
            view,
            View::Lines | View::Time | View::Windows | View::Phases
        ) {
            return crate::output::result::check_writable(arguments.rows.output.as_deref());
        }
        return Err(Error::Input(format!(
            "`jop show {}` cannot be a page; tree, diff, lines, time, windows and phases can",
            view.name()
        )));
    }
    if let Some(file) = arguments.keeps()
        && (arguments.whole.between.is_none() && !subject.is_program()?
            || arguments.whole.between.is_some() && view != View::Time)
    {
        return Err(Error::Input(format!(
            "{}: -o keeps the recording of a program, or the contexts of `time --between`; it is for neither here",
            file.display()
        )));
    }
    if arguments.keeps().is_some() || memory::is_folded(arguments, view) {
        return crate::output::result::check_writable(arguments.rows.output.as_deref());
    }
    match view {
        View::Time | View::Windows | View::Phases => arguments.rows.check(),
        _ => arguments.rows.table_format().map(|_| ()),
    }
}

fn find(arguments: &Arguments, view: View, subject: &Subject<'_>) -> Result<Option<Found>, Error> {
    if let Some(setup) = subject.setup()? {
        time::check_foci(arguments, &setup.program)?;
        let conditions = subject.conditions()?;
        let is_whole = matches!(view.need(), Need::Heap | Need::Lookups | Need::Threads);
        let conditions = (&conditions, is_whole);
        let Some((recorded, end)) = recorded(&setup, arguments.choice(view)?, conditions)? else {
            return Ok(None);
        };
        let code = match view {
            // It tells itself how the run ended.
            View::Lines if arguments.keeps().is_none() => end.judged(),
            _ => exit_code::of_run(end, &setup.program, subject.console),
        };
        return Ok(Some(Found::Run(Box::new(recorded), code, end)));
    }
    let path = subject.path()?;
    let given = arguments.whole.extent.given();
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(Error::Input(format!(
            "{}: {option} has no meaning for a recording, whose run is over; record it so, or give the program instead",
            path.display()
        )));
    }
    recording_file::read(path, subject.console).map(|it| Some(Found::File(it)))
}

/// States of threads and their waits.
fn states(arguments: &Arguments, subject: &Subject<'_>, found: &Found) -> Result<u8, Error> {
    let read;
    let threads = match found {
        Found::Run(recorded, _, _) => recorded.threads.as_ref(),
        Found::File(recording) => {
            let path = subject.path()?;
            read = recorders::threads::of(recording).map_err(Error::at(path.display()))?;
            Some(&read)
        }
    };
    if let Some(threads) = threads {
        let (order, format) = (arguments.order(20), arguments.rows.table_format()?);
        let text = waiting::text(&threads.threads, threads.run_cycles, order, format)?;
        arguments.rows.print(&text)?;
    }
    Ok(found.code())
}

impl Found {
    /// The exit code of what was found.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::File(_) => exit_code::DONE,
            Self::Run(_, code, _) => *code,
        }
    }
}
