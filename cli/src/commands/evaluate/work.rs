//! The jobs of an evaluation, and how they are done: those that measure no time at once, the others one after another.

use clap::ValueEnum;
use jobs::Divided;
use rayon::prelude::*;
use runtime::programs::EmbeddedProgram;
use serde::{Deserialize, Serialize};

use super::arguments::{Arguments, Part};
use super::host::Host;
use super::place::Place;
use super::result::Evaluation;
use super::variants::CacheState;
use super::{accuracy, big, slow_down, times};
use crate::host::journal::Journal;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::progress::bar;

/// What the figures depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Work {
    version: String,
    parts: Vec<String>,
    java: String,
    runs: u32,
    seconds: f64,
    /// Of a journal; the jobs of a cluster run where they run.
    place: Option<Place>,
    pub(super) jobs: Vec<Job>,
}

/// A part of a program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Job {
    Accuracy(String),
    Times(String),
    SlowDown(String),
    Big(String),
}

impl Job {
    /// True if nothing else may run beside it.
    fn measures_time(&self) -> bool {
        !matches!(self, Self::Accuracy(_))
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct JobResult {
    job: usize,
    pub(super) evaluation: Evaluation,
}

impl Work {
    pub(super) fn of(arguments: &Arguments) -> Self {
        let programs = arguments.embedded();
        let names = || programs.iter().map(|program| program.name.to_owned());
        let mut jobs = Vec::new();
        if arguments.asks(Part::Accuracy) || arguments.asks(Part::Predictors) {
            jobs.extend(names().map(Job::Accuracy));
        }
        if arguments.asks(Part::Times) {
            jobs.extend(names().map(Job::Times));
        }
        if arguments.asks(Part::SlowDown) {
            jobs.extend(names().map(Job::SlowDown));
            let big = arguments.big_programs();
            jobs.extend(big.iter().map(|program| Job::Big(format!("{program:?}"))));
        }
        let parts = Part::value_variants().iter();
        let parts = parts.filter(|part| arguments.asks(**part));
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            parts: parts.map(|part| format!("{part:?}")).collect(),
            java: arguments.java.clone(),
            runs: arguments.runs(),
            seconds: arguments.seconds(),
            place: None,
            jobs,
        }
    }

    /// The same in this place.
    fn here(mut self, host: &Result<Host, String>) -> Result<Self, Error> {
        self.place = Some(Place::here(host.as_ref().ok())?);
        Ok(self)
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

    fn difference(&self, other: &Self) -> String {
        let place = |work: &Self| work.place.clone();
        let computer = |work: &Self| place(work).map_or(String::new(), |place| place.computer);
        let jvm = |work: &Self| place(work).map_or(String::new(), |place| place.jvm);
        let checks = [
            (self.version != other.version, "the version differs"),
            (self.parts != other.parts, "--part differs"),
            (self.java != other.java, "--java differs"),
            (self.runs != other.runs, "--runs differ"),
            (self.seconds != other.seconds, "--seconds differ"),
            (self.jobs != other.jobs, "--program or --big differs"),
            (computer(self) != computer(other), "the computer differs"),
            (jvm(self) != jvm(other), "the JVM's version differs"),
        ];
        let found = checks.iter().find(|(differs, _)| *differs);
        let found = found.map_or("the build of the commands differs", |(_, what)| what);
        format!("{found}; give --journal another file")
    }
}

/// Every job here, or those that the journal does not have.
pub(super) fn all(
    arguments: &Arguments,
    work: &Work,
    host: &Result<Host, String>,
    console: Console,
) -> Result<Vec<JobResult>, Error> {
    let mut journal = match &arguments.journal {
        Some(path) => Journal::open(path, &work.clone().here(host)?)?,
        None => Journal::in_memory(work),
    };
    let bar = bar("jobs", work.jobs.len(), console);
    let (timed, others): (Vec<usize>, Vec<usize>) = journal
        .parts
        .missing()
        .into_iter()
        .partition(|job| work.jobs[*job].measures_time());
    bar.inc((work.jobs.len() - timed.len() - others.len()) as u64);
    let keep = std::sync::Mutex::new(&mut journal);
    let job = |number: usize| {
        let result = one(arguments, work, number, host, console)?;
        let mut journal = keep
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        bar.inc(1);
        // What was skipped is tried again, but for a missing JVM, which the journal knows.
        match result.evaluation.skipped.len() == usize::from(host.is_err()) {
            true => journal.add(result),
            false => journal.parts.add(result).map_err(Error::refused),
        }
    };
    let at_once = || others.into_par_iter().try_for_each(job);
    arguments.division.on_threads(at_once)??;
    timed.into_iter().try_for_each(job)?;
    bar.finish_and_clear();
    Ok(journal.parts.results.into_values().collect())
}

/// A job.
pub(super) fn one(
    arguments: &Arguments,
    work: &Work,
    number: usize,
    host: &Result<Host, String>,
    console: Console,
) -> Result<JobResult, Error> {
    let mut evaluation = Evaluation::default();
    if let Err(reason) = host {
        let line = format!("cross-profiler and host JVM: {reason}; name a JVM with --java");
        evaluation.skipped.push(line);
    }
    let host = host.as_ref().ok();
    let runs = arguments.runs();
    match &work.jobs[number] {
        Job::Accuracy(name) => {
            for state in CacheState::ALL {
                accuracy::evaluate(state, program(name)?, host, &mut evaluation, console)?;
            }
        }
        Job::Times(name) => {
            times::evaluate(program(name)?, host, runs, &mut evaluation, console)?;
        }
        Job::SlowDown(name) => {
            if let Some(host) = host {
                let amount = (runs, arguments.seconds());
                slow_down::embedded(program(name)?, host, amount, &mut evaluation);
            }
        }
        Job::Big(name) => {
            if let Some(host) = host {
                big::evaluate(name, host, runs, &mut evaluation)?;
            }
        }
    }
    Ok(JobResult {
        job: number,
        evaluation,
    })
}

fn program(name: &str) -> Result<&'static EmbeddedProgram, Error> {
    let found = runtime::programs::find(name);
    found.ok_or_else(|| Error::Input(format!("{name}: no embedded program")))
}
