//! Choice of the recorded cycles: one mechanism for every form of trace.
//!
//! Until a window opens only the [`Tracker`] observes the machine; it notes lookups and dispatches, and the machine runs as
//! superblocks. A window around an interrupt or exception begins before the event is known: the machine is copied at
//! intervals, and runs again from the copy before the window, now observed. The run is the same, as the copy contains all
//! state.

use isa::{Output, Stop};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, Signals};
use sim_core::{Machine, MachineState, NoProbe, Probe};
use superblock::{Arrivals, BlockMachine, Sums};

use crate::cycle::{CurrentMethod, Tracker};
use crate::selection::{Phase, Selection, Step, Summary, Window};
use crate::{Sink, TraceError};

/// Cycles between two copies of the machine, at least.
const COPY_INTERVAL: u64 = 1 << 20;

/// Bytecodes before a window that are not worth superblocks.
const NEAR: u64 = 32;

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

fn cycle_of(machine: &BlockMachine) -> u64 {
    machine.machine().state.cycle
}

/// Runs a machine and hands the cycles of its windows to a sink.
pub struct Tracer<'a> {
    selection: Selection,
    sink: &'a mut dyn Sink,
    /// The two last copies of the machine, older first.
    copies: Vec<(Machine, Tracker)>,
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
        Self {
            selection: Selection::new(window, most, running_task),
            sink,
            copies: Vec::new(),
            failed: None,
        }
    }

    /// The same from a machine that runs already, in this method and with this operation under way.
    #[must_use]
    pub fn resumed(mut self, method: CurrentMethod, (operation, slave): (MemoryOp, Slave)) -> Self {
        self.selection.tracker.resume(method, operation, slave);
        self
    }

    /// Runs until something leaves the machine, its cycle counter reaches `limit` or the trace is complete.
    ///
    /// # Errors
    /// If the sink cannot write.
    pub fn run(&mut self, machine: &mut BlockMachine, limit: u64) -> Result<Pause, TraceError> {
        while cycle_of(machine) < limit {
            let cycle = cycle_of(machine);
            let output = match self.selection.phase {
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
        Ok(match self.selection.phase {
            Phase::Done => Pause::Done,
            _ => Pause::Limit,
        })
    }

    /// Closes a window that is open and finishes the trace, if any window opened; `end` is the machine's cycle.
    ///
    /// # Errors
    /// If the sink cannot write.
    pub fn finish(mut self, end: u64) -> Result<Summary, TraceError> {
        if let Some(end) = self.selection.cut_off(end) {
            self.sink.close(end)?;
        }
        if self.selection.summary.windows > 0 {
            self.sink.finish()?;
        }
        Ok(self.selection.summary)
    }

    /// Recording so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        self.selection.summary
    }

    /// Calls of the window's methods so far; those inside of a recorded one left out.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.selection.calls
    }

    /// Runs up to the cycle in which the window may open.
    fn run_closed(&mut self, machine: &mut BlockMachine, limit: u64) -> Option<Output> {
        match &self.selection.window {
            Window::Cycles(cycles) => {
                let limit = limit.min(cycles.start);
                let (stop, _) = self.selection.tracker.run(machine, limit, NoProbe);
                if cycle_of(machine) >= cycles.start {
                    self.selection.phase = Phase::Armed;
                }
                match stop {
                    Stop::Limit => None,
                    Stop::Output(output) => Some(output),
                }
            }
            Window::Bytecodes(bytecodes) => {
                let start = bytecodes.start;
                let output = self.run_to_bytecode(machine, limit, start);
                if self.selection.tracker.bytecodes >= start {
                    self.selection.phase = Phase::Armed;
                }
                output
            }
            Window::Method { addresses, .. } => {
                let addresses = addresses.clone();
                let stop = if self.selection.tracker.arrives_at(&addresses) {
                    Stop::Limit
                } else {
                    self.selection
                        .tracker
                        .run(machine, limit, Arrivals::new(&addresses))
                        .0
                };
                if self.selection.tracker.arrives_at(&addresses) {
                    self.selection.phase = Phase::Armed;
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
            let left = start.saturating_sub(self.selection.tracker.bytecodes);
            let cycle = cycle_of(machine);
            if left < NEAR || cycle >= limit {
                break;
            }
            // No cycle dispatches two.
            let near = limit.min(cycle + left - 1);
            if let (Stop::Output(output), _) = self.selection.tracker.run(machine, near, NoProbe) {
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
        while cycle_of(machine) < limit && !reached(&self.selection.tracker) {
            let output = machine.step(&mut self.selection.tracker);
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
            self.copies
                .push((machine.machine().clone(), self.selection.tracker));
        }
        let first = FirstEntry {
            wanted: entry,
            cycle: None,
        };
        let pause = limit.min(cycle_of(machine) + COPY_INTERVAL);
        // Past the entry it may run: it comes back.
        let (stop, first) = self.selection.tracker.run(machine, pause, first);
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
            (*machine.machine_mut(), self.selection.tracker) = (copy, tracker);
        }
        self.selection.window = Window::Cycles(start..cycle + after + 1);
        None
    }

    fn run_watched(&mut self, machine: &mut BlockMachine, limit: u64) -> Option<Output> {
        let watched = |phase| !matches!(phase, Phase::Closed | Phase::Done);
        while cycle_of(machine) < limit && watched(self.selection.phase) {
            let output = machine.step(&mut Watched { tracer: self });
            if self.failed.is_some() {
                self.selection.phase = Phase::Done;
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
        let (cycle, step) = self.selection.look(state, signals);
        match step {
            Step::Outside => {}
            Step::Opens => {
                self.sink.open(&cycle)?;
                self.sink.cycle(&cycle)?;
            }
            Step::Inside => self.sink.cycle(&cycle)?,
            Step::Drains(end) => {
                self.sink.drain(&cycle)?;
                if let Some(end) = end {
                    self.sink.close(end)?;
                }
            }
        }
        self.selection.tracker.pass(&cycle);
        Ok(())
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
