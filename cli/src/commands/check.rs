//! `jop check`: programs checked against committed timings.

#[cfg(feature = "whole")]
mod bounds;
#[cfg(not(feature = "whole"))]
#[path = "check/no_bounds.rs"]
mod bounds;
mod errors;
mod github;
mod goldens;
mod init;
#[cfg(feature = "whole")]
mod inputs;
#[cfg(not(feature = "whole"))]
#[path = "check/no_inputs.rs"]
mod inputs;
#[cfg(feature = "whole")]
mod junit;
mod laboratory;
mod limits;
#[cfg(feature = "whole")]
mod prediction;
#[cfg(not(feature = "whole"))]
#[path = "check/no_prediction.rs"]
mod prediction;
#[cfg(feature = "whole")]
mod predictor;
#[cfg(feature = "whole")]
mod printed;
mod render;
mod results;
mod rows;

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use regression::check::{Case, CaseReport, CheckError, Golden, Manifest};

use self::laboratory::Laboratory;
use self::results::Checked;
use crate::host::interrupts::end_at_interrupts_after;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::result::ResultArguments;
use crate::output::{atomic_file, exit_code};

/// Check programs against committed timings: what changed, by how much, and why
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Check programs against committed timings.

A manifest names programs, machines and what is recorded of each run: the cycles of the whole run, by cause, by method \
and by bytecode, and the method cache. The figures are compared with goldens, a text file for each program on each \
machine, committed with the sources. A figure that differs by more than the tolerance, zero cycles unless the \
manifest sets another, fails the check. The report shows what changed by cause and by method, and whether microcode, \
image or configuration did.

