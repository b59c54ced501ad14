//! Searches for calls that take longer than their bound, over the methods of embedded and of random programs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jopizer::symbols::is_of_runtime;
use jopizer::{LinkProgram, Linked};
use runtime::programs::EmbeddedProgram;
use wcet::{Analyser, Analysis, BoundSource, Bounds, Exceptions, Options, Program, Soundness};
use wcet_check::search::{Effort, Hint, SearchError, Searched, search};
use wcet_check::{Machine, Seen, Watched, calls_of, link, random};

use crate::{all_machines, named};

/// Name of the random program.
const RANDOM: &str = "random";
/// Classes of it.
const CLASSES: usize = 10;
/// Cycles after which a run is stopped.
const MOST_CYCLES: u64 = 100_000_000;

/// Limits of the searches.
pub(crate) struct Limits {
    pub(crate) effort: Effort,
    pub(crate) end: Option<Instant>,
    /// Long calls that are known, by method.
    pub(crate) hints: BTreeMap<String, Vec<Hint>>,
}

/// Sums over all methods.
#[derive(Default)]
struct Sums {
    methods: u64,
    runs: u64,
    broken: u64,
    is_cut: bool,
}

/// `SEED RUNS SECONDS [PROGRAM...]`: so many calls for each method, for so many seconds at most, 0 for no limit; `random` is a random program.
pub(crate) fn check(arguments: &[String]) -> Result<bool, String> {
    let [seed, runs, seconds, names @ ..] = arguments else {
        return Err("search needs SEED RUNS SECONDS".to_owned());
    };
    let number = |text: &String| {
        let number = text.parse::<u64>();
        number.map_err(|_| format!("`{text}` is no number; give SEED RUNS SECONDS"))
    };
    let (seed, runs, seconds) = (number(seed)?, number(runs)?, number(seconds)?);
    let end = (seconds > 0).then(|| Instant::now() + Duration::from_secs(seconds));
    let effort = Effort {
        seed,
        runs,
        time: None,
    };
    let hints = BTreeMap::new();
    let limits = Limits { effort, end, hints };
    println!("seed {seed}, {runs} calls for each method");
    println!("program | machine | method | bound | observed | longest | of bound | beyond");
    let mut sums = Sums::default();
    let is_all = names.is_empty();
    let (random, own): (Vec<String>, Vec<String>) =
        names.iter().cloned().partition(|it| it == RANDOM);
    let machines = all_machines()?;
    for machine in &machines[..2] {
        if is_all || !random.is_empty() {
            of_random(machine, &limits, &mut sums)?;
        }
        if !is_all && own.is_empty() {
            continue;
        }
        for program in named(&own)? {
            let (linked, bounds) = of_embedded((program, program.length), machine)?;
            let named = (program.name, &linked);
            of_program(named, machine, &bounds, &limits, &mut sums)?;
        }
    }
    let cut = if sums.is_cut { ", cut by the time" } else { "" };
    println!(
        "{} methods, {} calls, {} bounds broken, seed {seed}{cut}",
        sums.methods, sums.runs, sums.broken
    );
    Ok(sums.broken == 0)
}

/// A program of a length, with what is given for it.
pub(crate) fn of_embedded(
    (program, length): (&EmbeddedProgram, u32),
    machine: &Machine,
) -> Result<(Linked, Bounds), String> {
    let linked = program.link(length, machine.config.memory_words);
    let linked = linked.map_err(|error| error.to_string())?;
    let mut bounds = Bounds::of_runtime().map_err(|error| error.to_string())?;
    bounds.add_programs().map_err(|error| error.to_string())?;
    Ok((linked, bounds))
}

fn of_random(machine: &Machine, limits: &Limits, sums: &mut Sums) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let generated = random::program(limits.effort.seed, CLASSES);
    let linked = link(folder.path(), &generated)?;
    let mut bounds = Bounds::of_runtime().map_err(|error| error.to_string())?;
    for (text, source) in [
        (&*generated.bounds, BoundSource::File),
        (generated.of_library, BoundSource::Runtime),
    ] {
        let added = bounds.add(text, "generated", source);
        added.map_err(|error| error.to_string())?;
    }
    of_program((RANDOM, &linked), machine, &bounds, limits, sums)
}

fn of_program(
    (name, linked): (&str, &Linked),
    machine: &Machine,
    bounds: &Bounds,
    limits: &Limits,
    sums: &mut Sums,
) -> Result<(), String> {
    let wanted = |method: &str| !is_of_runtime(method);
    let is_cut = each((linked, bounds), machine, limits, wanted, |method, it| {
        let Some(found) = &it.bound.search else {
            return;
        };
        sums.methods += 1;
        sums.runs += found.runs;
        let is_broken = it.bound.sound == Soundness::No;
        sums.broken += u64::from(is_broken);
        println!(
            "{name} | {} | {method} | {} | {} | {} | {:.3} | {}",
            machine.name, it.bound.cycles, it.seen.max, found.max, found.of_bound, found.beyond
        );
        if is_broken {
            let disproved = it.bound.disproved.iter().map(ToString::to_string);
            println!("BROKEN: {}", disproved.collect::<Vec<_>>().join("; "));
            println!("{:?}", found.case);
        }
    })?;
    sums.is_cut |= is_cut;
    Ok(())
}

/// A method whose longest call was looked for.
pub(crate) struct Found<'a> {
    /// Its bound, held against the search.
    pub(crate) bound: &'a Analysis,
    /// Its calls in the run.
    pub(crate) seen: Seen,
    /// The longest call that was found.
    pub(crate) longest: Option<Hint>,
}

/// Looks for the longest calls of the methods of a program that have a bound; true if the time cuts that.
pub(crate) fn each(
    (linked, bounds): (&Linked, &Bounds),
    machine: &Machine,
    limits: &Limits,
    wanted: impl Fn(&str) -> bool,
    mut found: impl FnMut(&str, Found<'_>),
) -> Result<bool, String> {
    let program =
        Program::new(&linked.image, &linked.symbols).map_err(|error| error.to_string())?;
    let analyser = Analyser::new(&program, &machine.costs);
    let options = Options {
        bounds: bounds.clone(),
        cache: machine.cache,
        exceptions: Exceptions::Exclude,
        ..Options::new(&machine.config, &machine.costs).map_err(|error| error.to_string())?
    };
    let searched = Searched {
        watched: Watched::on(machine, linked, MOST_CYCLES),
        program: &program,
        analyser: &analyser,
        bounds,
        has_price: false,
    };
    let calls = calls_of(&searched.watched).map_err(|error| error.to_string())?;
    let called = calls.into_iter().filter(|(_, seen)| seen.calls > 0);
    let called = called.map(|(method, seen)| (method, seen, program.name(method)));
    for (method, seen, name) in called.filter(|(.., name)| wanted(name)) {
        if limits.end.is_some_and(|end| Instant::now() >= end) {
            return Ok(true);
        }
        let Ok(mut bound) = analyser.bound(method, &options) else {
            continue;
        };
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        let effort = Effort {
            time: limits.end.map(left),
            ..limits.effort
        };
        let hints = limits.hints.get(&name).map_or(&[][..], Vec::as_slice);
        let longest = match search(&searched, method, &mut bound, (effort, hints)) {
            Ok(longest) => longest,
            Err(SearchError::NeverCalled(_)) => continue,
            Err(error) => return Err(format!("{name}: {error}")),
        };
        let bound = &bound;
        found(
            &name,
            Found {
                bound,
                seen,
                longest,
            },
        );
    }
    Ok(false)
}
