//! Whether a cycle is recorded, decided one after the other.
//!
//! ```text
//!   Closed --> Armed --> Open --> Draining --> Closed, or Done
//! ```

use std::ops::Range;

use sim_core::MachineState;
use sim_core::probe::{Entry, Signals};

use crate::cycle::{Cycle, Dispatched, Tracker};

/// Cycles after a window that its last microinstructions may still need: fetch, IR, EX, result.
pub const DRAIN: u64 = 4;
/// When recording starts and ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Window {
    /// These cycles since reset.
    Cycles(Range<u64>),
    /// Several windows of cycles, in their order and apart from each other.
    Stretches(Vec<Range<u64>>),
    /// From the dispatch of one bytecode to that of another, counted from 0 at reset; entries do not count.
    Bytecodes(Range<u64>),
    /// From the first bytecode of a method to the first after its return, its callees and interruptions included.
    Method {
        /// Word addresses of the code, of all methods meant.
        addresses: Vec<u32>,
        /// Only this call, counted from 1; calls from within a recorded one do not count.
        call: Option<u64>,
    },
    /// Around the first interrupt or exception taken.
    Around {
        /// The entry: exception or interrupt.
        entry: Entry,
        /// Cycles recorded before it.
        before: u64,
        /// Cycles recorded after it.
        after: u64,
    },
}

/// Summary of a recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Windows that opened.
    pub windows: u64,
    /// Cycles in them.
    pub cycles: u64,
    /// First cycle recorded.
    pub first: u64,
    /// First cycle after the last window.
    pub end: u64,
    /// The limit ended the trace before its window did.
    pub cut: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Unwatched but for the tracker.
    Closed,
    /// Every cycle is looked at: a window is about to open.
    Armed,
    Open,
    /// So many cycles of [`DRAIN`] are left.
    Draining(u64),
    Done,
}

/// The frame whose return ends a window.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vp: u32,
    thread: u32,
}

/// What a cycle is to the recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// None of it.
    Outside,
    /// The first of a window.
    Opens,
    /// Another one of the window.
    Inside,
    /// One after the window; the last of these has the window's end.
    Drains(Option<u64>),
}

/// Decides from the cycles of one processor.
pub(crate) struct Selection {
    pub(crate) window: Window,
    /// Windows after this one, the next one last.
    later: Vec<Range<u64>>,
    /// Cycles recorded at most.
    most: u64,
    pub(crate) tracker: Tracker,
    pub(crate) phase: Phase,
    frame: Option<Frame>,
    /// Calls of the window's methods so far; those inside of a recorded one left out.
    pub(crate) calls: u64,
    pub(crate) summary: Summary,
}

impl Selection {
    /// Of this window, at most so many cycles in all; `running_task` is the address of the static field that tells the running thread.
    pub(crate) fn new(window: Window, most: u64, running_task: Option<u32>) -> Self {
        let (window, later) = match window {
            Window::Stretches(mut stretches) => {
                stretches.reverse();
                let first = stretches.pop().unwrap_or(u64::MAX..u64::MAX);
                (Window::Cycles(first), stretches)
            }
            window => (window, Vec::new()),
        };
        Self {
            window,
            later,
            most,
            tracker: Tracker::new(running_task),
            phase: Phase::Closed,
            frame: None,
            calls: 0,
            summary: Summary::default(),
        }
    }

    /// Looks at a cycle; [`Tracker::pass`] comes next.
    #[inline]
    pub(crate) fn look<'s>(
        &mut self,
        state: &'s MachineState,
        signals: &'s Signals,
    ) -> (Cycle<'s>, Step) {
        let cycle = self.tracker.observe(state, signals);
        let mut step = Step::Inside;
        if self.phase == Phase::Armed {
            if self.opens(&cycle) {
                step = Step::Opens;
            }
        } else if self.phase == Phase::Open && self.is_over(&cycle) {
            self.phase = Phase::Draining(DRAIN);
            self.summary.end = state.cycle;
        }
        match self.phase {
            Phase::Open => self.summary.cycles += 1,
            Phase::Draining(1) => {
                step = Step::Drains(Some(self.summary.end));
                self.phase = self.phase_after_window();
            }
            Phase::Draining(left) => {
                step = Step::Drains(None);
                self.phase = Phase::Draining(left - 1);
            }
            _ => step = Step::Outside,
        }
        (cycle, step)
    }

    /// Closes a window that is open in this cycle, where the run ends; gives the end of the window.
    pub(crate) fn cut_off(&mut self, end: u64) -> Option<u64> {
        match self.phase {
            Phase::Open => {
                self.summary.end = end;
                Some(end)
            }
            Phase::Draining(_) => Some(self.summary.end),
            _ => None,
        }
    }

    /// Arms a closed window that may open in this cycle.
    pub(crate) fn arm(&mut self, cycle: u64) {
        let is_near = match &self.window {
            Window::Cycles(cycles) => cycle >= cycles.start,
            Window::Bytecodes(bytecodes) => self.tracker.bytecodes >= bytecodes.start,
            Window::Method { addresses, .. } => self.tracker.arrives_at(addresses),
            Window::Around { .. } | Window::Stretches(_) => false,
        };
        if self.phase == Phase::Closed && is_near {
            self.phase = Phase::Armed;
        }
    }

    /// Returns true if a window opens with this cycle.
    fn opens(&mut self, cycle: &Cycle<'_>) -> bool {
        let opens = match &self.window {
            Window::Cycles(_) => true,
            Window::Bytecodes(_) => matches!(cycle.dispatched, Some(Dispatched::Bytecode(_))),
            Window::Method { call, .. } => {
                if cycle.dispatched.is_none() {
                    return false;
                }
                let at_start = cycle.offset(cycle.state.bytecode_fetch.jpc) == Some(0);
                let calls = self.tracker.calls() && at_start;
                self.calls += u64::from(calls);
                let wanted = calls && call.is_none_or(|call| call == self.calls);
                if !wanted {
                    self.phase = Phase::Closed;
                }
                wanted
            }
            Window::Around { .. } | Window::Stretches(_) => false,
        };
        if opens {
            self.frame = Some(Frame {
                vp: cycle.state.stack.vp(),
                thread: self.tracker.thread,
            });
            if self.summary.windows == 0 {
                self.summary.first = cycle.number();
            }
            self.summary.windows += 1;
            self.phase = Phase::Open;
        }
        opens
    }

    /// Returns true if the window ends before this cycle.
    fn is_over(&mut self, cycle: &Cycle<'_>) -> bool {
        let over = match &self.window {
            Window::Cycles(cycles) => cycle.number() >= cycles.end,
            Window::Bytecodes(bytecodes) => {
                let next = matches!(cycle.dispatched, Some(Dispatched::Bytecode(_)));
                next && self.tracker.bytecodes >= bytecodes.end
            }
            Window::Method { .. } => {
                cycle.dispatched.is_some()
                    && self.tracker.arrived
                    && self.frame.is_some_and(|frame| {
                        frame.thread == self.tracker.thread && cycle.state.stack.vp() < frame.vp
                    })
            }
            Window::Around { .. } | Window::Stretches(_) => true,
        };
        self.summary.cut |= !over && self.summary.cycles >= self.most;
        over || self.summary.cut
    }

    fn phase_after_window(&mut self) -> Phase {
        if self.summary.cut {
            return Phase::Done;
        }
        if let Some(next) = self.later.pop() {
            self.window = Window::Cycles(next);
            return Phase::Closed;
        }
        match &self.window {
            Window::Method { call: None, .. } => Phase::Closed,
            _ => Phase::Done,
        }
    }
}
