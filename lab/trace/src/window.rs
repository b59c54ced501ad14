//! Choice of the recorded cycles: one mechanism for every form of trace.
//!
//! Until a window opens only the [`Tracker`] observes the machine; it notes lookups and dispatches, and the machine runs as
//! superblocks. A window around an interrupt or exception begins before the event is known: the machine is copied at
//! intervals, and runs again from the copy before the window, now observed. The run is the same, as the copy contains all
//! state.

use std::ops::Range;

use isa::{Output, Stop};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, Signals};
use sim_core::{Machine, MachineState, NoProbe, Probe};
use superblock::{Arrivals, BlockMachine, Sums};

use crate::cycle::{CurrentMethod, Cycle, Dispatched, Tracker};
use crate::{Sink, TraceError};

/// Cycles after a window that its last microinstructions may still need: fetch, IR, EX, result.
pub const DRAIN: u64 = 4;
/// Cycles between two copies of the machine, at least.
const COPY_INTERVAL: u64 = 1 << 20;

/// Bytecodes before a window that are not worth superblocks.
const NEAR: u64 = 32;

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

/// Reasons why [`Tracer::run`] returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// The cycle counter reached the limit, or the machine went back to before its window: what it was fed since then
    /// has to be fed again.
    Limit,
    /// Something left the machine.
    Output(Output),
    /// No further window will open, or as many cycles are recorded as are allowed.
    Done,
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
enum Phase {
    /// Unwatched but for the tracker.
    Closed,
    /// Every cycle is looked at: a window is about to open.
    Armed,
    Open,
    /// So many cycles of [`DRAIN`] are left.
    Draining(u64),
    Done,
}

fn cycle_of(machine: &BlockMachine) -> u64 {
    machine.machine().state.cycle
}

/// The frame whose return ends a window.
#[derive(Debug, Clone, Copy)]
struct Frame {
    vp: u32,
    thread: u32,
}

/// Runs a machine and hands the cycles of its windows to a sink.
pub struct Tracer<'a> {
    window: Window,
    /// Windows after this one, the next one last.
    later: Vec<Range<u64>>,
    /// Cycles recorded at most.
    most: u64,
    sink: &'a mut dyn Sink,
    tracker: Tracker,
    phase: Phase,
    frame: Option<Frame>,
    calls: u64,
    /// The two last copies of the machine, older first.
    copies: Vec<(Machine, Tracker)>,
    summary: Summary,
    failed: Option<TraceError>,
}

