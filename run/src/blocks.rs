//! The machine as an engine of superblocks: the same cycles, state and counters as cycle by cycle.

use std::convert::Infallible;

use isa::Stop;
use sim_core::Machine;
use superblock::BlockMachine;

use crate::counters::Counters;
use crate::ending::End;
use crate::engine::{Counted, Engine, Saved};
use crate::machine::UsualProbe;

/// A machine of superblocks under the usual probe.
#[derive(Debug, Clone)]
pub struct BlockRun {
    /// The machine.
    pub machine: BlockMachine,
    /// Probe of the run.
    pub probe: UsualProbe,
    /// Cycle in which the run began.
    from: u64,
}

impl BlockRun {
    /// `probe` watches from the next cycle on.
    #[must_use]
    pub fn new(machine: Machine, probe: UsualProbe) -> Self {
        Self {
            from: machine.state.cycle,
            machine: BlockMachine::new(machine),
            probe,
        }
    }
}

impl Engine for BlockRun {
    type Fault = Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Infallible> {
        Ok(self.machine.run(limit, &mut self.probe))
    }

    fn cycle(&self) -> u64 {
        self.machine.machine().state.cycle
    }

    fn cycles(&self, _end: End) -> u64 {
        self.cycle()
    }

    fn feed(&mut self, bytes: &[u8]) {
        let machine = self.machine.machine_mut();
        machine.state.memory_system.io.uart.feed(bytes);
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }
}

impl Counted for BlockRun {
    fn counters(&self, _end: End) -> Counters {
        (&self.probe.0).into()
    }

    fn saved(&self) -> Option<Saved<'_>> {
        Some(Saved {
            state: &self.machine.machine().state,
            statistics: &self.probe.0,
            collections: &self.probe.1,
        })
    }

    fn block_share(&self) -> Option<f64> {
        let cycles = self.cycle() - self.from;
        Some(self.machine.block_cycles() as f64 / cycles.max(1) as f64)
    }
}
