//! Random sets of periodic threads: bounds of response times held against runs.

mod generate;
mod held;
mod passes;

use std::path::Path;
use std::process::Command;

use jopizer::{LinkOptions, Linked};
use method_cache::Organisation;
use response::Prices;
use wcet::{Analyser, Bounds, CONTEXT, Exceptions, Options, Program};

use crate::check::Machine;
use crate::responses::{Responses, Timed};
use crate::runs::Watched;

pub use generate::{Set, ThreadOf, set};
use held::held;
pub use held::{Kind, PriceChecked};
use passes::{Passes, Shown};

/// Cycles of a run at most.
pub const MOST_CYCLES: u64 = 50_000_000;

/// A set, held against a run.
#[derive(Debug, Clone, PartialEq)]
pub struct SetChecked {
    /// Its seed.
    pub set: u64,
    /// True if all others are released when a thread has just switched interrupts off.
    pub is_aligned: bool,
    /// The machine.
    pub machine: String,
    /// Its threads.
    pub threads: Vec<TaskChecked>,
    /// What their bounds consist of.
    pub prices: Vec<PriceChecked>,
    of: Prices,
    shown: Shown,
}

impl SetChecked {
    /// Returns true if a response or a part of one was longer than its bound.
    #[must_use]
    pub fn is_violated(&self) -> bool {
        let mut prices = self.prices.iter();
        self.threads.iter().any(TaskChecked::is_violated) || prices.any(PriceChecked::is_violated)
    }

    /// What the same run says of wrong prices.
    #[must_use]
    pub fn with_prices(&self, change: impl Fn(&mut Prices)) -> Vec<PriceChecked> {
        let mut prices = self.of.clone();
        change(&mut prices);
        held(&prices, &self.shown)
    }
}

/// A thread of a set with its bound and its longest response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskChecked {
    /// The thread, by falling priority.
    pub thread: usize,
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

/// Compiles sets, each a package, and checks each on one of the machines in turn; then again with offsets at which all threads are released
/// when the last one has just switched interrupts off.
///
/// # Errors
/// If there is no JDK, or if compiler, linker, analysis or engine refuse a set.
pub fn check_tasks(seed: u64, sets: u64, machines: &[Machine]) -> Result<Vec<SetChecked>, String> {
    let all: Vec<Set> = (0..sets).map(|it| set(seed.wrapping_add(it))).collect();
    let first = check_sets(&all, machines, false)?;
    let aligned = first.iter().filter_map(|(checked, offsets)| {
        let offsets = offsets.as_ref()?;
        Some(generate::with_offsets(checked.set, offsets))
    });
    let aligned: Vec<Set> = aligned.collect();
    let second = check_sets(&aligned, machines, true)?;
    Ok(first.into_iter().chain(second).map(|it| it.0).collect())
}

/// A set with the offsets of its alignment.
type Aligned = (SetChecked, Option<Vec<u32>>);

fn check_sets(all: &[Set], machines: &[Machine], is_aligned: bool) -> Result<Vec<Aligned>, String> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    compile(folder.path(), all)?;
    let mut checked = Vec::new();
    for set in all {
        let number = (set.seed % machines.len().max(1) as u64) as usize;
        let Some(machine) = machines.get(number) else {
            continue;
        };
        let main = format!("{}.Main", set.package());
        let mut options = LinkOptions::new(&main, [folder.path().to_owned()]);
        options.main_class = main.clone();
        let linked = jopizer::link(&options).map_err(|error| error.to_string())?;
        let of_set = check(set, &linked, machine);
        let (mut of_set, offsets) = of_set.map_err(|problem| format!("{main}: {problem}"))?;
        of_set.is_aligned = is_aligned;
        checked.push((of_set, offsets));
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
        .args([
            "-J-XX:TieredStopAtLevel=1",
            "-g",
            "-nowarn",
            "--release",
            "8",
            "-Xlint:-options",
            "-cp",
        ])
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

fn check(set: &Set, linked: &Linked, machine: &Machine) -> Result<Aligned, String> {
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
    let bounds_of = |stack_words| {
        let of_image = (&linked.image, &linked.symbols);
        let prices = response::prices(of_image, &analyser, &options, &threads, stack_words);
        let prices = prices.map_err(|error| error.to_string())?;
        let bounds = response::responses(&prices.threads, prices.common());
        Ok::<_, String>((bounds, prices))
    };
    check_found(set, linked, &analyser, &options)?;
    let (seen, shown) = run(set, linked, machine)?;
    let (bounds, prices) = bounds_of(None)?;
    let (close, _) = bounds_of(Some(seen.stack_words))?;
    let rows = threads.iter().enumerate().map(|(thread, of)| TaskChecked {
        thread,
        bound: bounds[thread].cycles,
        close: close[thread].cycles,
        observed: seen.seen[thread].longest,
        jobs: seen.seen[thread].jobs,
        period: of.period,
    });
    let checked = SetChecked {
        set: set.seed,
        is_aligned: false,
        machine: machine.name.clone(),
        threads: rows.collect(),
        prices: held(&prices, &shown),
        of: prices,
        shown,
    };
    let offsets = alignment(set, &seen, &checked.shown, per_us);
    Ok((checked, offsets))
}

/// Offsets at which all others are released just after the thread of the lowest priority has switched interrupts off for the longest time; none
/// if it does not do that, or if others delayed it then.
fn alignment(set: &Set, seen: &Responses, shown: &Shown, per_us: u64) -> Option<Vec<u32>> {
    let all = shown.threads.iter().enumerate().rev();
    let (last, (job, begins)) = all
        .clone()
        .find_map(|(at, it)| Some((at, it.section_at?)))?;
    let after = begins.checked_sub(seen.release(last, job)?)?;
    let offset = u32::try_from(after / per_us + 1).ok()?;
    let offsets = (0..set.threads.len()).map(|at| if at == last { 0 } else { offset });
    Some(offsets.collect())
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

fn run(set: &Set, linked: &Linked, machine: &Machine) -> Result<(Responses, Shown), String> {
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
    let jobs: Vec<u32> = threads.iter().map(|it| it.job).collect();
    let config = &machine.config;
    let watched = Watched {
        image: &linked.image,
        symbols: &linked.symbols,
        config,
        build: machine.build,
        costs: None,
        most_cycles: MOST_CYCLES.min(set.hyperperiod(config.clk_freq_hz)),
    };
    let cache = Organisation::of(config).map_err(|error| error.to_string())?;
    let per_us = u64::from(config.clk_freq_hz / 1_000_000);
    let responses = Responses::new(&linked.symbols, &threads, per_us);
    let passes = Passes::new(&linked.symbols, &jobs, &machine.costs, cache);
    let ((responses, passes), _) = watched
        .run((responses, passes), None)
        .map_err(|error| error.to_string())?;
    Ok((responses, passes.shown))
}
