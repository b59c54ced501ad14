//! The machine as an engine of superblocks: the same cycles, state and counters as cycle by cycle, many times faster.

use std::convert::Infallible;

use isa::Stop;
use sim_core::{Machine, Statistics};
use superblock::{BlockMachine, Sums};

use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, Saved, View};
use crate::probes::CollectionProbe;
use crate::probes::collections::SeesCollections;

/// The loop over blocks and cycles, compiled for a probe.
type Loop<S> = fn(&mut BlockMachine, u64, &mut (Statistics, S)) -> Stop;

/// A machine of superblocks under observation.
#[derive(Debug, Clone)]
pub struct BlockRun<S> {
    /// The machine.
    pub machine: BlockMachine,
    /// Probe of the run.
    pub probe: (Statistics, S),
    run: Loop<S>,
    /// Cycle in which the run began; none if every cycle runs on the reference, as it was asked to.
    from: Option<u64>,
}

impl<S: Sums> BlockRun<S> {
    /// `probe` watches from the next cycle on.
    pub fn new(machine: Machine, probe: (Statistics, S)) -> Self {
        Self::with_loop(machine, probe, BlockMachine::run::<S>)
    }

    /// The same with a loop that was compiled elsewhere: in a crate that is optimised more than the caller's.
    pub fn with_loop(machine: Machine, probe: (Statistics, S), run: Loop<S>) -> Self {
        Self {
            from: Some(machine.state.cycle),
            machine: BlockMachine::new(machine),
            probe,
            run,
        }
    }

    /// The same with every cycle on the reference.
    #[must_use]
    pub fn on_reference(self) -> Self {
        let machine = self.machine.into_machine();
        Self {
            machine: BlockMachine::reference(machine),
            from: None,
            ..self
        }
    }
}

impl BlockRun<CollectionProbe> {
    /// The usual run, whose loop is compiled here.
    #[must_use]
    pub fn usual(machine: Machine, probe: (Statistics, CollectionProbe)) -> Self {
        Self::with_loop(machine, probe, usual_loop)
    }
}

fn usual_loop(
    machine: &mut BlockMachine,
    limit: u64,
    probe: &mut (Statistics, CollectionProbe),
) -> Stop {
    machine.run(limit, probe)
}

impl<S> Engine for BlockRun<S> {
    type Fault = Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Infallible> {
        Ok((self.run)(&mut self.machine, limit, &mut self.probe))
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

    fn view(&self) -> Option<View<'_>> {
        Some(View::of(&self.machine.machine().state))
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }
}

impl<S: SeesCollections> Counted for BlockRun<S> {
    fn counters(&self, _end: End) -> Counters {
        (&self.probe.0).into()
    }

    fn saved(&self) -> Option<Saved<'_>> {
        Some(Saved {
            state: &self.machine.machine().state,
            statistics: &self.probe.0,
            collections: self.probe.1.collections(),
        })
    }

    fn block_share(&self) -> Option<f64> {
        let cycles = self.cycle() - self.from?;
        Some(self.machine.block_cycles() as f64 / cycles.max(1) as f64)
    }
}
