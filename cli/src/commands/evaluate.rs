//! `jop-evaluate`: the tables and figures of an evaluation of cross-profilers, for our tools, from one command.

mod accuracy;
mod host;
mod published;
mod render;
mod result;
mod slow_down;
mod times;
mod variants;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use jobs::Divided;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::host::Host;
use self::result::Evaluation;
use self::slow_down::BigProgram;
use self::variants::CacheState;
use crate::args::cluster::{ClusterArguments, NotForJobs};
use crate::args::division::DivisionArguments;
use crate::args::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::host::interrupts::watch_for_interrupts;
use crate::host::signals::Signals;
use crate::output::atomic_file::{PendingFile, once_on_standard_output};
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code::exit_codes;
use crate::output::progress::bar;
use crate::output::result::{ENDINGS, among, named, refuse_format, refuse_second};
use crate::output::table::Format;
use crate::output::{exit_code, stdout};

/// Evaluate cost tables and the cross-profiler: accuracy, execution times, other predictors, slow-down
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Evaluate Joplab's cost tables and its cross-profiler on the embedded programs, next to published figures.

accuracy     predicted against true cycles below main, in total, by method, by context, and the ranking of the hottest methods: on a machine \
without a method cache, on one with a cache that the prediction does not model, and on one with the cache simulated
predictors   the errors of this run next to published errors of other predictors
times        seconds of each program on the machine, the fast engine, the cross-profiler and the host's JVM, measured in this run; and at the \
published speed of an RTL simulation
slow-down    seconds under the cross-profiler and without it, with geometric means: embedded programs with their long argument, and big Java \
programs whose jars are installed, with the JDK's own code and a constant for each Java bytecode, as published cross-profilers have it

What needs a JDK, or jars that are not installed, is skipped; a line of the result says so. Times depend on the load of the host. Everything takes about an hour, half of it the big programs.")]
#[command(after_help = concat!(exit_codes!(without a limit: "", ""), "

Examples:
  jop-evaluate --part accuracy --program lift,udpip
  jop-evaluate --page evaluation.html -o evaluation.json -o evaluation-figures.md
  jop-evaluate --part times --runs 5 -o times.csv
  jop-evaluate --part slow-down --big ecj,xalan         or --big none
  jop-evaluate --part accuracy --cluster slurm -o accuracy.json"))]
pub(crate) struct Arguments {
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',', default_value = "all",
          hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    programs: Vec<Programs>,
    /// Parts to evaluate, separated by commas; all by default
    #[arg(long, value_enum, ignore_case = true, value_delimiter = ',')]
    part: Vec<Part>,
    /// Big programs of the slow-down, separated by commas, or none; javac, ecj, jython, rhino, h2, hsqldb, lucene, xalan, fop, batik, antlr, sunflow; by default
    /// all whose jars are installed
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        value_delimiter = ',',
        value_name = "NAMES",
        hide_possible_values = true
    )]
    big: Vec<BigProgram>,
    /// The JVM of cross-profiler and host
    #[arg(long, value_name = "JAVA", default_value = "java")]
    java: String,
    /// Runs of each measured time, of which the least counts; of big programs the median
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// Write the result to a file instead: text, CSV, JSON or Markdown by its ending; repeat for several
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Also write an HTML page with pictures and tables
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Format of the result on standard output [default: table]
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT")]
    format: Option<Format>,
    #[command(flatten)]
    division: DivisionArguments,
    #[command(flatten)]
    cluster: ClusterArguments,
}

/// Parts of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Predicted against true cycles
    Accuracy,
    /// Published errors of other predictors; includes accuracy
    Predictors,
    /// Execution times
    Times,
    /// Slow-down under the cross-profiler
    SlowDown,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.format.unwrap_or(Format::Table);
    if arguments.division.prints_parts() {
        let signals = Signals::watch_to_end()?;
        evaluate(arguments, &signals, console)?;
        return Ok(exit_code::DONE);
    }
    arguments.check_outputs()?;
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
        }
    }
}

/// A file of a result, in the format of its ending; on standard output in that of `format`.
fn file(path: &Path, format: Format) -> Result<(Kind, PendingFile), Error> {
    let [text, csv, json] = ENDINGS.map(|(ending, format)| (ending, Kind::of(format)));
    let otherwise = named(Some(path)).is_none().then(|| Kind::of(format));
    let kind = among(
        path,
        &[text, csv, json, ("md", Kind::Markdown)],
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
        let result = one(arguments, &work, number, &host, console)?;
        division.part(file, &work, &result)?;
        return Ok(None);
    }
    let results = if let Some(results) = division.merged(&work)? {
        results
    } else if arguments.cluster.is_given() {
        let bar = bar("programs", work.jobs.len(), console);
        let stop = watch_for_interrupts()?;
        let parts = arguments
            .cluster
            .run(&work, NOT_FOR_JOBS, &bar, stop, console)?;
        parts.results.into_values().collect()
    } else {
        all(arguments, &work, &host, console)?
    };
    let parts = results.into_iter().map(|result| result.evaluation);
    let mut evaluation = Evaluation::of_parts(parts.collect());
    if arguments.asks(Part::Predictors) {
        evaluation.predictors = accuracy::predictors(&evaluation.accuracy);
    }
    evaluation.means = result::means(&evaluation.slow_down);
    Ok(Some(evaluation))
}

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[];

