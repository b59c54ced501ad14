//! Contents of `jop top` at one moment.

use std::collections::VecDeque;

use cross_profile::{Cause, Profile};
use metrics::Focus;
use sim_core::Statistics;

use crate::output::table::{Format, Table, Value, counted, limited};

/// Lines of the program's output that are kept.
const KEPT_LINES: usize = 100;

/// A method at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MethodRow {
    pub(super) name: String,
    /// Cycles in itself since reset.
    pub(super) cycles: u64,
    /// Cycles in itself since the previous snapshot.
    pub(super) recent: u64,
    /// Cycles with all that it calls.
    pub(super) inclusive: u64,
    pub(super) calls: u64,
}

/// A run at one moment.
#[derive(Debug, Clone, Default)]
pub(super) struct Snapshot {
    pub(super) statistics: Statistics,
    /// Cycles that methods share, since reset and since the previous snapshot.
    pub(super) cycles: u64,
    pub(super) recent_cycles: u64,
    /// Lookups and hits of the method cache since the previous snapshot.
    pub(super) recent_lookups: [u64; 2],
    /// Methods that have run.
    pub(super) methods: Vec<MethodRow>,
    /// Cycles by cause since reset, and since the previous snapshot.
    pub(super) causes: [[u64; Cause::COUNT]; 2],
    /// The chosen foci.
    pub(super) foci: Vec<FocusRow>,
}

/// A focus at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FocusRow {
    pub(super) name: String,
    /// Cycles since reset.
    pub(super) cycles: u64,
    /// Cycles since the previous snapshot.
    pub(super) recent: u64,
}

impl Snapshot {
    /// The next snapshot of a run, of which the profile has so many cycles.
    pub(super) fn after(&self, (statistics, cycles): (Statistics, u64), profile: &Profile) -> Self {
        let known = |name: &str| self.methods.iter().find(|row| row.name == name);
        let figures = profile.methods.iter().zip(profile.by_method());
        let mut methods: Vec<MethodRow> = figures
            .filter(|(_, figures)| figures.inclusive_cycles != 0)
            .map(|(name, figures)| MethodRow {
                cycles: figures.self_cycles,
                recent: figures.self_cycles - known(name).map_or(0, |row| row.cycles),
                inclusive: figures.inclusive_cycles,
                calls: figures.calls,
                name: name.clone(),
            })
            .collect();
        methods.sort_by(|a, b| a.name.cmp(&b.name));
        let causes = profile.total_by_cause();
        let before = &self.statistics;
        Self {
            cycles,
            recent_cycles: cycles - self.cycles,
            recent_lookups: [
                statistics.method_lookups - before.method_lookups,
                statistics.method_hits - before.method_hits,
            ],
            causes: [
                causes,
                std::array::from_fn(|cause| causes[cause] - self.causes[0][cause]),
            ],
            statistics,
            methods,
            foci: Vec::new(),
        }
    }

    /// The same with foci, whose cycles before were those of `before`. One that has not run yet has none.
    pub(super) fn with_foci(mut self, before: &Self, foci: &[Focus], profile: &Profile) -> Self {
        let row = |focus: &Focus| {
            let cycles = focus
                .share(profile)
                .map_or(0, |share| share.cycles(profile));
            let known = before.foci.iter().find(|row| row.name == focus.name);
            FocusRow {
                name: focus.name.clone(),
                cycles,
                recent: cycles - known.map_or(0, |row| row.cycles),
            }
        };
        self.foci = foci.iter().map(row).collect();
        self
    }

    /// Methods, those that took most first: recently, or since reset.
    pub(super) fn hottest(&self, recently: bool) -> Vec<&MethodRow> {
        let mut methods: Vec<&MethodRow> = self.methods.iter().collect();
        // By name before, so that equal ones keep their place on the screen.
        methods.sort_by_key(|row| {
            let keys = if recently {
                [row.recent, row.cycles]
            } else {
                [row.cycles, row.recent]
            };
            std::cmp::Reverse(keys)
        });
        methods
    }

    /// Part of the cycles; since the previous snapshot if `recently`.
    pub(super) fn share(&self, cycles: u64, recently: bool) -> f64 {
        let all = if recently {
            self.recent_cycles
        } else {
            self.cycles
        };
        cycles as f64 / all.max(1) as f64
    }

    /// The hottest methods as a table, for output without a terminal; 0 for all.
    pub(super) fn table(&self, top: usize) -> Table {
        let mut table = Table::new(&[
            "now",
            "self cycles",
            "share",
            "total cycles",
            "calls",
            "method",
        ]);
        let (rows, missing) = limited(self.hottest(false), top, Format::Table);
        for row in rows {
            table.push(vec![
                Value::Part(self.share(row.recent, true)),
                row.cycles.into(),
                Value::Part(self.share(row.cycles, false)),
                row.inclusive.into(),
                row.calls.into(),
                row.name.as_str().into(),
            ]);
        }
        table.without(missing)
    }

    /// The foci as a table.
    pub(super) fn foci(&self) -> Table {
        let mut table = Table::new(&["now", "cycles", "share", "focus"]);
        for row in &self.foci {
            table.push(vec![
                Value::Part(self.share(row.recent, true)),
                row.cycles.into(),
                Value::Part(self.share(row.cycles, false)),
                row.name.as_str().into(),
            ]);
        }
        table
    }

    /// The causes as a table, those that took cycles.
    pub(super) fn causes(&self) -> Table {
        let mut table = Table::new(&["now", "cycles", "share", "cause"]);
        let [all, recent] = self.causes;
        for (cause, (all, recent)) in Cause::ALL.into_iter().zip(all.into_iter().zip(recent)) {
            if all != 0 {
                table.push(vec![
                    Value::Part(self.share(recent, true)),
                    all.into(),
                    Value::Part(self.share(all, false)),
                    cause.name().into(),
                ]);
            }
        }
        table
    }

    /// What the method cache did, which is of the whole run.
    pub(super) fn method_cache(&self) -> String {
        let [lookups, hits] = self.recent_lookups;
        format!(
            "method cache: {}, {:.2} % hits, {:.2} % now",
            counted(self.statistics.method_lookups, "lookup"),
            100.0 * self.statistics.hit_rate(),
            100.0 * hits as f64 / lookups.max(1) as f64
        )
    }
}

/// The last lines that a program printed.
#[derive(Debug, Clone, Default)]
pub(super) struct Printed {
    lines: VecDeque<String>,
    open: Vec<u8>,
}

impl Printed {
    pub(super) fn push(&mut self, byte: u8) {
        if byte != b'\n' {
            self.open.push(byte);
            return;
        }
        let line = std::mem::take(&mut self.open);
        self.lines
            .push_back(String::from_utf8_lossy(&line).into_owned());
        if self.lines.len() > KEPT_LINES {
            self.lines.pop_front();
        }
    }

    /// The last lines, the one under way included.
    pub(super) fn last(&self, most: usize) -> Vec<String> {
        let open =
            (!self.open.is_empty()).then(|| String::from_utf8_lossy(&self.open).into_owned());
        let lines: Vec<String> = self.lines.iter().cloned().chain(open).collect();
        lines[lines.len().saturating_sub(most)..].to_vec()
    }
}
