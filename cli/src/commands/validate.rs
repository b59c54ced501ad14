//! `jop validate`: predicted cycles compared with the machine's.

mod divided;
pub(crate) mod inputs;
mod page;
mod parts;
mod render;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cross_profile::Fold;
use cross_profile::observer::region_name;
use microcode::Build;
use validation::{CPROF_ERRORS, Case, Job, Plan, study};

use self::divided::{CaseResult, Work};
use crate::args::cluster::{ClusterArguments, NotForJobs};
use crate::args::completion;
use crate::args::cost_source::TableArguments;
use crate::args::division::DivisionArguments;
use crate::args::embedded_programs::{PROGRAM_OR_SUITE, Programs};
use crate::args::input::InputArguments;
use crate::args::program_source::LinkArguments;
use crate::args::quantity::cycles;
use crate::args::{method_names, profile_file};
use crate::host::interrupts::watch_for_interrupts;
use crate::host::signals::Signals;
use crate::output::atomic_file::PendingFile;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::progress::bar;
use crate::output::result::ResultArguments;
use crate::output::table::Format;

/// Compare predicted cycles with the machine's: in total, by method, context and cause
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Compare predicted cycles with the machine's: total, methods, calling contexts, bytecodes, causes.

The prediction comes from a cost table, by default the one derived from the microcode, or from a profile of this or another tool \
(--profile). A table prices the path that the machine takes, bytecode by bytecode. A profile's format is detected from its contents: Joplab's \
.jrec, CSV, JSON or Parquet of contexts or methods, collapsed stacks, callgrind, speedscope, pprof, Firefox Profiler.

Profilers that charge routines (the Java methods that the machine calls in place of a bytecode) to the calling method are compared with the \
same done to the machine's profile: --fold. By default routines are folded for a profile that has none of their cycles, and the runtime too if it \
has none of those; tables beside it are folded alike. Descriptors may be missing; --map renames packages, classes or methods of the profile.

For each prediction the error is divided into parts that add up to it: wrong counts (calls, bytecodes), prices, routines, runtime, library, \
method cache, and methods that only one side has.

Next to it are the results of other tables: `derived`; `calibrated` from benchmarks on the machine, without its microcode; `published`, also with every method-cache lookup a hit, every lookup a miss, \
and a cache of one method; and `200 per Java bytecode`, the published table with a constant in place of the Java methods that implement \
bytecodes, charged to the method that has the bytecode, as in the first CProf. docs/validation.md defines every figure, docs/profile-formats.md the formats of profiles.")]
#[command(after_help = concat!(exit_codes!("beyond --max-error or --max-method-error, or\n                    ", ", or nothing of the profile is in the program"), "

Examples:
  jop validate app.jop                                  the derived table and the baselines
  jop validate --program lift --table mine.toml --max-error 1
  jop validate --program lift --set iaload=15 --set idiv.carrier=microcode --set idiv=40
                                                        the derived table with other prices
  jop validate app.jop --profile other.csv --root t.Main.main
                                                        another tool's profile that begins with main
  jop validate app.jop --profile other.csv --fold all --map sun.misc=com.jopdesign.sys
  jop validate app.jop --format csv                     a row for each prediction and method
  jop validate --program embedded --machines twelve     a suite on many machines
  jop validate --program lift --page lift.html          the same and more as an HTML page
  jop validate --program all --config a.toml,b.toml --format csv
  jop validate --program all --machines twelve --cluster hq -o all.csv"))]
