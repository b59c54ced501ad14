//! Limits on one side: deadlines and jitter of calls, and the most that a figure may be.
//!
//! A call takes the cycles from its begin to its end, those of other threads and of interrupts too. Deadline and jitter of calls
//! with a period count from their release.

use std::cmp::Reverse;

use cross_profile::ListedCall;

use crate::check::amount::{Amount, Unit};
use crate::check::figures::{Figures, Section};
use crate::check::release::{Released, releases};

const BEGIN_TO_END: &str = "begin to end";

/// Limits of one entry of a manifest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Limit {
    /// Of the calls of a method.
    Calls(CallLimit),
    /// Of a figure of the run.
    Figure(FigureLimit),
}

/// Limits of the calls of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallLimit {
    /// The method, as the manifest has it.
    pub method: String,
    /// From begin to end of a call; with a period from its release to its end.
    pub deadline: Option<Amount>,
    /// From release to release.
    pub period: Option<Amount>,
    /// From release to begin.
    pub jitter: Option<Amount>,
    /// The proven bound of a call meets the deadline, too.
    pub bound: bool,
    /// Line of the manifest.
    pub line: usize,
}

/// The most that a figure may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureLimit {
    /// Its section.
    pub section: Section,
    /// Its name there; of a method as the manifest has it.
    pub name: String,
    /// The most.
    pub most: Amount,
    /// Line of the manifest.
    pub line: usize,
}

/// A figure beside its limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitRow {
    /// What is limited, in words.
    pub name: String,
    /// The limit.
    pub most: u64,
    /// The figure.
    pub seen: u64,
    /// What both count.
    pub unit: Unit,
    /// The call that the figure is of.
    pub call: Option<WorstCall>,
    /// It counts from a release, which [`RELEASES`](super::RELEASES) explains.
    pub from_release: bool,
    /// Line of the manifest.
    pub line: usize,
}

/// A call that comes closest to a limit, or is the furthest beyond it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorstCall {
    /// Its method.
    pub method: String,
    /// Its number among those of its method, from 1.
    pub number: usize,
    /// Cycle of the run in which it begins.
    pub begin: u64,
    /// Methods from the start of its thread to it, outermost first.
    pub context: Vec<String>,
    /// Its arguments, where somebody has looked.
    pub inputs: Option<String>,
}

impl LimitRow {
    /// Returns true if the limit holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.seen <= self.most
    }

    /// What is left to the limit; negative beyond it.
    #[must_use]
    pub fn slack(&self) -> i64 {
        self.most
            .cast_signed()
            .saturating_sub(self.seen.cast_signed())
    }

    /// What is beyond the limit, and the call.
    #[must_use]
    pub fn in_words(&self) -> String {
        let (seen, most, unit) = (self.seen, self.most, self.unit.name());
        let call = self.call.as_ref().map(|call| {
            let inputs = call.inputs.as_ref().filter(|it| !it.is_empty());
            let inputs = inputs.map_or_else(String::new, |it| format!(" with {it}"));
            format!(", call {} from cycle {}{inputs}", call.number, call.begin)
        });
        let call = call.unwrap_or_default();
        format!("{}: {seen} {unit} are beyond {most}{call}", self.name)
    }
}

/// Calls of one method in a run.
pub(crate) struct Calls<'a> {
    /// In the order of their begins.
    pub(crate) calls: Vec<&'a ListedCall>,
    /// Cycle in which the run ended: what is under way then has taken so long at least.
    pub(crate) end: u64,
}

impl Calls<'_> {
    fn ended(&self, call: &ListedCall) -> u64 {
        call.cycles.end.min(self.end)
    }

    /// The longest call, and its cycles from begin to end.
    fn longest(&self) -> Option<(usize, u64)> {
        let times = |call: &&ListedCall| self.ended(call) - call.cycles.start;
        first_most(self.calls.iter().map(times))
    }

    /// The call with the most cycles from its release to a moment of it.
    fn latest(
        &self,
        releases: &[Released],
        moment: impl Fn(&ListedCall) -> u64,
    ) -> Option<(usize, u64)> {
        let waits = releases.iter();
        let waits = waits.map(|it| it.until(moment(self.calls[it.place])));
        let (number, wait) = first_most(waits)?;
        Some((releases[number].place, wait))
    }
}

/// The first of the largest, and its place.
fn first_most(values: impl Iterator<Item = u64>) -> Option<(usize, u64)> {
    let values = values.enumerate();
    values.max_by_key(|(place, value)| (*value, Reverse(*place)))
}

impl CallLimit {
    /// Rows of the calls of this method, whose proven bound is known if it is asked for.
    pub(crate) fn rows(
        &self,
        method: &str,
        calls: &Calls<'_>,
        bound: Option<u64>,
        clock_hz: u32,
    ) -> Vec<LimitRow> {
        let cycles = |given: &Option<Amount>| given.as_ref().map(|it| it.on(clock_hz));
        let period = self.period.as_ref();
        let releases = period.map(|it| releases(&calls.calls, it, clock_hz));
        let mut rows = Vec::new();
        if let Some(most) = cycles(&self.deadline) {
            let (what, found) = match &releases {
                Some(releases) => (
                    "release to end",
                    calls.latest(releases, |it| calls.ended(it)),
                ),
                None => (BEGIN_TO_END, calls.longest()),
            };
            rows.extend(found.map(|found| self.row(method, what, most, found, calls)));
            rows.extend(bound.map(|bound| self.bound_row(method, most, bound)));
        }
        if let (Some(most), Some(releases)) = (cycles(&self.jitter), &releases) {
            let found = calls.latest(releases, |call| call.cycles.start);
            rows.extend(
                found.map(|found| self.row(method, "release to begin", most, found, calls)),
            );
        }
        rows
    }

