//! A machine under a recording, as a run sees it. While nothing is recorded it runs as superblocks.

use std::convert::Infallible;

use isa::Stop;
use jopizer::Symbols;
use run::probes::{CollectionProbe, Collections};
use run::{Counted, Counters, End, Engine, View};
use sim_core::{Machine, NoProbe, Probe, Statistics};
use superblock::BlockMachine;

use crate::gated::Gated;
use crate::layer::Layered;
use crate::recording::{Also, Recording};
use crate::rows::RowLayer;

/// A machine, its recording and its statistics.
#[derive(Debug, Clone)]
pub struct RecordedMachine<R = Layered<Option<RowLayer>>, A = NoProbe> {
    machine: BlockMachine,
    /// The recording.
    pub recording: Recording<R>,
    also: Also<A>,
}

impl<R> RecordedMachine<R> {
    /// A machine in its first cycle.
    #[must_use]
    pub fn new(machine: Machine, recording: Recording<R>, symbols: Option<&Symbols>) -> Self {
        Self::beside(machine, recording, symbols, NoProbe)
    }
}

impl<R, A> RecordedMachine<R, A> {
    /// The same with a probe that sees each cycle in which something is recorded.
    #[must_use]
    pub fn beside(
        machine: Machine,
        recording: Recording<R>,
        symbols: Option<&Symbols>,
        probe: A,
    ) -> Self {
        let counts = (Statistics::default(), CollectionProbe::new(symbols));
        Self {
            machine: BlockMachine::new(machine),
            recording,
            also: (counts, probe),
        }
    }

    /// The probe beside the recording.
    pub fn probe(&mut self) -> &mut A {
        &mut self.also.1
    }

    /// The recording, and the probe beside it.
    #[must_use]
    pub fn into_parts(self) -> (Recording<R>, A) {
        (self.recording, self.also.1)
    }

    /// Counters of the run.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.also.0.0
    }

    /// Figures of the collector.
    #[must_use]
    pub fn collections(&self) -> Collections {
        self.also.0.1.collections()
    }
}

impl<R: Gated, A: Probe> Engine for RecordedMachine<R, A> {
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

impl<R: Gated, A: Probe> Counted for RecordedMachine<R, A> {
    fn counters(&self, _end: End) -> Counters {
        (&self.also.0.0).into()
    }
}
