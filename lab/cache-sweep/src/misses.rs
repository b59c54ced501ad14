//! Causes of misses, by method, by pair of methods, and over time.
//!
//! A miss of a cache of `n` words has one cause, the first that holds:
//! - First use: the method was never looked up before. No cache avoids it.
//! - Capacity: the *reference cache* of the same run misses as well. It has `n` words, holds whole methods at exactly their
//!   length anywhere (no blocks, no fragments), and while a missing method does not fit it drops the one whose last lookup is
//!   longest ago. A method longer than `n` words is dropped at once.
//! - Conflict: the reference cache hits. Blocks, placement or replacement of this cache are the reason.
//!
//! Reference and cache see the same lookups, hits included. As LRU is not the best replacement there is, a cache can hit
//! where the reference misses; that is no miss and has no cause.

use std::collections::HashMap;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};

use isa::MachineConfig;
use lookups::{Condenser, LoadTime, Reader};
use method_cache::replay::{self, Call, CallKind, Models, Organisation, Shape, load_words};
use serde::Serialize;

use crate::error::SweepError;

/// Windows of time that [`MissAnalysis::loads`] has at most.
const WINDOWS: usize = 160;

/// Misses by their cause.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Misses {
    /// Of methods that were never looked up before.
    pub first_use: u64,
    /// Also those of the reference cache.
    pub capacity: u64,
    /// Not those of the reference cache.
    pub conflict: u64,
}

impl Misses {
    /// Misses of all causes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.first_use + self.capacity + self.conflict
    }
}

/// One method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MethodMisses {
    /// Word address of its code.
    pub address: u32,
    /// Words that a load of it brings in.
    pub words: u32,
    /// Lookups of it.
    pub lookups: u64,
    /// Misses.
    pub misses: Misses,
    /// Cycles that the processor waited for its lookups.
    pub stall_cycles: u64,
    /// Words loaded in each window, see [`MissAnalysis::window`].
    pub loads: Vec<u64>,
}

/// Lookups that lead from one method to another: invokes and returns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PairMisses {
    /// The method that ran before, a place in [`MissAnalysis::methods`].
    pub from: u32,
    /// The method that was looked up.
    pub to: u32,
    /// True if it was invoked, not returned to.
    pub invoke: bool,
    /// Lookups.
    pub lookups: u64,
    /// Misses.
    pub misses: Misses,
    /// Cycles that the processor waited for them.
    pub stall_cycles: u64,
}

/// The misses of a run on one cache.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct MissAnalysis {
    /// The methods, in order of first use.
    pub methods: Vec<MethodMisses>,
    /// The pairs, by their methods.
    pub pairs: Vec<PairMisses>,
    /// Lookups of one window.
    pub window: u64,
    /// Lookups of the run.
    pub lookups: u64,
}

/// The misses of a run on the method cache of its own machine; none for a cache of another kind.
///
/// # Errors
/// As [`analyse_misses`].
pub fn own_misses(
    lookups: impl Read,
    machine: &MachineConfig,
    stop: &AtomicBool,
) -> Result<Option<MissAnalysis>, SweepError> {
    let organisation = replay::organisation_of(machine.method_cache);
    let (Some(organisation), Ok(geometry)) = (organisation, machine.geometry()) else {
        return Ok(None);
    };
    let time = LoadTime::of(machine);
    analyse_misses(lookups, organisation, Shape::of(geometry), time, stop)
}