pub(crate) struct Arguments {
    /// FILE.jop, mem_main.dat, FILE.class, or names of classes on the class path
    #[arg(value_name = "PROGRAM", required_unless_present = "embedded")]
    own: Vec<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["own", "class_path"],
          hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    embedded: Vec<Programs>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
    #[command(flatten)]
    link: LinkArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    table: TableArguments,
    /// Profile to check, of one program on one machine
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "set"])]
    profile: Option<PathBuf>,
    /// Omit the baselines; a profile then needs no other model of the machine
    #[arg(long)]
    no_baselines: bool,
    /// Machines, as printed by `jop config`, separated by commas; by default the default machine
    #[arg(long, value_name = "FILES", value_delimiter = ',')]
    config: Vec<PathBuf>,
    /// A set of machines
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        value_name = "SET",
        conflicts_with = "config"
    )]
    machines: Option<MachineSet>,
    /// Compare only this method (as in demo.Demo.main) and all that it calls; chains of calls then begin with it
    #[arg(long, value_name = "METHOD", add = completion::methods())]
    root: Option<String>,
    /// Compare only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME", conflicts_with = "root")]
    region: Option<String>,
    /// Make these contexts part of their callers, on both sides; by default what a profile needs, and none for tables
    #[arg(long, value_name = "CONTEXTS", value_parser = fold())]
    fold: Option<Fold>,
    /// Put one package, class or method for another in the names of the profile; repeat for several
    #[arg(long, value_name = "FROM=TO", requires = "profile", value_parser = renaming)]
    map: Vec<Renaming>,
    /// Fail if the absolute total error exceeds this. Unit: percent of the true cycles
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    max_error: Option<f64>,
    /// Fail if the error of a method exceeds this, or if only the prediction has the method. Unit: percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    max_method_error: Option<f64>,
    /// Print at most this many methods and bytecodes, largest differences first; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// With --format csv, only rows of methods with a difference, without those of predictions
    #[arg(long)]
    by_method: bool,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    /// Joplab's microcode with exact null and bounds checks, including the cycles they take
    #[arg(long)]
    strict: bool,
    /// Also write an HTML page: scatter, distribution of errors, their parts, ranks, causes, bytecodes
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    #[command(flatten)]
    result: ResultArguments,
    #[command(flatten)]
    division: DivisionArguments,
    #[command(flatten)]
    cluster: ClusterArguments,
}

/// Predefined sets of machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum MachineSet {
    /// No method cache (one block), 1, 4 and 8 KB, each with ram_cnt 2, 3 and 6
    Twelve,
}

/// All cases, as a document.
#[derive(serde::Serialize)]
struct Cases<'a> {
    cases: &'a [Case],
}

/// A package, class or method of the profile, and its name in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Renaming {
    from: String,
    to: String,
}

impl Arguments {
    /// The context that chains begin with.
    fn root(&self) -> Option<String> {
        let region = self.region.as_deref().map(region_name);
        region.or_else(|| self.root.clone())
    }

    fn build(&self) -> Build {
        if self.strict {
            Build::Strict
        } else {
            Build::Jop
        }
    }
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = match arguments.division.prints_parts() {
        true => Format::Json,
        false => arguments.result.format()?,
    };
    let page = arguments.page.as_deref();
    arguments.result.refuse_second(page, "--page")?;
    if arguments.by_method && format != Format::Csv {
        return Err(Error::Input(
            "--by-method is for --format csv; the table has the methods with the largest differences, JSON all of them"
                .to_owned(),
        ));
    }
    let inputs = inputs::load(arguments, console)?;
    check_names(arguments, &inputs.subjects)?;
    let root = arguments.root();
    let signals = match arguments.cluster.is_given() {
        true => None,
        false => Some(Signals::watch_to_end()?),
    };
    let page = arguments.page.as_deref().map(PendingFile::create);
    let page = page.transpose()?;
    if let (Some(signals), Some(temporary)) =
        (signals, page.as_ref().and_then(PendingFile::temporary))
    {
        signals.remove(temporary);
    }
    let jobs: Vec<Job<'_>> = inputs
        .jobs
        .iter()
        .map(|&(subject, machine)| Job {
            subject: &inputs.subjects[subject],
            machine: &inputs.machines[machine],
        })
        .collect();
    let plan = Plan {
        build: arguments.build(),
        profiles: &inputs.profiles,
        tables: &inputs.tables,
        root: root.as_deref(),
        fold: arguments.fold,
        max_cycles: arguments.max_cycles.unwrap_or(u64::MAX),
        keeps_contexts: jobs.len() == 1,
    };
    let work = Work::of(&inputs, &plan);
    let division = &arguments.division;
    let file = arguments.result.output_file();
    if division.list(file, work.jobs.iter())? {
        return Ok(exit_code::DONE);
    }
    division.check(&work)?;
    if let Some(number) = division.job {
        let found = study(&plan, &jobs[number..=number], &|| ()).remove(0);
        let found = CaseResult::of(number, found);
        division.part(file, &work, &found)?;
        return Ok(code_of_part(&work, &found, console));
    }
    let results = if let Some(results) = division.merged(&work)? {
        results
    } else if arguments.cluster.is_given() {
        let bar = bar("runs", jobs.len(), console);
        let stop = watch_for_interrupts()?;
        let parts = arguments
            .cluster
            .run(&work, NOT_FOR_JOBS, &bar, stop, console)?;
        parts.results.into_values().collect()
    } else {
        let bar = bar("runs", jobs.len(), console);
        let found = division.on_cores(|| study(&plan, &jobs, &|| bar.inc(1)))?;
        bar.finish_and_clear();
        let found = found.into_iter().enumerate();
        found
            .map(|(job, found)| CaseResult::of(job, found))
            .collect()
    };
    let (mut cases, left_out) = cases(&jobs, results, console)?;
    tell_unknown_methods(&cases, console);
    tell_moved_methods(&cases, console);
    if let Some(page) = page {
        page.finish(page::html(arguments, &inputs, &cases)?.as_bytes())?;
    }
    if format == Format::Json {
        drop_details_of_baselines(&mut cases);
    }
    let mut text = match (format, cases.as_slice()) {
        (Format::Table, [case]) => render::one(case, root.as_deref(), arguments.top)?,
        (Format::Table, _) => render::many(&cases)?,
        (Format::Json, _) => document::json(Document::Validate, &Cases { cases: &cases })?,
        (Format::Csv, _) if arguments.by_method => parts::csv(&cases)?,
        (Format::Csv, _) => render::csv(&cases)?,
    };
    if format == Format::Table && !arguments.no_baselines {
        text += &format!("\n{CPROF_ERRORS}\n");
    }
    arguments.result.print(&text)?;
    let failed = cases.iter().map(|case| {
        let place = format!("{} on {}", case.program, in_sentence(&case.machine));
        exit_code::of_status(case.failed, place, console)
    });
    let codes = failed.chain([left_out, verdict(arguments, &cases, console)]);
    Ok(exit_code::worst(codes))
}

