//! A machine under a recording, as a run sees it. While nothing is recorded it runs as superblocks.

use std::convert::Infallible;

use isa::Stop;
use run::{Counted, Counters, End, Engine, View};
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

use crate::machine::ContextProbe;
use crate::recording::{Contexts, Recording};

/// A machine, its recording and its statistics.
#[derive(Debug, Clone)]
pub struct RecordedMachine<P = ContextProbe> {
    machine: BlockMachine,
    /// The recording.
    pub recording: Recording<P>,
    /// Counters of the run.
    pub statistics: Statistics,
}

impl<P> RecordedMachine<P> {
    /// A machine in its first cycle.
    #[must_use]
    pub fn new(machine: Machine, recording: Recording<P>) -> Self {
        Self {
            machine: BlockMachine::new(machine),
            recording,
            statistics: Statistics::default(),
        }
    }
}

impl<P: Contexts> Engine for RecordedMachine<P> {
    type Fault = Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Infallible> {
        let (recording, machine) = (&mut self.recording, &mut self.machine);
        Ok(recording.run(machine, limit, &mut self.statistics))
    }

    fn cycle(&self) -> u64 {
        self.machine.machine().state.cycle
    }

    fn cycles(&self, _end: End) -> u64 {
        self.machine.machine().state.cycle
    }

    fn feed(&mut self, bytes: &[u8]) {
        let state = &mut self.machine.machine_mut().state;
        state.memory_system.io.uart.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        Some(View::of(&self.machine.machine().state))
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }
}

impl<P: Contexts> Counted for RecordedMachine<P> {
    fn counters(&self, _end: End) -> Counters {
        (&self.statistics).into()
    }
}