/// Replays lookups on a cache of whole methods and finds the cause of each miss; none for a cache of another kind.
///
/// # Errors
/// When the lookups cannot be read, or `stop` is set.
pub fn analyse_misses(
    lookups: impl Read,
    organisation: &dyn Organisation,
    shape: Shape,
    time: LoadTime,
    stop: &AtomicBool,
) -> Result<Option<MissAnalysis>, SweepError> {
    let Models::Methods(mut model) = organisation.model(shape) else {
        return Ok(None);
    };
    let mut reader = Reader::new(lookups)?;
    let mut condenser = Condenser::new();
    let mut analyst = Analyst::new(shape.geometry.words());
    let mut more = true;
    while more {
        if stop.load(Ordering::Relaxed) {
            return Err(SweepError::Interrupted);
        }
        more = condenser.read(&mut reader)?;
        let chunk = condenser.chunk();
        for &stay in chunk.stays {
            let stay = &chunk.table.stays()[stay as usize];
            let hidden = chunk.table.lookups()[stay.lookup as usize].hidden;
            let hit = model.lookup(&stay.call);
            let stall = time.stall(hit, stay.call.length, hidden);
            analyst.see(&stay.call, hit, stall);
        }
    }
    Ok(Some(analyst.finish()))
}

/// The reference cache.
#[derive(Debug)]
struct Reference {
    words: u32,
    /// Methods with their lengths, the one looked up last in front.
    methods: Vec<(u32, u32)>,
}

impl Reference {
    fn lookup(&mut self, call: &Call) -> bool {
        let place = self
            .methods
            .iter()
            .position(|&(method, _)| method == call.method);
        let method = match place {
            Some(place) => self.methods.remove(place),
            None => (call.method, load_words(call.length)),
        };
        self.methods.insert(0, method);
        while self.methods.iter().map(|(_, words)| words).sum::<u32>() > self.words {
            self.methods.pop();
        }
        place.is_some()
    }
}

struct Analyst {
    reference: Reference,
    before: Option<u32>,
    pairs: HashMap<(u32, u32, bool), (u64, Misses, u64)>,
    analysis: MissAnalysis,
}

impl Analyst {
    fn new(words: u32) -> Self {
        Self {
            reference: Reference {
                words,
                methods: Vec::new(),
            },
            before: None,
            pairs: HashMap::new(),
            analysis: MissAnalysis {
                window: 1,
                ..MissAnalysis::default()
            },
        }
    }

    fn see(&mut self, call: &Call, hit: bool, stall: u64) {
        let analysis = &mut self.analysis;
        let is_new = call.method as usize == analysis.methods.len();
        if is_new {
            analysis.methods.push(MethodMisses {
                address: call.address,
                words: load_words(call.length),
                lookups: 0,
                misses: Misses::default(),
                stall_cycles: 0,
                loads: Vec::new(),
            });
        }
        let reference_hits = self.reference.lookup(call);
        let count = |misses: &mut Misses| match (hit, is_new, reference_hits) {
            (true, _, _) => {}
            (false, true, _) => misses.first_use += 1,
            (false, false, false) => misses.capacity += 1,
            (false, false, true) => misses.conflict += 1,
        };
        let window = (analysis.lookups / analysis.window) as usize;
        let method = &mut analysis.methods[call.method as usize];
        method.lookups += 1;
        method.stall_cycles += stall;
        count(&mut method.misses);
        if !hit {
            method.loads.resize(method.loads.len().max(window + 1), 0);
            method.loads[window] += u64::from(method.words);
        }
        if let Some(before) = self.before {
            let key = (before, call.method, call.kind == CallKind::Invoke);
            let (lookups, misses, stalls) = self.pairs.entry(key).or_default();
            *lookups += 1;
            *stalls += stall;
            count(misses);
        }
        self.before = Some(call.method);
        analysis.lookups += 1;
        if analysis.lookups == analysis.window * WINDOWS as u64 {
            analysis.halve_windows();
        }
    }

    fn finish(self) -> MissAnalysis {
        let mut analysis = self.analysis;
        let windows = analysis.lookups.div_ceil(analysis.window) as usize;
        for method in &mut analysis.methods {
            method.loads.resize(windows, 0);
        }
        let pairs = self.pairs.into_iter();
        analysis.pairs = pairs
            .map(
                |((from, to, invoke), (lookups, misses, stall_cycles))| PairMisses {
                    from,
                    to,
                    invoke,
                    lookups,
                    misses,
                    stall_cycles,
                },
            )
            .collect();
        analysis
            .pairs
            .sort_by_key(|pair| (pair.from, pair.to, pair.invoke));
        analysis
    }
}

