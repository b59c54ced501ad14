//! A search for the longest call of a method: its inputs vary, guided by the branches that a call takes and by its cycles.
//!
//! ```text
//!   run of the program ──▶ some of its calls of the method, each as an engine at its first bytecode
//!                                │
//!   corpus ──▶ other numbers in arguments, fields, arrays ──▶ fast engine up to the return ──▶ cycles, ways
//!     ▲                                                                                        │
//!     └──────────────────────── new ways, or the longest call so far ──────────────────────────┘
//! ```
//!
//! Numbers vary within what the analysis takes for possible ([`Inputs`]); references and lengths stay as they are. The method cache may hold
//! nothing but the method and its caller, and the list of free handles may be empty, as after other work. A call with an event
//! that bounds do not cover does not count. One that exceeds a number that the bound assumes proves nothing, as the program need not
//! reach such a state; if nothing was varied, it has.

mod change;
mod one_call;
mod places;
mod start;
mod subject;
mod ways;

use std::time::{Duration, Instant};

use fastrand::Rng;
use run::End;
use wcet::{
    Analysis, BoundSource, Case, Disproof, Input, Inputs, Search, Subject, ToWatch, Unproven,
};

use self::change::Changer;
use self::one_call::CallProbe;
use self::places::{At, Place};
use self::start::{Start, starts};
use self::subject::Changes;
pub use self::subject::{Hint, SearchError, Searched};
use self::ways::Ways;
use crate::calls::{Calls, Seen};
use crate::hold::{Shown, disprove};
use crate::watch::Watch;

/// Calls of the program that a search starts from at most.
const STARTS: usize = 8;
/// A call is cut so many cycles after its bound: what has not thrown an exception by then throws none, as making one takes less.
const MOST_BEYOND: u64 = 1_000_000;

/// Limits of a search.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Start of the random numbers.
    pub seed: u64,
    /// Calls.
    pub runs: u64,
    /// Time; none for no limit. A search that it ends is not repeated exactly.
    pub time: Option<Duration>,
}

/// Inputs of a call.
#[derive(Debug, Clone, Default)]
struct Tried {
    start: usize,
    changes: Changes,
}

/// State of a search.
struct Hunt<'a> {
    searched: Searched<'a>,
    method: u32,
    bound: &'a mut Analysis,
    to_watch: ToWatch,
    starts: Vec<Start>,
    ways: Ways,
    corpus: Vec<Tried>,
    longest: Option<Tried>,
    result: Search,
}

/// Looks for the longest call of a method, and holds its bound against it; starts from these calls, too. Gives the longest one.
///
/// # Errors
/// If the program does not run, or does not call the method.
pub fn search(
    searched: &Searched<'_>,
    method: u32,
    bound: &mut Analysis,
    (effort, hints): (Effort, &[Hint]),
) -> Result<Option<Hint>, SearchError> {
    let begin = Instant::now();
    let inputs = searched.analyser.inputs(searched.bounds)?;
    let hinted = hints.iter().map(|it| it.call);
    let starts = starts(searched, &inputs, (method, &bound.reach), (STARTS, hinted))?;
    if starts.is_empty() {
        return Err(SearchError::NeverCalled(searched.program.name(method)));
    }
    let changer = changer(&inputs, bound);
    let places = starts.iter().flat_map(|it| &it.places);
    // The cache is all that there is to vary where a call reads no number, and two calls show that.
    let places = places.filter(|it| it.at != At::MethodCache).count();
    let mut hunt = Hunt {
        searched: *searched,
        method,
        to_watch: searched.analyser.to_watch(searched.bounds)?,
        starts,
        ways: Ways::default(),
        corpus: Vec::new(),
        longest: None,
        result: Search {
            seed: effort.seed,
            runs: 0,
            calls: 0,
            places: places as u64,
            ways: 0,
            max: 0,
            of_bound: 0.0,
            case: None,
            beyond: 0,
            unproven: None,
        },
        bound,
    };
    let starts = hunt.starts.iter().enumerate();
    let mut first: Vec<Tried> = starts
        .flat_map(|(start, it)| {
            let changes = [Changes::new(), it.with_empty_cache()];
            changes.map(|changes| Tried { start, changes })
        })
        .chain(hints.iter().filter_map(|hint| hunt.hinted(hint)))
        .rev()
        .collect();
    let mut random = Rng::with_seed(effort.seed);
    let is_over = || effort.time.is_some_and(|time| begin.elapsed() >= time);
    while hunt.result.runs < effort.runs && !is_over() {
        let tried = match first.pop() {
            Some(tried) => tried,
            None if places == 0 => break,
            None => hunt.next(&changer, &mut random),
        };
        hunt.attempt(tried);
    }
    Ok(hunt.end())
}

fn changer(inputs: &Inputs<'_>, bound: &Analysis) -> Changer {
    Changer::new(inputs.constants(&bound.reach))
}

