//! The command line of `jop-evaluate`.

use std::path::PathBuf;

use clap::ValueEnum;
use runtime::programs::EmbeddedProgram;

use super::big::{self, BigProgram};
use crate::args::cluster::ClusterArguments;
use crate::args::division::DivisionArguments;
use crate::args::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::output::atomic_file::once_on_standard_output;
use crate::output::errors::Error;
use crate::output::exit_code::exit_codes;
use crate::output::result::{named, refuse_format, refuse_second};
use crate::output::table::Format;

/// Evaluate cost tables and the cross-profiler: accuracy, execution times, other predictors, slow-down
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Evaluate Joplab's cost tables and its cross-profiler on the embedded programs, next to published figures.

accuracy     predicted against true cycles below main, in total, by method, by context, and the ranking of the hottest methods: on a machine \
without a method cache, on one with a cache that the prediction does not model, and on one with the cache simulated
predictors   the errors of this run next to published errors of other predictors
times        seconds of each program on the machine, the fast engine, the cross-profiler and the host's JVM, measured in this run; and at the \
published speed of an RTL simulation
slow-down    seconds under the cross-profiler and without it, of the processor and by the clock, with geometric means: embedded programs as whole \
processes on Joplab's library, and big Java programs whose jars are installed, after a warm-up, with the application covered and with the JDK's own code, too; a constant \
for each Java bytecode, as published cross-profilers have it. Plain programs and one variant are measured twice: how far two equal series differ is the noise

What needs a JDK, or jars that are not installed, is skipped; a line of the result says so. Times depend on the load of the host. Everything takes about half an hour, half \
of it the big programs; --quick takes a few minutes. With --journal what is finished is kept, but for what was skipped.")]
#[command(after_help = concat!(exit_codes!(without a limit: "", ""), "

Examples:
  jop-evaluate --part accuracy --program lift,udpip
  jop-evaluate --journal evaluation.jsonl -o evaluation.md     interrupt it; the same command resumes
  jop-evaluate --quick
  jop-evaluate --page evaluation.html -o evaluation.json -o evaluation-figures.md
  jop-evaluate --part times --runs 5 -o times.csv
  jop-evaluate --part slow-down --big ecj,xalan         or --big none
  jop-evaluate --part accuracy --cluster slurm -o accuracy.json"))]
pub(crate) struct Arguments {
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites; all by default
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',',
          hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    pub(super) programs: Vec<Programs>,
    /// Parts to evaluate, separated by commas; all by default
    #[arg(long, value_enum, ignore_case = true, value_delimiter = ',')]
    pub(super) part: Vec<Part>,
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
    pub(super) big: Vec<BigProgram>,
    /// The JVM of cross-profiler and host
    #[arg(long, value_name = "JAVA", default_value = "java")]
    pub(super) java: String,
    /// Runs of each measured time, of which the least counts, and of big programs the median [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) runs: Option<u32>,
    /// Seconds of the processor that plain embedded programs of the slow-down take at least [default: 2]
    #[arg(long, value_name = "S", value_parser = seconds_of_a_run)]
    pub(super) seconds: Option<f64>,
    /// Measure in a few minutes: lift, quick-sort and recursion, H2 and Rhino, one run each, of half a second
    #[arg(long)]
    pub(super) quick: bool,
    /// Keep finished jobs in a file; the same command resumes after an interruption
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_jobs", "job", "merge", "cluster"])]
    pub(super) journal: Option<PathBuf>,
    /// Write the result to a file instead: text, CSV, JSON, Markdown or LaTeX by its ending; repeat for several
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Vec<PathBuf>,
    /// Also write an HTML page with pictures and tables
    #[arg(long, value_name = "FILE")]
    pub(super) page: Option<PathBuf>,
    /// Format of the result on standard output [default: table]
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT")]
    pub(super) format: Option<Format>,
    #[command(flatten)]
    pub(super) division: DivisionArguments,
    #[command(flatten)]
    pub(super) cluster: ClusterArguments,
}

/// Runs, and seconds of a plain embedded program.
const RUNS: u32 = 2;
const SECONDS: f64 = 2.0;
const QUICK_SECONDS: f64 = 0.5;
/// Most of them.
const MOST_SECONDS: f64 = 600.0;
/// Programs of `--quick`.
const QUICK_PROGRAMS: [&str; 3] = ["lift", "quick-sort", "recursion"];
const QUICK_BIG: [BigProgram; 2] = [BigProgram::H2, BigProgram::Rhino];

fn seconds_of_a_run(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))
        .ok_or(format!("give seconds, 0 to {MOST_SECONDS}"))
}

/// Parts of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// Predicted against true cycles
    Accuracy,
    /// Published errors of other predictors; includes accuracy
    Predictors,
    /// Execution times
    Times,
    /// Slow-down under the cross-profiler
    SlowDown,
}

impl Arguments {
    /// Refuses formats that a file has already, and more than one result on standard output.
    pub(super) fn check_outputs(&self) -> Result<(), Error> {
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
    pub(super) fn has_files(&self) -> bool {
        let mut files = self.output.iter();
        !self.output.is_empty() && files.all(|file| named(Some(file)).is_some())
    }

    pub(super) fn asks(&self, part: Part) -> bool {
        self.part.is_empty() || self.part.contains(&part)
    }

    pub(super) fn embedded(&self) -> Vec<&'static EmbeddedProgram> {
        match self.programs.is_empty() {
            true if self.quick => QUICK_PROGRAMS
                .iter()
                .filter_map(|name| runtime::programs::find(name))
                .collect(),
            true => runtime::programs::PROGRAMS.iter().collect(),
            false => embedded_programs::distinct(&self.programs),
        }
    }

    pub(super) fn big_programs(&self) -> Vec<BigProgram> {
        match self.big.is_empty() && self.quick {
            true => QUICK_BIG.to_vec(),
            false => big::programs(&self.big),
        }
    }

    pub(super) fn runs(&self) -> u32 {
        self.runs.unwrap_or(if self.quick { 1 } else { RUNS })
    }

    pub(super) fn seconds(&self) -> f64 {
        let usual = if self.quick { QUICK_SECONDS } else { SECONDS };
        self.seconds.unwrap_or(usual)
    }
}
