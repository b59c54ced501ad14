//! Random sets of periodic threads: bounds of response times held against runs.

mod generate;

use std::path::Path;
use std::process::Command;

use jopizer::{LinkOptions, Linked};
use response::Prices;
use wcet::{Analyser, Bounds, CONTEXT, Exceptions, Options, Program};

use crate::check::Machine;
use crate::responses::{SeenSet, Timed, responses_of};
use crate::runs::Watched;

pub use generate::{Set, ThreadOf, set};

/// Cycles of a run at most.
pub const MOST_CYCLES: u64 = 50_000_000;

/// A thread of a set with its bound and its longest response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskChecked {
    /// Number of the set, and of the thread in it.
    pub set: u64,
    /// The thread, by falling priority.
    pub thread: usize,
    /// The machine.
    pub machine: String,
    /// The bound; none if the set may be late. Unit: cycles.
    pub bound: Option<u64>,
    /// The bound if stacks have no more words than in the run, which is closer. Unit: cycles.
    pub close: Option<u64>,
    /// The longest response. Unit: cycles.
    pub observed: u64,
    /// Jobs that ended.
    pub jobs: u64,
    /// Cycles of the thread's period.
    pub period: u64,
}

impl TaskChecked {
    /// Returns true if a response was longer than its bound.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        let bounds = [self.bound, self.close].into_iter().flatten();
        bounds.min().is_some_and(|bound| bound < self.observed)
    }
}

/// Compiles sets, each a package, and checks each on one of the machines in turn. `spoil` may make prices wrong, to see that a run shows it.
///
/// # Errors
/// If there is no JDK, or if compiler, linker, analysis or engine refuse a set.
pub fn check_tasks(
    seed: u64,
    sets: u64,
    machines: &[Machine],
    spoil: impl Fn(&mut Prices),
) -> Result<Vec<TaskChecked>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let all: Vec<Set> = (0..sets).map(|it| set(seed.wrapping_add(it))).collect();
    compile(folder.path(), &all)?;
    let mut checked = Vec::new();
    for set in &all {
        let number = (set.seed % machines.len().max(1) as u64) as usize;
        let Some(machine) = machines.get(number) else {
            continue;
        };
        let main = format!("{}.Main", set.package());
        let mut options = LinkOptions::new(&main, [folder.path().to_owned()]);
        options.main_class = main.clone();
        let linked = jopizer::link(&options).map_err(|error| error.to_string())?;
        let of_set = check(set, &linked, machine, &spoil);
        checked.extend(of_set.map_err(|problem| format!("{main}: {problem}"))?);
    }
    Ok(checked)
}

fn compile(folder: &Path, sets: &[Set]) -> Result<(), String> {
    let io = |error: std::io::Error| error.to_string();
    let mut files = Vec::new();
    for set in sets {
        let package = folder.join(set.package());
        std::fs::create_dir_all(&package).map_err(io)?;
        let path = package.join("Main.java");
        std::fs::write(&path, &set.source).map_err(io)?;
        files.push(path);
    }
    let library = folder.join("runtime.jar");
    std::fs::write(&library, runtime::RUNTIME_JAR).map_err(io)?;
    let compiled = Command::new("javac")
        .args(["-g", "-nowarn", "--release", "8", "-Xlint:-options", "-cp"])
        .arg(&library)
        .arg("-d")
        .arg(folder)
        .args(&files)
        .output()
        .map_err(|error| format!("javac: {error}"))?;
    std::fs::remove_file(&library).map_err(io)?;
    match compiled.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&compiled.stderr).into_owned()),
    }
}

/// The threads as the analysis wants them.
fn threads(set: &Set, cycles_per_us: u64) -> Vec<response::Thread> {
    let all = set.threads.iter().enumerate();
    let all = all.map(|(number, it)| {
        let period = u64::from(it.period) * cycles_per_us;
        response::Thread {
            class: set.class(number),
            priority: it.priority,
            period,
            jitter: 0,
            deadline: period,
        }
    });
    all.collect()
}

fn check(
    set: &Set,
    linked: &Linked,
    machine: &Machine,
    spoil: &impl Fn(&mut Prices),
) -> Result<Vec<TaskChecked>, String> {
    let per_us = u64::from(machine.config.clk_freq_hz / 1_000_000);
    let threads = threads(set, per_us);
    let text = |error: wcet::WcetError| error.to_string();
    let program = Program::new(&linked.image, &linked.symbols).map_err(text)?;
    let analyser = Analyser::new(&program, &machine.costs);
    let options = Options {
        bounds: Bounds::of_runtime().map_err(text)?,
        cache: machine.cache,
        context: CONTEXT,
        exceptions: Exceptions::Exclude,
        ..Options::new(&machine.config, &machine.costs).map_err(text)?
    };
    let bounds = |stack_words| {
        let of_image = (&linked.image, &linked.symbols);
        let prices = response::prices(of_image, &analyser, &options, &threads, stack_words);
        let mut prices = prices.map_err(|error| error.to_string())?;
        spoil(&mut prices);
        Ok::<_, String>(response::responses(&prices.threads, prices.common()))
    };
    check_found(set, linked, &analyser, &options)?;
    let seen = run(set, linked, machine)?;
    let (bounds, close) = (bounds(None)?, bounds(Some(seen.stack_words))?);
    let bounds: Vec<_> = bounds.iter().zip(&close).collect();
    let rows = threads.iter().zip(&bounds).enumerate();
    let rows = rows.map(|(thread, (of, (bound, close)))| TaskChecked {
        set: set.seed,
        thread,
        machine: machine.name.clone(),
        bound: bound.cycles,
        close: close.cycles,
        observed: seen.threads[thread].longest,
        jobs: seen.threads[thread].jobs,
        period: of.period,
    });
    Ok(rows.collect())
}

/// Refuses a set whose threads are not found in the program as they are.
fn check_found(
    set: &Set,
    linked: &Linked,
    analyser: &Analyser<'_>,
    options: &Options<'_>,
) -> Result<(), String> {
    let of_image = (&linked.image, &linked.symbols);
    let found = response::found(of_image, analyser, options).map_err(|error| error.to_string())?;
    let all = set.threads.iter().enumerate().all(|(number, it)| {
        let class = set.class(number);
        let of_class = found.iter().find(|found| found.class == class);
        of_class.is_some_and(|of| {
            (of.priority, of.period, of.offset) == (it.priority, it.period, it.offset)
        })
    });
    match all && found.len() == set.threads.len() {
        true => Ok(()),
        false => Err(format!("found other threads: {found:?}")),
    }
}

fn run(set: &Set, linked: &Linked, machine: &Machine) -> Result<SeenSet, String> {
    let threads = set.threads.iter().enumerate().map(|(number, it)| {
        let class = set.class(number);
        let mut methods = linked.symbols.methods.iter();
        let job = methods.find(|it| it.class == class && it.name == "job");
        Timed {
            job: job.map_or(0, |it| it.address),
            offset: it.offset,
            period: it.period,
        }
    });
    let threads: Vec<Timed> = threads.collect();
    let watched = Watched {
        image: &linked.image,
        symbols: &linked.symbols,
        config: &machine.config,
        build: machine.build,
        costs: None,
        most_cycles: MOST_CYCLES.min(set.hyperperiod(machine.config.clk_freq_hz)),
    };
    responses_of(&watched, &threads).map_err(|error| error.to_string())
}