impl Hunt<'_> {
    /// The inputs of a call that another search has found, as far as this one has them.
    fn hinted(&self, hint: &Hint) -> Option<Tried> {
        let mut starts = self.starts.iter();
        let start = starts.position(|it| it.number == hint.call)?;
        let places = &self.starts[start].places;
        let changes = hint.inputs.iter().filter_map(|input| {
            let number = places.iter().position(|it| it.name == input.place)?;
            Some((number, input.value))
        });
        Some(Tried {
            start,
            changes: changes.collect(),
        })
    }

    /// Inputs that differ a little from some that were of use.
    fn next(&self, changer: &Changer, random: &mut Rng) -> Tried {
        let longest = self.longest.as_ref().filter(|_| random.u8(..4) == 0);
        let mut tried = match (longest, self.corpus.len()) {
            (Some(longest), _) => longest.clone(),
            (None, 0) => Tried {
                start: random.usize(..self.starts.len()),
                changes: Changes::new(),
            },
            (None, known) => self.corpus[random.usize(..known)].clone(),
        };
        changer.change(&self.starts[tried.start].places, &mut tried.changes, random);
        tried
    }

    /// Runs a call.
    fn attempt(&mut self, tried: Tried) {
        self.result.runs += 1;
        let probe = self.run(&tried, None);
        let is_new = self.ways.add(probe.taken());
        let Some(cycles) = probe.cycles() else {
            // What leads to an event may lead to a long call, too.
            if is_new {
                self.corpus.push(tried);
            }
            return;
        };
        if cycles > self.result.max || cycles > self.bound.cycles {
            let disproved = self.disproved(&tried, cycles);
            let (own, assumed): (Vec<_>, Vec<_>) = disproved.into_iter().partition(is_ours);
            if let Some(first) = assumed.first() {
                self.exceeds(&tried, first.to_string());
                if tried.changes.is_empty() {
                    disprove(self.bound, assumed);
                }
                return;
            }
            disprove(self.bound, own);
        }
        self.result.calls += 1;
        if cycles > self.result.max {
            self.result.max = cycles;
            self.result.case = Some(self.case(&tried));
            self.longest = Some(tried.clone());
            self.corpus.push(tried);
        } else if is_new {
            self.corpus.push(tried);
        }
    }

    fn exceeds(&mut self, tried: &Tried, problem: String) {
        self.result.beyond += 1;
        if self.result.unproven.is_none() {
            let case = self.case(tried);
            self.result.unproven = Some(Unproven { problem, case });
        }
    }

    /// Runs a call with these inputs up to its return, or to its limit.
    fn run(&self, tried: &Tried, watch: Option<Watch>) -> CallProbe {
        let start = &self.starts[tried.start];
        let calls = Calls::inside(
            self.searched.watched.symbols,
            self.searched.has_price,
            &start.call,
        );
        let limit = self.bound.cycles.saturating_add(MOST_BEYOND);
        start.run(&tried.changes, CallProbe::new(calls, watch), limit)
    }

    /// What a call says against what the bound rests on.
    fn disproved(&self, tried: &Tried, cycles: u64) -> Vec<Disproof> {
        let (symbols, program) = (self.searched.watched.symbols, self.searched.program);
        let mut watch = Watch::new(symbols, program.loops(), self.to_watch.clone());
        let call = &self.starts[tried.start].call;
        watch.enter(call.caller);
        watch.enter((call.method, call.pointer));
        let counts = self.run(tried, Some(watch)).watch.map(Watch::counts);
        let seen = Seen {
            calls: 1,
            max: cycles,
            ..Seen::default()
        };
        let shown = Shown {
            calls: [(self.method, seen)].into(),
            counts: counts.unwrap_or_default(),
            end: End::Until,
        };
        let mut bound = self.bound.clone();
        bound.disproved.clear();
        shown.hold(self.method, &mut bound);
        bound.disproved
    }

    fn case(&self, tried: &Tried) -> Case {
        let start = &self.starts[tried.start];
        let name = |place: &Place, value: &i32| Input {
            place: place.name.clone(),
            value: *value,
        };
        let inputs = tried.changes.iter();
        Case {
            run: self.result.runs,
            begin: start.call.begin,
            inputs: inputs
                .map(|(number, value)| name(&start.places[*number], value))
                .collect(),
        }
    }

    /// Leaves out inputs that the longest call does not need, and adds the result to the bound.
    fn end(mut self) -> Option<Hint> {
        let mut hint = None;
        if let (Some(mut tried), Some(run)) = (
            self.longest.clone(),
            self.result.case.as_ref().map(|case| case.run),
        ) {
            self.shrink(&mut tried);
            let case = self.case(&tried);
            hint = Some(Hint {
                call: self.starts[tried.start].number,
                inputs: case.inputs.clone(),
            });
            self.result.case = Some(Case { run, ..case });
        }
        self.result.ways = self.ways.number();
        self.result.of_bound = self.result.max as f64 / self.bound.cycles.max(1) as f64;
        self.bound.search = Some(self.result);
        hint
    }

    fn shrink(&self, tried: &mut Tried) {
        let mut size = tried.changes.len();
        while size > 0 {
            let numbers: Vec<usize> = tried.changes.keys().copied().collect();
            for part in numbers.chunks(size) {
                let mut fewer = tried.clone();
                part.iter().for_each(|number| {
                    fewer.changes.remove(number);
                });
                if self.run(&fewer, None).cycles() == Some(self.result.max) {
                    *tried = fewer;
                }
            }
            size /= 2;
        }
    }
}

/// Returns true if a disproof is one of the analysis, not of a number that somebody gave.
fn is_ours(it: &Disproof) -> bool {
    it.subject == Subject::Call || it.source == BoundSource::Analysis
}
