//! What several processors did over time: windows of equal length, each with what every processor did in it.
//!
//! ```text
//!   core 0  |.....ttto..|..ooo......|       cycles: executes, waits for its turn, for another's access, for the lock unit, for a
//!   core 1  |-----------|..LLLLLL...|       lock; before its start a processor polls the signal
//!            window 0    window 1
//! ```
//!
//! A run has at most [`MOST`] windows: once there are more, two become one.

use serde::{Deserialize, Serialize};
use sim_core::cmp::traffic::CoreTraffic;

/// Most windows of a run.
pub const MOST: usize = 4096;
/// Length of the first windows. Unit: cycles.
const SHORTEST: u64 = 64;

/// Cycles of one processor in a window; what is left of the window it executes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreTime {
    /// Before the start signal, without a request to memory or lock unit.
    pub before_start: u64,
    /// An access waits while the memory serves another one.
    pub waits_for_others: u64,
    /// An access waits while the memory works on no earlier one: of TDMA, until its slot comes.
    pub waits_for_turn: u64,
    /// The lock unit works on an operation of its own.
    pub lock_unit: u64,
    /// Another processor holds a lock.
    pub lock_waits: u64,
    /// It has no thread to run, and looks for one; nothing in older files.
    #[serde(default)]
    pub idle: u64,
}

/// One window.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreWindow {
    /// Cycles in it.
    pub cycles: u64,
    /// Cycles in which the memory was busy.
    pub memory_busy: u64,
    /// Each processor.
    pub cores: Vec<CoreTime>,
}

/// The windows of a run, one after the other from its first cycle on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreWindows {
    /// Length of each but the last. Unit: cycles.
    pub length: u64,
    /// The windows.
    pub windows: Vec<CoreWindow>,
}

impl CoreTime {
    /// Cycles in which it waits, has nothing to do, or has not started.
    #[must_use]
    pub fn stands(&self) -> u64 {
        self.before_start
            + self.waits_for_others
            + self.waits_for_turn
            + self.lock_unit
            + self.lock_waits
            + self.idle
    }

    fn add(&mut self, other: &Self) {
        self.before_start += other.before_start;
        self.waits_for_others += other.waits_for_others;
        self.waits_for_turn += other.waits_for_turn;
        self.lock_unit += other.lock_unit;
        self.lock_waits += other.lock_waits;
        self.idle += other.idle;
    }
}

impl CoreWindow {
    /// Adds the window that follows.
    pub fn add(&mut self, next: &Self) {
        self.cycles += next.cycles;
        self.memory_busy += next.memory_busy;
        if self.cores.is_empty() {
            self.cores = vec![CoreTime::default(); next.cores.len()];
        }
        for (core, other) in self.cores.iter_mut().zip(&next.cores) {
            core.add(other);
        }
    }
}

impl CoreWindows {
    /// The whole run as one window.
    #[must_use]
    pub fn total(&self) -> CoreWindow {
        let mut total = CoreWindow::default();
        for window in &self.windows {
            total.add(window);
        }
        total
    }

    /// The same run in at most so many windows.
    #[must_use]
    pub fn at_most(&self, most: usize) -> Self {
        let each = self.windows.len().div_ceil(most.max(1)).max(1);
        let join = |windows: &[CoreWindow]| {
            let mut joined = CoreWindow::default();
            for window in windows {
                joined.add(window);
            }
            joined
        };
        Self {
            length: self.length * each as u64,
            windows: self.windows.chunks(each).map(join).collect(),
        }
    }
}

/// What processors have done up to a cycle.
#[derive(Debug, Clone)]
pub(crate) struct Doings {
    /// Cycles in which the memory was busy.
    pub(crate) memory_busy: u64,
    /// What each waited for, and cycles in which it had nothing to do.
    pub(crate) cores: Vec<(CoreTraffic, u64)>,
}

/// Takes the windows of a run that goes on.
#[derive(Debug, Clone)]
pub(crate) struct WindowRecorder {
    taken: CoreWindows,
    /// Counters where the window under way began.
    cycle: u64,
    before: Doings,
}

impl WindowRecorder {
    pub(crate) fn new(cores: usize) -> Self {
        Self {
            taken: CoreWindows {
                length: SHORTEST,
                windows: Vec::new(),
            },
            cycle: 0,
            before: Doings {
                memory_busy: 0,
                cores: vec![Default::default(); cores],
            },
        }
    }

    /// The cycle in which the window under way ends.
    pub(crate) fn end(&self) -> u64 {
        self.cycle + self.taken.length
    }

    /// The window under way ends in this cycle; `start` is the cycle in which the other processors were told to start.
    pub(crate) fn take(&mut self, cycle: u64, now: Doings, start: Option<u64>) {
        let window = self.window(cycle, &now, start);
        (self.cycle, self.before) = (cycle, now);
        self.taken.windows.push(window);
        if self.taken.windows.len() > MOST {
            self.taken = self.taken.at_most(MOST / 2 + 1);
        }
    }

    /// All windows, the one under way among them.
    pub(crate) fn windows(&self, cycle: u64, now: &Doings, start: Option<u64>) -> CoreWindows {
        let mut windows = self.taken.clone();
        if cycle > self.cycle {
            windows.windows.push(self.window(cycle, now, start));
        }
        windows
    }

    fn window(&self, cycle: u64, now: &Doings, start: Option<u64>) -> CoreWindow {
        let starts = start.unwrap_or(u64::MAX).clamp(self.cycle, cycle);
        let cores = now.cores.iter().zip(&self.before.cores).enumerate();
        let has_asked = |it: &CoreTraffic| it.accesses + it.lock_operations > 0;
        let cores = cores.map(|(core, ((now, idle), (before, idle_before)))| CoreTime {
            before_start: match core == 0 || has_asked(now) && start.is_none() || has_asked(before)
            {
                true => 0,
                false => starts - self.cycle,
            },
            waits_for_others: now.waits_for_others - before.waits_for_others,
            waits_for_turn: now.waits_for_turn - before.waits_for_turn,
            lock_unit: now.lock_unit_cycles - before.lock_unit_cycles,
            lock_waits: now.lock_waits - before.lock_waits,
            idle: idle - idle_before,
        });
        CoreWindow {
            cycles: cycle - self.cycle,
            memory_busy: now.memory_busy - self.before.memory_busy,
            cores: cores.collect(),
        }
    }
}