impl MissAnalysis {
    /// Makes one window of every two, so that their number stays small however long the run is.
    fn halve_windows(&mut self) {
        self.window *= 2;
        for method in &mut self.methods {
            method.loads = method.loads.chunks(2).map(|two| two.iter().sum()).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looks methods up, each given as (number, words), in a cache that hits where `hits` is true.
    fn analysis(words: u32, lookups: &[(u32, u32)], hits: &[usize]) -> MissAnalysis {
        let mut analyst = Analyst::new(words);
        for (place, &(method, length)) in lookups.iter().enumerate() {
            let call = Call {
                method,
                tag: method,
                address: 1000 + method,
                length,
                kind: CallKind::Invoke,
            };
            analyst.see(&call, hits.contains(&place), 10);
        }
        analyst.finish()
    }

    fn misses(first_use: u64, capacity: u64, conflict: u64) -> Misses {
        Misses {
            first_use,
            capacity,
            conflict,
        }
    }

    #[test]
    fn the_first_lookup_of_a_method_is_its_first_use() {
        let found = analysis(100, &[(0, 10), (0, 10)], &[1]);
        assert_eq!(found.methods[0].misses, misses(1, 0, 0));
    }

    #[test]
    fn a_miss_where_all_methods_fit_together_is_a_conflict() {
        let found = analysis(100, &[(0, 50), (1, 50), (0, 50)], &[]);
        assert_eq!(found.methods[0].misses, misses(1, 0, 1));
    }

    #[test]
    fn a_miss_after_more_words_than_the_cache_has_is_one_of_capacity() {
        let found = analysis(100, &[(0, 50), (1, 51), (0, 50)], &[]);
        assert_eq!(found.methods[0].misses, misses(1, 1, 0));
    }

    #[test]
    fn a_method_longer_than_the_cache_misses_for_capacity_and_drives_all_others_out() {
        let found = analysis(100, &[(0, 10), (1, 101), (1, 101), (0, 10)], &[]);
        assert_eq!(found.methods[1].misses, misses(1, 1, 0));
        assert_eq!(found.methods[0].misses, misses(1, 1, 0));
    }

    #[test]
    fn the_reference_drops_what_was_looked_up_longest_ago() {
        // 1 is dropped for 2, as 0 was looked up again.
        let calls = [(0, 40), (1, 40), (0, 40), (2, 40), (0, 40), (1, 40)];
        let found = analysis(100, &calls, &[2]);
        assert_eq!(found.methods[0].misses, misses(1, 0, 1));
        assert_eq!(found.methods[1].misses, misses(1, 1, 0));
    }

    #[test]
    fn a_length_field_of_zero_counts_1024_words() {
        let found = analysis(1024, &[(0, 0), (1, 1), (0, 0)], &[]);
        assert_eq!(found.methods[0].words, 1024);
        assert_eq!(found.methods[0].misses, misses(1, 1, 0));
    }

    #[test]
    fn windows_hold_all_words_loaded_however_long_the_run_is() {
        let lookups: Vec<(u32, u32)> = (0..1000).map(|place| (place % 2, 7)).collect();
        let found = analysis(100, &lookups, &[]);
        assert_eq!((found.window, found.lookups), (8, 1000));
        for method in &found.methods {
            assert_eq!(method.loads.len(), 125);
            assert_eq!(method.loads.iter().sum::<u64>(), 7 * 500);
        }
    }

    #[test]
    fn a_pair_has_the_lookups_that_lead_from_one_method_to_the_other() {
        let found = analysis(100, &[(0, 10), (1, 10), (0, 10), (1, 10)], &[2, 3]);
        let pair = found
            .pairs
            .iter()
            .find(|pair| (pair.from, pair.to) == (0, 1));
        let pair = pair.expect("0 leads to 1");
        assert_eq!(
            (pair.lookups, pair.misses, pair.stall_cycles),
            (2, misses(1, 0, 0), 20)
        );
    }
}
