//! Several processors as an engine of superblocks: the same cycles, state and counters as cycle by cycle, many times faster.

use isa::{Output, Processors, Stop};
use sim_core::Machine;
use sim_core::cmp::{CmpError, Multiprocessor};
use superblock::{BlockMultiprocessor, SeveralCounters};

use crate::counters::Counters;
use crate::end::End;
use crate::engine::{Counted, Engine, View};
use crate::setup::Setup;
use crate::several::{CoreEnd, OnSeveral, SeveralFault, SeveralFigures, is_unshared};

/// Several processors that run ahead of each other.
#[derive(Debug, Clone)]
pub struct SeveralBlockRun {
    blocks: BlockMultiprocessor,
    /// Cycles up to the end that each has given, and its word.
    ends: Vec<Option<CoreEnd>>,
    /// The program may not start the other processors.
    unshared: bool,
    /// Cycle in which the run began.
    from: u64,
}

impl SeveralBlockRun {
    /// The processors in the first cycle after reset.
    ///
    /// # Errors
    /// When they cannot be built.
    pub fn new(setup: &Setup, processors: &Processors) -> Result<Self, CmpError> {
        let image = &setup.program.image.words;
        let config = (&setup.machine, processors);
        let machine = Multiprocessor::new(config, &setup.microcode.program, image)?;
        Ok(Self {
            unshared: is_unshared(setup, processors),
            ..Self::of(machine)
        })
    }

    /// The same of processors that are built.
    #[must_use]
    pub fn of(machine: Multiprocessor) -> Self {
        Self {
            ends: vec![None; machine.cpus.len()],
            unshared: false,
            from: machine.cycle(),
            blocks: BlockMultiprocessor::new(machine),
        }
    }

    /// The processors. After an output others than processor 0 may have gone on; after the end none has.
    #[must_use]
    pub fn machine(&self) -> &Multiprocessor {
        self.blocks.machine()
    }

    /// The ends that processors have given.
    #[must_use]
    pub fn ends(&self) -> &[Option<CoreEnd>] {
        &self.ends
    }

    /// Counters of each processor.
    pub(crate) fn counters_of_each(&self) -> &SeveralCounters {
        self.blocks.counters()
    }

    fn note_ends(&mut self) {
        for left in self.blocks.take_left() {
            if let Output::Exit(word) = left.output {
                self.ends[left.cpu].get_or_insert(CoreEnd {
                    cycle: left.cycle + 1,
                    word,
                });
            }
        }
    }
}

impl OnSeveral for SeveralBlockRun {
    fn figures(&self) -> SeveralFigures {
        let counters = self.blocks.counters();
        let statistics = counters.statistics.iter();
        SeveralFigures::of(self.machine(), statistics, &counters.traffic, &self.ends)
    }

    fn first(&mut self) -> &mut Machine {
        &mut self.blocks.machine_mut().cpus[0]
    }
}

impl Engine for SeveralBlockRun {
    type Fault = SeveralFault;

    fn run(&mut self, limit: u64) -> Result<Stop, SeveralFault> {
        if self.unshared {
            let stop = self.blocks.run_to_signal(limit);
            self.note_ends();
            return match self.machine().is_signalled() {
                true => Err(SeveralFault::Unshared(self.cycle())),
                false => Ok(stop),
            };
        }
        let stop = self.blocks.run(limit);
        self.note_ends();
        if let Stop::Output(Output::Exit(_)) = stop {
            self.settle();
        }
        Ok(stop)
    }

    fn settle(&mut self) {
        self.blocks.settle();
        self.note_ends();
    }

    fn cycle(&self) -> u64 {
        self.blocks.cycle()
    }

    fn cycles(&self, _end: End) -> u64 {
        self.cycle()
    }

    fn feed(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let first = &mut self.first().state;
        first.memory_system.io.uart.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        let state = &self.machine().cpus[0].state;
        Some(View {
            memory: self.machine().memory.words.as_slice(),
            ..View::of(state)
        })
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.first().empty_uart()
    }
}

impl Counted for SeveralBlockRun {
    /// Those of all processors together; the cycles are those of the run.
    fn counters(&self, _end: End) -> Counters {
        let counters = self.blocks.counters();
        Counters::of_several(counters.statistics.iter(), self.cycle())
    }

    fn block_share(&self) -> Option<f64> {
        if !self.blocks.has_blocks() {
            return None;
        }
        let cycles = (self.cycle() - self.from) * self.ends.len() as u64;
        Some(self.blocks.block_cycles() as f64 / cycles.max(1) as f64)
    }
}
