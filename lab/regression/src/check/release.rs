//! Releases of calls with a period.
//!
//! Calls are released one period after the other, in each thread for itself, the first as late as leaves none that begins before
//! its release.

use std::collections::BTreeMap;

use cross_profile::ListedCall;

use crate::check::amount::Amount;

/// What a release is, for those who read its figures.
pub const RELEASES: &str = "releases are counted from the earliest begin in each thread: what delays every call alike is in no figure from a release";

/// A call and the cycle of its release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Released {
    /// Its place among the calls.
    pub place: usize,
    /// The cycle of the run; before the run where calls follow each other faster than the period.
    pub at: i128,
}

impl Released {
    /// Cycles from the release to a moment.
    #[must_use]
    pub fn until(&self, moment: u64) -> u64 {
        u64::try_from(i128::from(moment) - self.at).unwrap_or_default()
    }
}

/// Releases of calls in the order of their begins; a call within another one of its thread has none.
#[must_use]
pub fn releases(calls: &[&ListedCall], period: &Amount, clock_hz: u32) -> Vec<Released> {
    let mut threads: BTreeMap<u32, Vec<(usize, &ListedCall)>> = BTreeMap::new();
    for (place, call) in calls.iter().enumerate() {
        let calls = threads.entry(call.thread.0).or_default();
        let last = calls.last().map_or(0, |(_, last)| last.cycles.end);
        if call.cycles.start >= last {
            calls.push((place, call));
        }
    }
    let due = |number: usize| i128::from(period.many(number as u64, clock_hz));
    let mut releases = Vec::new();
    for calls in threads.values() {
        let starts = calls.iter().map(|(_, call)| i128::from(call.cycles.start));
        let first = starts.enumerate().map(|(number, it)| it - due(number));
        let first = first.min().unwrap_or_default();
        let released = calls.iter().enumerate();
        releases.extend(released.map(|(number, (place, _))| Released {
            place: *place,
            at: first + due(number),
        }));
    }
    releases.sort_by_key(|it| it.place);
    releases
}
