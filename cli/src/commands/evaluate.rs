//! `jop-evaluate`: the tables and figures of an evaluation of cross-profilers, for our tools, from one command.

mod accuracy;
mod arguments;
mod big;
mod harness;
mod host;
mod means;
mod place;
mod published;
mod render;
mod result;
mod seconds;
mod slow_down;
mod timed;
mod times;
mod variants;
mod work;

use std::path::Path;

use self::arguments::Part;
use self::host::Host;
use self::result::Evaluation;
use self::work::Work;
use crate::args::cluster::NotForJobs;
use crate::host::interrupts::watch_for_interrupts;
use crate::host::signals::Signals;
use crate::output::atomic_file::{PendingFile, file_only};
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::progress::bar;
use crate::output::result::{ENDINGS, among, named};
use crate::output::table::Format;
use crate::output::typeset::Typesetting;
use crate::output::{exit_code, stdout};

pub(crate) use self::arguments::Arguments;

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.format.unwrap_or(Format::Table);
    if arguments.division.prints_parts() {
        let signals = Signals::watch_to_end()?;
        evaluate(arguments, &signals, console)?;
        return Ok(exit_code::DONE);
    }
    arguments.check_outputs()?;
    if let Some(journal) = &arguments.journal {
        file_only(journal, "--journal")?;
    }
    // Before the first file that would be left behind.
    let signals = Signals::watch_to_end()?;
    let outputs = arguments.output.iter();
    let files: Result<Vec<_>, Error> = outputs.map(|path| file(path, format)).collect();
    let files = files?;
    let page = arguments.page.as_deref().map(PendingFile::create);
    let page = page.transpose()?;
    let Some(evaluation) = evaluate(arguments, &signals, console)? else {
        return Ok(exit_code::DONE);
    };
    if let Some(page) = page {
        let html = pages::evaluation(&evaluation).map_err(Error::refused)?;
        page.finish(html.as_bytes())?;
    }
    let is_quiet = !files.is_empty() || format == Format::Csv;
    if files.is_empty() {
        let kind = Kind::of(format);
        stdout::print(&kind.render(&evaluation)?)?;
    }
    for (kind, file) in files {
        file.finish(kind.render(&evaluation)?.as_bytes())?;
    }
    if is_quiet {
        for line in &evaluation.skipped {
            console.note(&format!("jop: note: skipped: {line}"));
        }
    }
    Ok(exit_code::DONE)
}

/// Kinds of results.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Text,
    Csv,
    Json,
    Markdown,
    Latex,
}

impl Kind {
    fn of(format: Format) -> Self {
        match format {
            Format::Table => Self::Text,
            Format::Csv => Self::Csv,
            Format::Json => Self::Json,
        }
    }

    fn render(self, evaluation: &Evaluation) -> Result<String, Error> {
        match self {
            Self::Text => render::text(evaluation),
            Self::Csv => render::csv(evaluation),
            Self::Json => document::json(Document::Evaluate, evaluation),
            Self::Markdown => Ok(render::markdown(evaluation)),
            Self::Latex => Ok(Typesetting::Latex.file(&render::latex(evaluation))),
        }
    }
}

/// A file of a result, in the format of its ending; on standard output in that of `format`.
fn file(path: &Path, format: Format) -> Result<(Kind, PendingFile), Error> {
    let [text, csv, json] = ENDINGS.map(|(ending, format)| (ending, Kind::of(format)));
    let otherwise = named(Some(path)).is_none().then(|| Kind::of(format));
    let kind = among(
        path,
        &[
            text,
            csv,
            json,
            ("md", Kind::Markdown),
            ("tex", Kind::Latex),
        ],
        otherwise,
        "",
    )?;
    Ok((kind, PendingFile::create(path)?))
}

/// The results of all programs; none if a job or the list of jobs was asked for, which is printed.
fn evaluate(
    arguments: &Arguments,
    signals: &Signals,
    console: Console,
) -> Result<Option<Evaluation>, Error> {
    let work = Work::of(arguments);
    let division = &arguments.division;
    let file = arguments.output.first();
    if division.list(file, work.jobs.iter())? {
        return Ok(None);
    }
    division.check(&work)?;
    let host = Host::find(&arguments.java, signals)?;
    if let Some(number) = division.job {
        let result = work::one(arguments, &work, number, &host, console)?;
        division.part(file, &work, &result)?;
        return Ok(None);
    }
    let results = if let Some(results) = division.merged(&work)? {
        results
    } else if arguments.cluster.is_given() {
        let bar = bar("jobs", work.jobs.len(), console);
        let stop = watch_for_interrupts()?;
        let parts = arguments
            .cluster
            .run(&work, NOT_FOR_JOBS, &bar, stop, console)?;
        parts.results.into_values().collect()
    } else {
        work::all(arguments, &work, &host, console)?
    };
    let parts = results.into_iter().map(|result| result.evaluation);
    let mut evaluation = Evaluation::of_parts(parts.collect());
    if arguments.asks(Part::Predictors) {
        evaluation.predictors = accuracy::predictors(&evaluation.accuracy);
    }
    evaluation.means = means::means(&evaluation.slow_down);
    evaluation.published_errors = published::errors(&evaluation.accuracy);
    evaluation.published_factors = published::factors(&evaluation.slow_down, &evaluation.means);
    Ok(Some(evaluation))
}

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[];