impl<'a> Tracer<'a> {
    /// Records `window`, at most `most` cycles in all. `running_task` is the address of the static field that tells
    /// the running thread, so that another thread's frames are not taken for those of a call.
    pub fn new(
        window: Window,
        most: u64,
        running_task: Option<u32>,
        sink: &'a mut dyn Sink,
    ) -> Self {
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
            sink,
            tracker: Tracker::new(running_task),
            phase: Phase::Closed,
            frame: None,
            calls: 0,
            copies: Vec::new(),
            summary: Summary::default(),
            failed: None,
        }
    }

    /// The same from a machine that runs already, in this method and with this operation under way.
    #[must_use]
    pub fn resumed(mut self, method: CurrentMethod, (operation, slave): (MemoryOp, Slave)) -> Self {
        self.tracker.resume(method, operation, slave);
        self
    }

    /// Runs until something leaves the machine, its cycle counter reaches `limit` or the trace is complete.
    ///
    /// # Errors
    /// If the sink cannot write.
    pub fn run(&mut self, machine: &mut BlockMachine, limit: u64) -> Result<Pause, TraceError> {
        while cycle_of(machine) < limit {
            let cycle = cycle_of(machine);
            let output = match self.phase {
                Phase::Done => return Ok(Pause::Done),
                Phase::Closed => self.run_closed(machine, limit),
                _ => self.run_watched(machine, limit),
            };
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if let Some(output) = output {
                return Ok(Pause::Output(output));
            }
            if cycle_of(machine) < cycle {
                return Ok(Pause::Limit);
            }
        }
        Ok(match self.phase {
            Phase::Done => Pause::Done,
            _ => Pause::Limit,
        })
    }

    /// Closes a window that is open and finishes the trace, if any window opened; `end` is the machine's cycle.
    ///
    /// # Errors
    /// If the sink cannot write.
    pub fn finish(mut self, end: u64) -> Result<Summary, TraceError> {
        match self.phase {
            Phase::Open => {
                self.summary.end = end;
                self.sink.close(end)?;
            }
            Phase::Draining(_) => self.sink.close(self.summary.end)?,
            _ => {}
        }
        if self.summary.windows > 0 {
            self.sink.finish()?;
        }
        Ok(self.summary)
    }

    /// Recording so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Calls of the window's methods so far; those inside of a recorded one left out.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// Runs up to the cycle in which the window may open.
    fn run_closed(&mut self, machine: &mut BlockMachine, limit: u64) -> Option<Output> {
        match &self.window {
            Window::Cycles(cycles) => {
                let limit = limit.min(cycles.start);
                let (stop, _) = self.tracker.run(machine, limit, NoProbe);
                if cycle_of(machine) >= cycles.start {
                    self.phase = Phase::Armed;
                }
                match stop {
                    Stop::Limit => None,
                    Stop::Output(output) => Some(output),
                }
            }
            Window::Bytecodes(bytecodes) => {
                let start = bytecodes.start;
                let output = self.run_to_bytecode(machine, limit, start);
                if self.tracker.bytecodes >= start {
                    self.phase = Phase::Armed;
                }
                output
            }
            Window::Method { addresses, .. } => {
                let addresses = addresses.clone();
                let arrives = |tracker: &Tracker| {
                    let method = tracker.method();
                    tracker.arrived && method.is_some_and(|method| addresses.contains(&method))
                };
                let stop = if arrives(&self.tracker) {
                    Stop::Limit
                } else {
                    self.tracker
                        .run(machine, limit, Arrivals::new(&addresses))
                        .0
                };
                if arrives(&self.tracker) {
                    self.phase = Phase::Armed;
                }
                match stop {
                    Stop::Limit => None,
                    Stop::Output(output) => Some(output),
                }
            }
            Window::Around {
                entry,
                before,
                after,
            } => {
                let (entry, before, after) = (*entry, *before, *after);
                self.run_to_entry(machine, limit, entry, before, after)
            }
            // The first of them is the window, the others come later.
            Window::Stretches(_) => None,
        }
    }

    /// Runs to the dispatch before that of a bytecode: as superblocks while it is far.
    fn run_to_bytecode(
        &mut self,
        machine: &mut BlockMachine,
        limit: u64,
        start: u64,
    ) -> Option<Output> {
        loop {
            let left = start.saturating_sub(self.tracker.bytecodes);
            let cycle = cycle_of(machine);
            if left < NEAR || cycle >= limit {
                break;
            }
            // No cycle dispatches two.
            let near = limit.min(cycle + left - 1);
            if let (Stop::Output(output), _) = self.tracker.run(machine, near, NoProbe) {
                return Some(output);
            }
        }
        self.run_until(machine, limit, |tracker| tracker.bytecodes >= start)
    }

    fn run_until(
        &mut self,
        machine: &mut BlockMachine,
        limit: u64,
        reached: impl Fn(&Tracker) -> bool,
    ) -> Option<Output> {
        while cycle_of(machine) < limit && !reached(&self.tracker) {
            let output = machine.step(&mut self.tracker);
            if output.is_some() {
                return output;
            }
        }
        None
    }

    /// Runs to the entry; then goes back to before the window, which is known now.
    fn run_to_entry(
        &mut self,
        machine: &mut BlockMachine,
        limit: u64,
        entry: Entry,
        before: u64,
        after: u64,
    ) -> Option<Output> {
        let last = self.copies.last().map(|(copy, _)| copy.state.cycle);
        let due = last.is_none_or(|last| cycle_of(machine) >= last + COPY_INTERVAL.max(before));
        if due {
            if self.copies.len() == 2 {
                self.copies.remove(0);
            }
            self.copies.push((machine.machine().clone(), self.tracker));
        }
        let first = FirstEntry {
            wanted: entry,
            cycle: None,
        };
        let pause = limit.min(cycle_of(machine) + COPY_INTERVAL);
        // Past the entry it may run: it comes back.
        let (stop, first) = self.tracker.run(machine, pause, first);
        let output = match stop {
            Stop::Output(output) => Some(output),
            Stop::Limit => None,
        };
        let Some(cycle) = first.cycle else {
            return output;
        };
        let start = cycle.saturating_sub(before);
        let copies = std::mem::take(&mut self.copies);
        let copy = copies
            .into_iter()
            .rev()
            .find(|(copy, _)| copy.state.cycle <= start);
        // The first copy is that of the first cycle, and an older one is kept than `before` asks for.
        if let Some((copy, tracker)) = copy {
            (*machine.machine_mut(), self.tracker) = (copy, tracker);
        }
        self.window = Window::Cycles(start..cycle + after + 1);
        None
    }

    fn run_watched(&mut self, machine: &mut BlockMachine, limit: u64) -> Option<Output> {
        let watched = |phase| !matches!(phase, Phase::Closed | Phase::Done);
        while cycle_of(machine) < limit && watched(self.phase) {
            let output = machine.step(&mut Watched { tracer: self });
            if self.failed.is_some() {
                self.phase = Phase::Done;
                return None;
            }
            if output.is_some() {
                return output;
            }
        }
        None
    }

    /// One watched cycle.
    #[inline]
    fn watch(&mut self, state: &MachineState, signals: &Signals) -> Result<(), TraceError> {
        let cycle = self.tracker.observe(state, signals);
        if self.phase == Phase::Armed {
            self.open_if_due(&cycle)?;
        } else if self.phase == Phase::Open && self.is_over(&cycle) {
            self.phase = Phase::Draining(DRAIN);
            self.summary.end = state.cycle;
        }
        match self.phase {
            Phase::Open => {
                self.summary.cycles += 1;
                self.sink.cycle(&cycle)?;
            }
            Phase::Draining(left) => {
                self.sink.drain(&cycle)?;
                self.phase = Phase::Draining(left - 1);
                if left == 1 {
                    self.sink.close(self.summary.end)?;
                    self.phase = self.phase_after_window();
                }
            }
            _ => {}
        }
        self.tracker.pass(&cycle);
        Ok(())
    }

    fn open_if_due(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let opens = match &self.window {
            Window::Cycles(_) => true,
            Window::Bytecodes(_) => matches!(cycle.dispatched, Some(Dispatched::Bytecode(_))),
            Window::Method { call, .. } => {
                if cycle.dispatched.is_none() {
                    return Ok(());
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
            self.sink.open(cycle)?;
        }
        Ok(())
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

/// Hands each cycle to the tracer.
struct Watched<'t, 'a> {
    tracer: &'t mut Tracer<'a>,
}

impl Probe for Watched<'_, '_> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if let Err(error) = self.tracer.watch(state, signals) {
            self.tracer.failed = Some(error);
        }
    }
}

/// The cycle of the first entry of a kind. Entries are the reference's.
struct FirstEntry {
    wanted: Entry,
    cycle: Option<u64>,
}

impl Sums for FirstEntry {
    const SEES_DISPATCHES: bool = false;
}

impl Probe for FirstEntry {
    fn entry(&mut self, cycle: u64, entry: Entry) {
        if entry == self.wanted && self.cycle.is_none() {
            self.cycle = Some(cycle);
        }
    }
}