    fn row(
        &self,
        method: &str,
        what: &str,
        most: u64,
        (place, seen): (usize, u64),
        calls: &Calls<'_>,
    ) -> LimitRow {
        let call = WorstCall {
            method: method.to_owned(),
            number: place + 1,
            begin: calls.calls[place].cycles.start,
            context: Vec::new(),
            inputs: None,
        };
        LimitRow {
            name: format!("{}, {what}", self.method),
            most,
            seen,
            unit: Unit::Cycles,
            call: Some(call),
            from_release: what != BEGIN_TO_END,
            line: self.line,
        }
    }

    fn bound_row(&self, method: &str, most: u64, seen: u64) -> LimitRow {
        LimitRow {
            name: format!("{method}, proven bound"),
            most,
            seen,
            unit: Unit::Cycles,
            call: None,
            from_release: false,
            line: self.line,
        }
    }
}

impl FigureLimit {
    /// Returns true if its name is that of a method.
    #[must_use]
    pub fn is_of_method(&self) -> bool {
        [Section::Methods, Section::Calls].contains(&self.section)
    }

    /// The row of a figure, which has this name in the golden.
    pub(crate) fn row(&self, name: &str, figures: &Figures, clock_hz: u32) -> LimitRow {
        LimitRow {
            most: self.most.on(clock_hz),
            seen: figures.get(self.section, name),
            name: format!("{}.{name}", self.section.name()),
            unit: self.section.unit(name),
            call: None,
            from_release: false,
            line: self.line,
        }
    }
}

#[cfg(test)]
mod tests {
    use cross_profile::{ContextId, ThreadId};
    use std::ops::Range;

    use super::*;

    const CLOCK: u32 = 100_000_000;

    fn listed(cycles: &[Range<u64>]) -> Vec<ListedCall> {
        let calls = cycles.iter().map(|cycles| ListedCall {
            thread: ThreadId(0),
            context: ContextId(1),
            cycles: cycles.clone(),
        });
        calls.collect()
    }

    fn rows(
        limit: &CallLimit,
        cycles: &[Range<u64>],
        bound: Option<u64>,
    ) -> Vec<(String, u64, u64, usize)> {
        let listed = listed(cycles);
        let calls = Calls {
            calls: listed.iter().collect(),
            end: 10_000,
        };
        let rows = limit.rows("M.step()V", &calls, bound, CLOCK);
        let number = |row: &LimitRow| row.call.as_ref().map_or(0, |call| call.number);
        rows.iter()
            .map(|row| (row.name.clone(), row.most, row.seen, number(row)))
            .collect()
    }

    fn limit(deadline: &str, period: Option<&str>, jitter: Option<&str>) -> CallLimit {
        let read = |text: &str| Amount::read(text).unwrap();
        CallLimit {
            method: "step".to_owned(),
            deadline: Some(read(deadline)),
            period: period.map(read),
            jitter: jitter.map(read),
            bound: false,
            line: 3,
        }
    }

    #[test]
    fn without_a_period_the_longest_call_is_held_against_the_deadline() {
        let found = rows(
            &limit("1 us", None, None),
            &[0..90, 100..220, 300..420],
            Some(130),
        );
        let expected = [
            ("step, begin to end".to_owned(), 100, 120, 2),
            ("M.step()V, proven bound".to_owned(), 100, 130, 0),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn with_a_period_calls_count_from_releases_that_none_precedes() {
        // Releases at 98, 198, 298: the second call is early by 2 beside the first.
        let limit = limit("60 cycles", Some("1 us"), Some("1 cycles"));
        let found = rows(&limit, &[100..150, 198..240, 305..350], None);
        let expected = [
            ("step, release to end".to_owned(), 60, 52, 1),
            ("step, release to begin".to_owned(), 1, 7, 3),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn calls_within_a_call_and_of_other_threads_have_releases_of_their_own() {
        let mut calls = listed(&[0..90, 10..20, 50..60, 100..190, 150..160]);
        (calls[2].thread, calls[4].thread) = (ThreadId(1), ThreadId(1));
        let calls = Calls {
            calls: calls.iter().collect(),
            end: 10_000,
        };
        let rows = limit("95 cycles", Some("1 us"), Some("0 cycles"));
        let rows = rows.rows("M.step()V", &calls, None, CLOCK);
        assert_eq!((rows[0].seen, rows[1].seen), (90, 0));
    }

    #[test]
    fn a_call_under_way_has_taken_the_cycles_up_to_the_end_of_the_run() {
        let found = rows(
            &limit("9_000 cycles", None, None),
            &[0..5, 500..u64::MAX],
            None,
        );
        assert_eq!(found, [("step, begin to end".to_owned(), 9_000, 9_500, 2)]);
    }
}
