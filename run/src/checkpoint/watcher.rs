//! What watches a timeline: a probe for all of it, and what stops a run.

use isa::Stop;
use sim_core::{MachineState, Probe, Statistics};
use superblock::{BlockMachine, Sums};

use crate::engine::View;

/// Decides after each cycle if a run stops there.
pub trait Watcher<P>: Probe {
    /// Decides if the run stops at this new state; `probe` is the timeline's.
    fn stops(&mut self, state: &MachineState, probe: &P) -> bool;

    /// The cycle up to which it need not see single cycles, and the methods whose lookups end that earlier; none if it has to
    /// see the next one.
    fn far(&mut self, _state: &MachineState, _probe: &P) -> Option<(u64, &[u32])> {
        None
    }

    /// Of several processors `stops` is asked about the chosen one; true if `stops_other` is to be asked about the others.
    fn wants_others(&self) -> bool {
        false
    }

    /// Decides if the run stops at this new state of another processor.
    fn stops_other(&mut self, _state: &MachineState, _probe: &P) -> bool {
        false
    }

    /// True if `first` is to be told of processor 0 before the next question.
    fn wants_first(&self) -> bool {
        false
    }

    /// Processor 0, whose program it is.
    fn first(&mut self, _view: &View<'_>) {}
}

/// A probe of a timeline that superblocks can report to.
pub trait Companion: Probe + Clone {
    /// Runs a machine up to a cycle, or until something leaves it or `watch` stops it.
    fn run<W: Sums>(&mut self, machine: &mut BlockMachine, limit: u64, watch: W) -> Stop;
}

impl Companion for Statistics {
    fn run<W: Sums>(&mut self, machine: &mut BlockMachine, limit: u64, watch: W) -> Stop {
        let mut probe = (*self, watch);
        let stop = machine.run(limit, &mut probe);
        *self = probe.0;
        stop
    }
}

impl<S: Sums + Clone> Companion for (Statistics, S) {
    fn run<W: Sums>(&mut self, machine: &mut BlockMachine, limit: u64, watch: W) -> Stop {
        let mut probe = (self.0, (self.1.clone(), watch));
        let stop = machine.run(limit, &mut probe);
        *self = (probe.0, probe.1.0);
        stop
    }
}

/// Never stops.
impl<P> Watcher<P> for sim_core::NoProbe {
    #[inline(always)]
    fn stops(&mut self, _state: &MachineState, _probe: &P) -> bool {
        false
    }

    fn far(&mut self, _state: &MachineState, _probe: &P) -> Option<(u64, &[u32])> {
        Some((u64::MAX, &[]))
    }
}
