//! A machine under a recording, as a run sees it. While nothing is recorded it runs as superblocks.

use std::convert::Infallible;

use isa::Stop;
use jopizer::Symbols;
use run::probes::{CollectionProbe, Collections};
use run::{Counted, Counters, End, Engine, View};
use sim_core::{Machine, Statistics};
use superblock::BlockMachine;

use crate::gated::Gated;
use crate::recording::{Also, Recording};

/// A machine, its recording and its statistics.
#[derive(Debug, Clone)]
pub struct RecordedMachine<R> {
    machine: BlockMachine,
    /// The recording.
    pub recording: Recording<R>,
    also: Also,
}

impl<R> RecordedMachine<R> {
    /// A machine in its first cycle.
    #[must_use]
    pub fn new(machine: Machine, recording: Recording<R>, symbols: Option<&Symbols>) -> Self {
        Self {
            machine: BlockMachine::new(machine),
            recording,
            also: (Statistics::default(), CollectionProbe::new(symbols)),
        }
    }

    /// Counters of the run.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.also.0
    }

    /// Figures of the collector.
    #[must_use]
    pub fn collections(&self) -> Collections {
        self.also.1.collections()
    }
}

impl<R: Gated> Engine for RecordedMachine<R> {
    type Fault = Infallible;

    fn run(&mut self, limit: u64) -> Result<Stop, Infallible> {
        let (recording, machine) = (&mut self.recording, &mut self.machine);
        Ok(recording.run(machine, limit, &mut self.also))
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

impl<R: Gated> Counted for RecordedMachine<R> {
    fn counters(&self, _end: End) -> Counters {
        (&self.also.0).into()
    }
}
