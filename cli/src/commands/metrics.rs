//! `jop metrics`: what a program does when, in windows of its run.

mod overhead;
mod page;
mod render;
mod subject;

use std::ops::Range;
use std::path::{Path, PathBuf};

use ::metrics::phases::DISTANCE;
use ::metrics::{Every, Foci, Focus, FocusError, Metric, Metrics, Phases};
use record::LimitsError;

use self::subject::Subject;
use crate::atomic_file::{self, PendingFile};
use crate::console::Console;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::host_input::InputArguments;
use crate::limits_arguments::LimitsArguments;
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::{ProgramArguments, has_extension};
use crate::quantity::{cycles, positive_cycles};
use crate::result_output::refuse_second;
use crate::rows_output::{RowsArguments, RowsFormat};
use crate::{exit_code, foci_arguments};

/// Record what a program does when: any metric of any part of it, in windows of cycles, calls or regions
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Record what a program does when: any metric of any part of it, in windows of cycles, calls or regions. A program is run on the machine; \
what it prints is not shown. -o FILE.jmet keeps the recording, which the same command shows in other ways.

A window ends with the bytecode that runs in its last cycle, so no bytecode is divided, and windows add up to the profile of the run. \
--window sets where windows end: after so many cycles; after each call of a method, or every N-th (METHOD#N); `regions`, where the program \
begins or ends one with joplab.Region; or `fitting`, 500 to 1000 windows of equal width.

--focus chooses the parts that are looked at; repeat it for several, or list them in a file for --foci. PATTERN means these methods in \
themselves, as only:PATTERN does; below:PATTERN the methods with all that they call; thread:NAME a thread; region:NAME a marked \
region; run the whole run. NAME=FOCUS gives it a name.

--metric chooses metrics: cycles; cycles by cause, as `jop report --causes` has them; bytecodes; calls; interrupts-taken; lookups and misses of the method \
cache, and words-loaded; objects and words-allocated, which count for the context that asked for them; stack-words, the highest stack address \
of a frame's first local. With --bytecodes, executions and execution-cycles of these bytecodes, and waits and wait-cycles of those executions \
that waited for memory: with an object cache, the getfields that missed.

--only, --below, --region, --thread, --from and --to limit what is recorded, as in `jop record`. The rest runs at almost full speed.

Phases are windows with the same mix of methods: the part of the cycles that two windows of one phase spend in different methods is below \
--distance.")]
#[command(after_help = concat!(exit_codes!("", ", or a moment or region of the limits that never came"), "

Examples:
  jop metrics --program udpip                                the course of the run
  jop metrics --program udpip --window 10k -o udpip.jmet     keep the recording
  jop metrics udpip.jmet --phases                            phases by mix of methods
  jop metrics udpip.jmet --page udpip.html                   linked charts
  jop metrics udpip.jmet --windows --focus below:udpip.Ip -o ip.csv
  jop metrics udpip.jmet --between 400k..800k -o part.jprof  the profile of a part
  jop metrics --program lift --window lift.Plant.step --windows
  jop metrics Main.java --window regions --windows           a window for each marked region
  jop metrics --program lift --foci foci.toml --metric cycles,misses
  jop metrics --program lift --bytecodes getfield --metric executions,waits,wait-cycles
  jop metrics --program lift --from lift.Plant.step#3        from its third call on
  jop metrics --program lift --below lift.Door --overhead    what recording costs"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Where windows end: cycles, METHOD[#N], regions or fitting
    #[arg(long, value_name = "WINDOW", value_parser = window, default_value = "fitting")]
    window: Every,
    /// A part that is looked at: run, PATTERN, below:PATTERN, thread:NAME, region:NAME; repeat for several
    #[arg(long, value_name = "FOCUS")]
    focus: Vec<Focus>,
    /// Parts that are looked at, from a TOML file: [[focus]] with name, and only, below, thread or region
    #[arg(long, value_name = "FILE.toml")]
    foci: Option<PathBuf>,
    /// Metrics, separated by commas; `all` is all of them
    #[arg(long, value_name = "METRICS", value_delimiter = ',',
          default_value = "cycles,bytecodes,calls,misses,words-loaded,objects,stack-words", value_parser = chosen)]
    metric: Vec<Chosen>,
    /// Count executions of these bytecodes, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    bytecodes: Vec<String>,
    /// Print each window instead of the course of the run
    #[arg(long, group = "what")]
    windows: bool,
    /// Print the phases instead
    #[arg(long, group = "what")]
    phases: bool,
    /// The part of the cycles, 0 to 1, that has to be in other methods for another phase
    #[arg(long, value_name = "PART", default_value_t = DISTANCE, value_parser = part)]
    distance: f64,
    /// Only windows that begin in these cycles; each end may be left out
    #[arg(long, value_name = "FROM..TO", value_parser = between)]
    between: Option<Range<u64>>,
    /// Print at most this many rows of a table, 0 for all
    #[arg(long, value_name = "N", default_value_t = 40)]
    top: usize,
    /// Also write an HTML page with linked charts
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Print what recording costs, the fastest of N runs each, instead of recording
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5", conflicts_with_all = ["output", "page", "what", "stdin", "input"],
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    overhead: Option<u32>,
    /// Format; by default that of the file's ending, or table
    #[command(flatten)]
    rows: RowsArguments,
    #[command(flatten)]
    limits: LimitsArguments,
    #[command(flatten)]
    input: InputArguments,
    /// Stop after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// A metric, or all.