/// Every job here: at once unless times are measured.
fn all(
    arguments: &Arguments,
    work: &Work,
    host: &Result<Host, String>,
    console: Console,
) -> Result<Vec<JobResult>, Error> {
    let bar = bar("programs", work.jobs.len(), console);
    let job = |number: usize| {
        let result = one(arguments, work, number, host, console);
        bar.inc(1);
        result
    };
    let measures = arguments.asks(Part::Times) || arguments.asks(Part::SlowDown);
    let numbers = 0..work.jobs.len();
    let results = if measures {
        numbers.map(job).collect()
    } else {
        arguments
            .division
            .on_cores(|| numbers.into_par_iter().map(job).collect())?
    };
    bar.finish_and_clear();
    results
}

/// The parts of one program that are asked for.
fn one(
    arguments: &Arguments,
    work: &Work,
    number: usize,
    host: &Result<Host, String>,
    console: Console,
) -> Result<JobResult, Error> {
    let mut evaluation = Evaluation::default();
    let host = match host {
        Ok(host) => Some(host),
        Err(reason) => {
            let line = format!("cross-profiler and host JVM: {reason}; name a JVM with --java");
            evaluation.skipped.push(line);
            None
        }
    };
    let programs = embedded_programs::distinct(&arguments.programs);
    match work.jobs[number] {
        Job::Embedded(_) => {
            let program = programs[number];
            if arguments.asks(Part::Accuracy) || arguments.asks(Part::Predictors) {
                for state in CacheState::ALL {
                    accuracy::evaluate(state, program, host, &mut evaluation, console)?;
                }
            }
            if arguments.asks(Part::Times) {
                times::evaluate(program, host, arguments.runs, &mut evaluation, console)?;
            }
            if let (true, Some(host)) = (arguments.asks(Part::SlowDown), host) {
                slow_down::embedded(program, host, arguments.runs, &mut evaluation);
            }
        }
        Job::Big(_) => {
            let big = slow_down::big_programs(&arguments.big);
            if let Some(host) = host {
                let program = big[number - programs.len()];
                slow_down::big(host, program, arguments.runs, &mut evaluation)?;
            }
        }
    }
    Ok(JobResult {
        job: number,
        evaluation,
    })
}

/// What the figures depend on, but for the host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Work {
    version: String,
    parts: Vec<String>,
    java: String,
    runs: u32,
    jobs: Vec<Job>,
}

/// A program with all of its parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Job {
    Embedded(String),
    Big(String),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct JobResult {
    job: usize,
    evaluation: Evaluation,
}

impl Work {
    fn of(arguments: &Arguments) -> Self {
        let programs = embedded_programs::distinct(&arguments.programs);
        let embedded = programs.iter();
        let embedded = embedded.map(|program| Job::Embedded(program.name.to_owned()));
        let big = match arguments.asks(Part::SlowDown) {
            true => slow_down::big_programs(&arguments.big),
            false => Vec::new(),
        };
        let big = big.iter().map(|program| Job::Big(format!("{program:?}")));
        let parts = Part::value_variants().iter();
        let parts = parts.filter(|part| arguments.asks(**part));
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            parts: parts.map(|part| format!("{part:?}")).collect(),
            java: arguments.java.clone(),
            runs: arguments.runs,
            jobs: embedded.chain(big).collect(),
        }
    }
}

impl Divided for Work {
    type Result = JobResult;
    const FORM: &'static str = "evaluate";
    const WORDS: &'static str = "jop-evaluate";
    const NOUN: &'static str = "an evaluation";

    fn count(&self) -> usize {
        self.jobs.len()
    }

    fn job_of(result: &JobResult) -> usize {
        result.job
    }

    fn checker(&self) -> impl Fn(&JobResult) -> bool {
        |result| result.job < self.jobs.len()
    }
}

impl Arguments {
    /// Refuses formats that a file has already, and more than one result on standard output.
    fn check_outputs(&self) -> Result<(), Error> {
        let mut files = self.output.iter().filter_map(|file| named(Some(file)));
        if let Some(file) = files.next() {
            refuse_format(file, self.format.is_some() && self.has_files())?;
        }
        once_on_standard_output(&self.output)?;
        let page = self.page.as_deref();
        match self.has_files() {
            false => refuse_second(None, page, "--page"),
            true => self
                .output
                .iter()
                .try_for_each(|file| refuse_second(Some(file), page, "--page")),
        }
    }

    /// True if nothing of the result goes to standard output.
    fn has_files(&self) -> bool {
        let mut files = self.output.iter();
        !self.output.is_empty() && files.all(|file| named(Some(file)).is_some())
    }

    fn asks(&self, part: Part) -> bool {
        self.part.is_empty() || self.part.contains(&part)
    }
}
