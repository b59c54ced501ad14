//! Calls with their releases, and the spread of their times.

use std::cmp::Reverse;

use recorders::Recorded;
use regression::check::{Amount, RELEASES, releases};

use crate::commands::show::calls::context;
use crate::output::table::{Table, Value, counted, decimal, thousands};

/// A call with its release.
pub(super) struct Row {
    number: u64,
    thread: String,
    release: i128,
    begin: u64,
    /// None if it does not end in the run.
    end: Option<u64>,
    /// Cycles from release to begin.
    jitter: u64,
    /// Cycles from release to end.
    response: Option<u64>,
    /// Cycles since the begin of the call before, in this thread.
    since: Option<u64>,
    context: String,
}

pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
}

impl Rows {
    /// The released calls of a run, by falling response time; those without an end come first.
    pub(super) fn of(
        ran: &Recorded,
        thread: Option<&str>,
        (period, clock_hz): (&Amount, u32),
    ) -> Self {
        let profile = &ran.profile;
        let name = |place: u32| &profile.threads[place as usize].name;
        let calls = ran.calls.iter();
        let calls: Vec<_> = calls
            .filter(|call| thread.is_none_or(|it| it == name(call.thread.0)))
            .collect();
        let mut before = vec![None; profile.threads.len()];
        let mut rows = Vec::new();
        for released in releases(&calls, period, clock_hz) {
            let call = calls[released.place];
            let cycles = &call.cycles;
            let end = (cycles.end != u64::MAX).then_some(cycles.end);
            let before = before[call.thread.0 as usize].replace(cycles.start);
            rows.push(Row {
                number: released.place as u64 + 1,
                thread: name(call.thread.0).clone(),
                release: released.at,
                begin: cycles.start,
                end,
                jitter: released.until(cycles.start),
                response: end.map(|end| released.until(end)),
                since: before.map(|before| cycles.start - before),
                context: context(profile, call.thread.0 as usize, call.context),
            });
        }
        rows.sort_by_key(|row| (row.response.is_some(), Reverse(row.response), row.number));
        Self { rows }
    }

    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(&[
            "call",
            "release",
            "begin",
            "end",
            "jitter",
            "response",
            "begin to begin",
            "thread",
            "context",
        ]);
        let or_none = |count: Option<u64>| count.map_or(Value::None, Value::Count);
        for row in &self.rows {
            let release = u64::try_from(row.release);
            table.push(vec![
                row.number.into(),
                release.map_or(Value::Difference(row.release), Value::Count),
                row.begin.into(),
                or_none(row.end),
                row.jitter.into(),
                or_none(row.response),
                or_none(row.since),
                row.thread.as_str().into(),
                row.context.as_str().into(),
            ]);
        }
        table
    }

    /// Figures of all calls, each with its cycles.
    fn figures(&self) -> [(&'static str, &'static str, Vec<u64>); 3] {
        let rows = || self.rows.iter();
        [
            (
                "response",
                "release to end",
                rows().filter_map(|it| it.response).collect(),
            ),
            (
                "jitter",
                "release to begin",
                rows().map(|it| it.jitter).collect(),
            ),
            (
                "begin to begin",
                "of one thread",
                rows().filter_map(|it| it.since).collect(),
            ),
        ]
    }

    /// Least, mean and most of each figure.
    pub(super) fn spread(&self) -> Table {
        let mut table = Table::new(&["figure", "calls", "min", "mean", "max"]);
        for (figure, _, cycles) in self.figures() {
            let mut row = vec![figure.into(), (cycles.len() as u64).into()];
            row.extend(match spread(&cycles) {
                Some((min, mean, max)) => [min.into(), Value::Decimal(mean, 1), max.into()],
                None => [const { Value::None }; 3],
            });
            table.push(row);
        }
        table
    }

    /// The same for people, and the calls that end after the release of the next one.
    pub(super) fn summary(&self, period: u64) -> String {
        let mut text = String::new();
        for (figure, meaning, cycles) in self.figures() {
            let Some((min, mean, max)) = spread(&cycles) else {
                continue;
            };
            text += &format!(
                "{figure} ({meaning}): min {}, mean {}, max {} cycles\n",
                thousands(min),
                decimal(mean, 1),
                thousands(max)
            );
        }
        if let Some((_, mean, _)) = spread(&self.figures()[2].2)
            && mean < period as f64
        {
            text += &format!(
                "calls follow each other in {} cycles on average, faster than the period: releases are early by what adds up\n",
                decimal(mean, 1)
            );
        }
        let late = |row: &&Row| row.response.is_some_and(|response| response > period);
        let late = self.rows.iter().filter(late).count() as u64;
        let open = self.rows.iter().filter(|row| row.end.is_none()).count() as u64;
        text + &format!(
            "{} beyond the period, {} unfinished\n{RELEASES}\n",
            counted(late, "response"),
            thousands(open)
        )
    }
}

fn spread(cycles: &[u64]) -> Option<(u64, f64, u64)> {
    let (min, max) = (cycles.iter().min()?, cycles.iter().max()?);
    let sum: u128 = cycles.iter().map(|it| u128::from(*it)).sum();
    #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
    let mean = sum as f64 / cycles.len() as f64;
    Some((*min, mean, *max))
}
