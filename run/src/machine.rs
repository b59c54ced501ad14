//! The machine as an engine: every microinstruction, every cycle, under any probe.

use std::convert::Infallible;

use isa::Stop;
use sim_core::{Machine, Probe, Statistics};

use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, Saved, View};
use crate::probes::collections::SeesCollections;

/// The loop over the cycles, compiled for a probe.
type Loop<P> = fn(&mut Machine, u64, &mut P) -> Stop;

/// A machine under observation.
#[derive(Debug, Clone)]
pub struct MachineRun<P> {
    /// The machine.
    pub machine: Machine,
    /// Probe of the run.
    pub probe: P,
    run: Loop<P>,
}

impl<P: Probe> MachineRun<P> {
    /// `probe` watches from the next cycle on.
    pub fn new(machine: Machine, probe: P) -> Self {
        Self::with_loop(machine, probe, Machine::run::<P>)
    }

    /// The same with a loop that was compiled elsewhere: in a crate that is optimised more than the caller's.
    pub fn with_loop(machine: Machine, probe: P, run: Loop<P>) -> Self {
        Self {
            machine,
            probe,
            run,
        }
    }
}

impl<P: Probe> Engine for MachineRun<P> {
    type Fault = Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Infallible> {
        Ok((self.run)(&mut self.machine, limit, &mut self.probe))
    }

    fn cycle(&self) -> u64 {
        self.machine.state.cycle
    }

    fn cycles(&self, _end: End) -> u64 {
        self.machine.state.cycle
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.machine.state.memory_system.io.uart.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        Some(View::of(&self.machine.state))
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }
}

impl<P: Probe + SeesCollections> Counted for MachineRun<(Statistics, P)> {
    fn counters(&self, _end: End) -> Counters {
        (&self.probe.0).into()
    }

    fn saved(&self) -> Option<Saved<'_>> {
        Some(Saved {
            state: &self.machine.state,
            statistics: &self.probe.0,
            collections: self.probe.1.collections(),
        })
    }
}
