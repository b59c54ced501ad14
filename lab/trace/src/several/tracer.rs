//! Runs several processors and hands the cycles of a window to a sink.

use isa::Output;
use sim_core::cmp::{CmpProbe, Multiprocessor, SharedSignals};
use sim_core::probe::Signals;
use sim_core::{MachineState, Probe};

use super::sink::SeveralSink;
use crate::TraceError;
use crate::cycle::{Cycle, Tracker};
use crate::selection::{Phase, Selection, Step, Summary, Window};
use crate::window::Pause;

/// Records a window of several processors.
pub struct SeveralTracer<'a> {
    /// The processor that decides; alone is recorded, if it was chosen.
    leader: usize,
    is_alone: bool,
    selection: Selection,
    /// Of the other processors; unused of the leader.
    trackers: Vec<Tracker>,
    /// The processor whose signals come next.
    current: usize,
    step: Step,
    sink: &'a mut dyn SeveralSink,
    failed: Option<TraceError>,
    output: Option<Output>,
}

impl<'a> SeveralTracer<'a> {
    /// Records `window` of so many processors, at most `most` cycles in all; with a `chosen` one only what that does and what all
    /// share. Without one, a window has to be of cycles. Windows around an entry open never.
    pub fn new(
        window: Window,
        most: u64,
        (cores, chosen): (usize, Option<usize>),
        running_task: Option<u32>,
        sink: &'a mut dyn SeveralSink,
    ) -> Self {
        Self {
            leader: chosen.unwrap_or(0),
            is_alone: chosen.is_some(),
            selection: Selection::new(window, most, running_task),
            trackers: vec![Tracker::default(); cores],
            current: 0,
            step: Step::Outside,
            sink,
            failed: None,
            output: None,
        }
    }

    /// Runs until something leaves processor 0, the cycle counter reaches `limit` or the trace is complete.
    ///
    /// # Errors
    /// If the sink cannot write.
    pub fn run(&mut self, machine: &mut Multiprocessor, limit: u64) -> Result<Pause, TraceError> {
        while machine.cycle() < limit {
            if self.selection.phase == Phase::Done {
                return Ok(Pause::Done);
            }
            machine.step(self);
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            if let Some(output) = self.output.take() {
                return Ok(Pause::Output(output));
            }
        }
        Ok(Pause::Limit)
    }

    /// Closes a window that is open and finishes the trace, if any window opened; `end` is the processors' cycle.
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

    /// Calls of the window's methods so far; those inside of a recorded one left out.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.selection.calls
    }

    fn watch(&mut self, state: &MachineState, signals: &Signals) -> Result<(), TraceError> {
        if self.current == self.leader {
            self.selection.arm(state.cycle);
            let (cycle, step) = self.selection.look(state, signals);
            self.step = step;
            self.hand_on(&cycle)?;
            self.selection.tracker.pass(&cycle);
        } else if !self.is_alone {
            let mut tracker = self.trackers[self.current];
            let cycle = tracker.observe(state, signals);
            self.hand_on(&cycle)?;
            tracker.pass(&cycle);
            self.trackers[self.current] = tracker;
        }
        Ok(())
    }

    fn hand_on(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        match self.step {
            Step::Outside => Ok(()),
            Step::Opens => {
                self.sink.open(self.current, cycle)?;
                self.sink.cycle(self.current, cycle)
            }
            Step::Inside => self.sink.cycle(self.current, cycle),
            Step::Drains(_) => self.sink.drain(self.current, cycle),
        }
    }

    fn keep<T>(&mut self, done: Result<T, TraceError>) {
        self.failed = self.failed.take().or(done.err());
    }
}

impl CmpProbe for SeveralTracer<'_> {
    type Cpu = Self;

    fn cpu(&mut self, cpu: usize) -> &mut Self {
        self.current = cpu;
        self
    }

    fn shared(&mut self, signals: &SharedSignals) {
        let done = match self.step {
            Step::Opens | Step::Inside => self.sink.shared(signals),
            Step::Drains(Some(end)) => self.sink.close(end),
            Step::Outside | Step::Drains(None) => Ok(()),
        };
        self.keep(done);
    }

    fn output(&mut self, _cycle: u64, cpu: usize, output: Output) {
        if cpu == 0 {
            self.output = Some(output);
        }
    }
}

impl Probe for SeveralTracer<'_> {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        let done = self.watch(state, signals);
        self.keep(done);
    }
}
