//! Times of calls by method, with their histogram.

use cross_profile::{MethodCalls, Profile};
use serde::Serialize;

/// Bars of a histogram at most.
const BARS: usize = 40;

/// How long the calls of a method took, from entry to return, callees included. Unit: cycles.
#[derive(Debug, Serialize)]
pub(super) struct MethodTimes<'a> {
    method: &'a str,
    calls: u64,
    /// Calls that never returned.
    unfinished: u64,
    min: u64,
    mean: f64,
    p50: u64,
    p90: u64,
    p99: u64,
    max: u64,
    /// Cycle in which the longest began.
    worst_at: u64,
    worst_thread: &'a str,
    /// Methods from the thread's first to this one.
    worst_context: Vec<&'a str>,
    /// Fewest and most cycles of a bar, and its calls.
    histogram: Vec<[u64; 3]>,
}

/// The methods with calls that have ended, the longest call first.
pub(super) fn of(profile: &Profile) -> Vec<MethodTimes<'_>> {
    if !profile.has_call_times() {
        return Vec::new();
    }
    let calls = profile.calls_by_method();
    let methods = profile.methods.iter().zip(&calls);
    let mut rows: Vec<MethodTimes<'_>> = methods
        .filter_map(|(name, calls)| times(profile, name, calls))
        .collect();
    rows.sort_by(|a, b| b.max.cmp(&a.max).then_with(|| a.method.cmp(b.method)));
    rows
}

fn times<'a>(profile: &'a Profile, name: &'a str, calls: &MethodCalls) -> Option<MethodTimes<'a>> {
    let (thread, id) = calls.worst?;
    let times = &calls.times;
    let bars = times.histogram(BARS).into_iter();
    Some(MethodTimes {
        method: name,
        calls: times.calls,
        unfinished: calls.open,
        min: times.min,
        mean: times.mean(),
        p50: times.percentile(0.5),
        p90: times.percentile(0.9),
        p99: times.percentile(0.99),
        max: times.max,
        worst_at: times.worst_begin,
        worst_thread: &profile.threads[thread].name,
        worst_context: profile.chain(thread, id),
        histogram: bars
            .map(|bar| [bar.from.max(times.min), bar.to.min(times.max), bar.calls])
            .collect(),
    })
}