Limits hold on one side: deadlines and jitter of calls, the most that a figure may be. The report has the slack of each. Calls with a period are \
released from the earliest begin in their thread on, so what delays every call alike is not seen. A limit that is passed \
fails the check, and the report names the call with its cycle, its context and its arguments.")]
#[command(after_help = "\
A manifest (paths are relative to its folder):
  goldens = \"timing\"                   # folder of the goldens
  tolerance = 0                        # cycles by which a figure may differ
  [configurations]                     # machines: a file, or options of `jop config`
  board = \"board.toml\"
  small = { jpc_width = 10 }
  [programs]                           # embedded programs need no line
  control = { class = \"control.Main\", class_path = [\"classes\"], arguments = [\"500\"] }
  app = { image = \"app.jop\", until = \"done\", max_cycles = \"10M\" }  # until it prints this
  filter = { class = \"control.Main\", class_path = [\"classes\"], region = \"filter\" }
  [[check]]                            # each program on each configuration
  programs = [\"control\", \"app\", \"lift\"]
  configurations = [\"small\"]           # all, if left out
  engine = \"fast\"                      # or \"machine\"
  microcode = \"jop\"                    # or \"strict\", or a FILE.asm for the machine
  record = [\"total\", \"cache\", \"causes\", \"methods\", \"bytecodes\"]
  limits = [                           # at most; a golden changes none of them
    { call = \"control.Main.step\", deadline = \"250 us\", period = \"1 ms\", jitter = \"9 us\" },
    { call = \"control.Main.read\", deadline = \"2000 cycles\", bound = true },
    { figure = \"memory.stack\", max = \"200 words\" },
  ]
  bounds = [\"control.Main.step\"]       # worst-case execution times, as of `jop wcet`
  loops = \"loops.toml\"                 # its --bounds, if these need one
  tolerance = 10
  [[check]]                            # predicted cycles, compared with the machine's
  programs = [\"lift\"]
  predictor = \"python3 predict.py\"     # or table = \"mine.toml\", or profile = \"lift.csv\"
  time_limit = 60                      # seconds for a predictor
  skip_if_missing = true               # no error where the host lacks its command
  max_error = 2                        # percent; also max_method_error, max_bytecode_error
  record = []                          # only limits, no golden

Exit codes:
  0  equal to the goldens, also in how the programs end
  1  a figure differs, a golden is missing, or a call, a figure or a prediction is beyond a limit
  2  could not run
  3  a program without `until` and `max_cycles` has not ended after the usual limit

Examples:
  jop check --init classes               write timing.toml for the programs of a folder
  jop check --bless                      accept the current figures as the reference
  jop check                              check against timing.toml
  jop check ci/timing.toml --only lift   one program of another manifest
  jop check --junit timing.xml --github  for a build server
  git bisect run jop check -q            find the commit that changed the timing")]
pub(crate) struct Arguments {
    /// The manifest
    #[arg(default_value = "timing.toml")]
    manifest: PathBuf,
    /// Accept the current figures as the reference: write the goldens that differ
    #[arg(long)]
    bless: bool,
    /// Write a manifest for the classes of a folder that have a main
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["bless", "only", "junit", "github"])]
    init: Option<PathBuf>,
    /// Check only these programs, or program@configuration
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Print at most this many lines of each kind; 0 for all
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Write the results as JUnit XML, for build servers
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Print annotations for GitHub on standard error; the default where GITHUB_ACTIONS is true
    #[arg(long)]
    github: bool,
    /// Use so many threads of the host, by default all
    #[arg(long, value_name = "N", aliases = ["jobs", "threads"], value_parser = clap::value_parser!(u16).range(1..=1024))]
    host_threads: Option<u16>,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts_after(prediction::end_predictors)?;
    if let Some(folder) = &arguments.init {
        return init::init(folder, &arguments.manifest, console);
    }
    #[cfg(not(feature = "whole"))]
    if arguments.junit.is_some() {
        return Err(Error::only_in_whole("--junit"));
    }
    let format = arguments.result.format()?;
    if arguments.result.is_shown(console) {
        let junit = arguments.junit.as_deref();
        arguments.result.refuse_second(junit, "--junit")?;
    }
    let manifest = Manifest::read(&arguments.manifest)?;
    let cases = chosen(manifest.cases, arguments)?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.host_threads.unwrap_or(0).into())
        .build()
        .map_err(|reason| Error::System {
            what: "start threads",
            reason: reason.into(),
        })?;
    let checked = pool.install(|| check(&arguments.manifest, cases, arguments.bless, console))?;
    let reports = &checked.reports;
    for text in reports.iter().filter_map(results::never_printed) {
        console.note(&format!("jop: note: {text}"));
    }
    if arguments.bless {
        goldens::bless(reports, &manifest.goldens, console)?;
        if arguments.only.is_empty() {
            goldens::note_strays(&checked, &manifest.goldens, console);
        }
        return Ok(exit_code::DONE);
    }
    #[cfg(feature = "whole")]
    if let Some(file) = &arguments.junit {
        atomic_file::write(file, junit::document(&checked)?.as_bytes())?;
    }
    if arguments.github || std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        crate::output::console::lines(&github::annotations(&arguments.manifest, reports));
    }
    let text = render::report(&checked, format, arguments.top)?;
    arguments.result.print_comparison(&text, console)?;
    let passes = reports.iter().all(|report| report.verdict.passes());
    Ok(if passes {
        exit_code::DONE
    } else {
        exit_code::DIFFERS
    })
}

/// The cases that `--only` leaves.
fn chosen(cases: Vec<Case>, arguments: &Arguments) -> Result<Vec<Case>, Error> {
    let named = |case: &Case, name: &String| {
        *name == case.program || *name == format!("{}@{}", case.program, case.configuration)
    };
    let unknown = arguments
        .only
        .iter()
        .find(|name| !cases.iter().any(|case| named(case, name)));
    if let Some(name) = unknown {
        return Err(Error::Input(format!(
            "{}: nothing checks `{name}`; --only takes a program, or program@configuration, of the manifest",
            arguments.manifest.display()
        )));
    }
    let mut cases = cases;
    cases.retain(|case| {
        arguments.only.is_empty() || arguments.only.iter().any(|name| named(case, name))
    });
    Ok(cases)
}

/// Runs all cases and compares them, in the order of the manifest; every problem has a line.
fn check(
    manifest: &Path,
    cases: Vec<Case>,
    bless: bool,
    console: Console,
) -> Result<Checked, Error> {
    let laboratory = Laboratory::new(manifest, &cases)?;
    let results: Vec<Result<Outcome, Error>> = cases
        .into_par_iter()
        .map(|case| check_one(&laboratory, case, bless))
        .collect();
    let mut problems: Vec<String> = Vec::new();
    let mut codes = Vec::new();
    let mut checked = Checked {
        reports: Vec::with_capacity(results.len()),
        left_out: Vec::new(),
    };
    for result in results {
        match result {
            Ok(Outcome::Checked(report)) => checked.reports.push(*report),
            Ok(Outcome::LeftOut(case)) => {
                console.note(&format!(
                    "jop: note: {}, {}, is left out: this host lacks the command",
                    case.title(),
                    case.by()
                ));
                checked.left_out.push(*case);
            }
            Err(error) => {
                codes.push(error.exit_code());
                problems.push(error.to_string());
            }
        }
    }
    problems.dedup();
    if problems.is_empty() {
        Ok(checked)
    } else {
        // A case that cannot be measured leaves the check undone, whatever the others came to.
        let code = codes.into_iter().min();
        Err(Error::Ended {
            reason: problems.join("\n"),
            code: code.unwrap_or(exit_code::COULD_NOT_RUN),
        })
    }
}

/// What came of a case without a problem.
enum Outcome {
    Checked(Box<CaseReport>),
    LeftOut(Box<Case>),
}

/// Runs or predicts a case, and compares it.
fn check_one(laboratory: &Laboratory, case: Case, bless: bool) -> Result<Outcome, Error> {
    // Before the run, which takes longer.
    let golden = match case.has_golden().then(|| Golden::read(&case.golden)) {
        None => None,
        // Blessing is what repairs it.
        Some(Err(CheckError::Content { .. })) if bless => None,
        Some(golden) => golden?,
    };
    if case.prediction.is_none() {
        let ran = laboratory.run(&case)?;
        let report = CaseReport::new(case, ran.measured, golden).limited(ran.limits);
        return Ok(Outcome::Checked(Box::new(report)));
    }
    let Some((measured, predicted)) = laboratory.predict(&case)? else {
        return Ok(Outcome::LeftOut(Box::new(case)));
    };
    let report = CaseReport::new(case, measured, golden).predicted(predicted);
    Ok(Outcome::Checked(Box::new(report)))
}