/// The exit code of one job: how its program ended, whether or not it left something to compare.
fn code_of_part(work: &Work, found: &CaseResult, console: Console) -> u8 {
    let place = &work.jobs[found.job].program;
    match (&found.case, &found.left_out) {
        (Some(case), _) => exit_code::of_status(case.failed, place, console),
        (None, Some(left_out)) => left_out.code.unwrap_or(exit_code::DONE),
        (None, None) => exit_code::DONE,
    }
}

/// Checks that every program has the method or region that is compared.
fn check_names(arguments: &Arguments, subjects: &[run::Program]) -> Result<(), Error> {
    for subject in subjects {
        if let (Some(root), Some(symbols)) = (&arguments.root, &subject.symbols) {
            method_names::check_one(symbols, root)?;
        }
        profile_file::check_region(subject, arguments.region.as_deref())?;
    }
    Ok(())
}

/// Options that the jobs of a cluster do not get.
const NOT_FOR_JOBS: NotForJobs = &[
    ("--max-error", true),
    ("--max-method-error", true),
    ("--top", true),
    ("--by-method", false),
];

/// The cases that could be compared, and the exit code of those that could not; of several, these are noted.
fn cases(
    jobs: &[Job<'_>],
    results: Vec<CaseResult>,
    console: Console,
) -> Result<(Vec<Case>, u8), Error> {
    let mut cases = Vec::with_capacity(results.len());
    let mut failed = None;
    let mut code = exit_code::DONE;
    for (job, result) in jobs.iter().zip(results) {
        cases.extend(result.case);
        let Some(left_out) = result.left_out else {
            continue;
        };
        let machine = in_sentence(&job.machine.name);
        let reason = format!("{} on {machine}: {}", job.subject.name, left_out.reason);
        if left_out.differs {
            return Err(Error::Input(reason));
        }
        if jobs.len() > 1 {
            console.note(&format!("jop: note: left out: {reason}"));
        }
        code = exit_code::worst([code, left_out.code.unwrap_or(exit_code::DONE)]);
        let code = left_out.code.unwrap_or(exit_code::COULD_NOT_RUN);
        failed = Some(Error::Ended { reason, code });
    }
    match failed {
        Some(reason) if cases.is_empty() => Err(reason),
        _ => Ok((cases, code)),
    }
}

/// Methods and bytecodes are shown for the first prediction only: of many runs they are many.
fn drop_details_of_baselines(cases: &mut [Case]) {
    for case in cases {
        for score in case.predictions.iter_mut().skip(1) {
            score.comparison.by_method.clear();
            score.comparison.by_bytecode.clear();
            score.comparison.by_context.clear();
            score.decomposition.by_method.clear();
        }
    }
}

fn tell_unknown_methods(cases: &[Case], console: Console) {
    for score in cases.iter().flat_map(|case| &case.predictions) {
        if let Some(first) = score.unknown_methods.first() {
            let count = match score.unknown_methods.len() {
                1 => format!("`{first}`"),
                count => format!("{count} methods, of which `{first}` is the first"),
            };
            console.note(&format!(
                "jop: note: {}: the program does not have {count}",
                score.prediction,
            ));
        }
    }
}

fn tell_moved_methods(cases: &[Case], console: Console) {
    for score in cases.iter().flat_map(|case| &case.predictions) {
        if let Some((theirs, ours)) = score.moved_methods.first() {
            console.note(&format!(
                "jop: note: {}: {} methods of the library are known by class and method, as `{theirs}` for `{ours}`",
                score.prediction,
                score.moved_methods.len(),
            ));
        }
    }
}

/// The exit code; success if the first prediction of each case is within the bounds.
fn verdict(arguments: &Arguments, cases: &[Case], console: Console) -> u8 {
    let mut code = exit_code::DONE;
    let mut beyond = |case: &Case, what: String| {
        console.note(&format!(
            "jop: {} on {}: {what}",
            case.program,
            in_sentence(&case.machine)
        ));
        code = exit_code::DIFFERS;
    };
    for case in cases {
        let Some(score) = case.predictions.first() else {
            continue;
        };
        let comparison = &score.comparison;
        let name = &score.prediction;
        if let (Some(most), Some(error)) = (arguments.max_error, comparison.total_error())
            && 100.0 * error.abs() > most
        {
            let error = 100.0 * error;
            beyond(
                case,
                format!("{name}: total error {error:+.4} % is beyond {most} %"),
            );
        }
        if let (Some(most), Some(methods)) = (arguments.max_method_error, &comparison.methods) {
            let worst = 100.0 * methods.worst;
            if worst.abs() > most {
                let method = &methods.worst_name;
                beyond(
                    case,
                    format!("{name}: {worst:+.4} % for {method} is beyond {most} %"),
                );
            }
            if methods.without_truth > 0 {
                let count = methods.without_truth;
                beyond(case, format!("{name}: {count} methods have no true cycle"));
            }
        }
    }
    code
}

/// A machine in a sentence.
fn in_sentence(machine: &str) -> &str {
    match machine {
        inputs::DEFAULT_MACHINE => "the default machine",
        file => file,
    }
}

/// The foldings by their names.
fn fold() -> impl TypedValueParser<Value = Fold> {
    let all = [Fold::None, Fold::Routines, Fold::Runtime, Fold::All];
    let values = all.into_iter().zip([
        "every method is compared as it is",
        "Java methods that the machine calls for a bytecode, an exception or an interrupt, with what they call of runtime and library",
        "routines, and all of com.jopdesign",
        "routines, runtime, and the class library",
    ]);
    let values = values.map(|(fold, help)| PossibleValue::new(fold.name()).help(help));
    PossibleValuesParser::new(values).map(move |name| {
        let mut named = all.into_iter().filter(|fold| fold.name() == name);
        named.next().unwrap_or_default()
    })
}

fn renaming(text: &str) -> Result<Renaming, String> {
    let parts = text.split_once('=');
    let parts = parts.filter(|(from, to)| !from.is_empty() && !to.is_empty());
    let (from, to) = parts.ok_or("FROM=TO, as in sun.misc=com.jopdesign.sys")?;
    Ok(Renaming {
        from: from.replace('/', "."),
        to: to.replace('/', "."),
    })
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>().ok();
    number
        .filter(|number| number.is_finite() && *number >= 0.0)
        .ok_or_else(|| "a percentage of 0 or more, as in 0, 0.5 or 10".to_owned())
}