#[derive(Debug, Clone, Copy)]
enum Chosen {
    All,
    One(Metric),
}

fn chosen(text: &str) -> Result<Chosen, String> {
    match text {
        "all" => Ok(Chosen::All),
        text => text.parse().map(Chosen::One),
    }
}

fn window(text: &str) -> Result<Every, String> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return positive_cycles(text).map(Every::Cycles);
    }
    text.parse()
        .map_err(|error: ::metrics::EveryError| error.to_string())
}

fn part(text: &str) -> Result<f64, String> {
    let part: Option<f64> = text.parse().ok();
    let part = part.filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "not a part from 0 to 1".to_owned())
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

/// Where a result goes that is no table.
enum Kept<'a> {
    /// The recording.
    Recording(&'a Path),
    /// The profile of its windows.
    Profile(&'a Path),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let kept = arguments.kept()?;
    if kept.is_none() {
        arguments.rows.check()?;
    }
    refuse_second(arguments.rows.file(), arguments.page.as_deref(), "--page")?;
    let foci = arguments.foci()?;
    let (metrics, code) = match arguments.recording() {
        Some(file) => (subject::read(arguments, file)?, exit_code::DONE),
        None => {
            let subject = Subject::load(arguments, console)?;
            foci_arguments::check(foci.list(), &subject.setup.program)?;
            if let Some(runs) = arguments.overhead {
                return overhead::print(&subject, runs, arguments, console);
            }
            // Before the run, so that no run is in vain.
            let page = arguments.page.as_deref().map(PendingFile::create);
            drop(page.transpose()?);
            match subject.record(console)? {
                Some(recorded) => recorded,
                None => return Ok(exit_code::INTERRUPTED),
            }
        }
    };
    let metrics = arguments.selected(metrics)?;
    show(arguments, &metrics, &foci, kept.as_ref(), console)?;
    Ok(code)
}

fn show(
    arguments: &Arguments,
    metrics: &Metrics,
    foci: &Foci,
    kept: Option<&Kept<'_>>,
    console: Console,
) -> Result<(), Error> {
    let name = arguments.program_name();
    let shares = foci.shares(&metrics.profile).map_err(|error| match error {
        FocusError::Limits(LimitsError::NoMethod(pattern)) => Error::Input(format!(
            "{name}: no recorded method is called `{pattern}`; --focus takes a method, a class, a package or a name with *"
        )),
        error => Error::at(&name)(error),
    })?;
    let phases = Phases::of(metrics, arguments.distance);
    if let Some(page) = &arguments.page {
        let html = page::html(metrics, &phases, (foci, &shares))?;
        atomic_file::write(page, html.as_bytes())?;
    }
    if let Some(kept) = kept {
        return keep(kept, metrics, console);
    }
    let shown = render::Shown {
        metrics,
        phases: &phases,
        foci,
        shares: &shares,
        chosen: arguments.metrics(metrics)?,
        top: arguments.top,
    };
    let format = arguments.rows.format()?;
    if arguments.page.is_some()
        && format == RowsFormat::Table
        && arguments.rows.output.is_none()
        && !arguments.is_asked()
    {
        return Ok(());
    }
    let rendered = if arguments.phases {
        shown.phases(format)?
    } else if arguments.windows {
        shown.windows(format)?
    } else {
        shown.overview(format)?
    };
    arguments.rows.write(&rendered)
}

fn keep(kept: &Kept<'_>, metrics: &Metrics, console: Console) -> Result<(), Error> {
    let mut bytes = Vec::new();
    let (path, written) = match kept {
        Kept::Recording(path) => (path, ::metrics::file::write(metrics, &mut bytes)),
        Kept::Profile(path) => {
            let profile = metrics.part(metrics.windows());
            (path, cross_profile::file::write(&profile, &mut bytes))
        }
    };
    written.map_err(|reason| Error::System {
        what: "pack the recording",
        reason: reason.into(),
    })?;
    atomic_file::write(path, &bytes)?;
    console.note(&render::summary(metrics));
    Ok(())
}

impl Arguments {
    /// The recording, if one is given in place of a program.
    fn recording(&self) -> Option<&Path> {
        self.program.file_ending_in("jmet")
    }

    fn program_name(&self) -> String {
        self.program.name().to_owned()
    }

    /// A view is asked for.
    fn is_asked(&self) -> bool {
        self.windows || self.phases || self.rows.format.is_some()
    }

    /// What -o is to hold, if that is no table.
    fn kept(&self) -> Result<Option<Kept<'_>>, Error> {
        let Some(file) = self.rows.file() else {
            return Ok(None);
        };
        let name = file.to_string_lossy();
        let kept = match () {
            () if has_extension(&name, "jmet") => Kept::Recording(file),
            () if has_extension(&name, "jprof") => Kept::Profile(file),
            () => return Ok(None),
        };
        if self.is_asked() {
            return Err(Error::Input(format!(
                "{name}: it keeps the recording, and --windows, --phases and --format are for tables; end it in .csv, .json or .parquet"
            )));
        }
        atomic_file::file_only(file, "a recording")?;
        drop(PendingFile::create(file)?);
        Ok(Some(kept))
    }

    fn foci(&self) -> Result<Foci, Error> {
        let foci = foci_arguments::read(&self.focus, self.foci.as_deref())?;
        Foci::new(foci).map_err(|error| Error::Input(error.to_string()))
    }

    /// The windows of --between.
    fn selected(&self, mut metrics: Metrics) -> Result<Metrics, Error> {
        let Some(between) = &self.between else {
            return Ok(metrics);
        };
        let windows = metrics.between(between.clone()).to_vec();
        if windows.is_empty() {
            return Err(Error::Input(format!(
                "{}: no window begins in the cycles of --between; the run has {} cycles",
                self.program_name(),
                metrics.run_cycles
            )));
        }
        metrics.profile = metrics.part(&windows);
        metrics.recorded.windows = windows;
        Ok(metrics)
    }

    fn metrics(&self, metrics: &Metrics) -> Result<Vec<Metric>, Error> {
        let mut list: Vec<Metric> = Vec::new();
        for chosen in &self.metric {
            match chosen {
                Chosen::One(metric) if metric.is_of_bytecodes() && !metrics.counts_bytecodes() => {
                    return Err(Error::Input(format!(
                        "{metric} is of chosen bytecodes; choose them with --bytecodes when the run is recorded"
                    )));
                }
                Chosen::One(metric) => list.push(*metric),
                Chosen::All => list.extend(
                    Metric::all().filter(|it| !it.is_of_bytecodes() || metrics.counts_bytecodes()),
                ),
            }
        }
        let mut kept = Vec::new();
        for metric in list {
            if !kept.contains(&metric) {
                kept.push(metric);
            }
        }
        Ok(kept)
    }
}
