//! Views that only the whole command has, and their options.

use std::path::{Path, PathBuf};

use record::Grain;
use recorders::Choice;

use super::found::Found;
use super::part::PartArguments;
use super::recorded_program::{packed, recorded};
use super::subject::Subject;
use super::{
    Arguments, Need, View, Words, cache, code, compared, cores, export, lines, memory, ring, time,
    vector, waiting,
};
use crate::args::method_names;
use crate::args::recording_file;
use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::result::refuse_format;
use crate::output::{atomic_file, exit_code};
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
        if let Some(folder) = self.whole.source.iter().find(|it| !it.is_dir()) {
            return Err(Error::Input(format!(
                "{}: --source: no such folder; name one with Java sources",
                folder.display()
            )));
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
            calls: Vec::new(),
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

/// Shows a view that the small build lacks; none if it has it.
pub(super) fn execute(
    arguments: &Arguments,
    words: &Words,
    subject: &Subject<'_>,
) -> Result<Option<u8>, Error> {
    let view = words.view;
    match view.need() {
        Need::Contexts => of_contexts(arguments, words, subject),
        Need::Cores => cores::execute(arguments, subject).map(Some),
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
    let has_chart = matches!(view, View::Flat | View::Gprof | View::Causes | View::Cores);
    let is_chart = has_chart && whole.exported.is_none() && arguments.rows.picture()?.is_some();
    let is_export = whole.exported.is_some() || export::is_meant(arguments) && !is_chart;
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
        View::Diff => compared::difference(arguments, words, subject).map(Some),
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
    let has_chart = matches!(
        view,
        View::Time | View::Windows | View::Collections | View::Cores
    );
    if has_chart && arguments.rows.picture()?.is_some() {
        return Ok(());
    }
    match view {
        View::Time | View::Windows | View::Phases => arguments.rows.check(),
        _ => arguments.rows.table_format().map(|_| ()),
    }
}

fn find(arguments: &Arguments, view: View, subject: &Subject<'_>) -> Result<Option<Found>, Error> {
    if let Some(setup) = subject.setup()? {
        time::check_foci(arguments, &setup.program)?;
        if let (Need::Lines, Some(symbols)) = (view.need(), &setup.program.symbols) {
            let mut names = arguments.method.iter();
            names.try_for_each(|name| method_names::all(symbols, name).map(|_| ()))?;
        }
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
