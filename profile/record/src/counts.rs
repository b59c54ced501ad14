//! Cost of a place in a program.

use serde::{Deserialize, Serialize};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::statistics::Stalls;

/// Operation that the microcode waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// Operation in flight.
    pub operation: MemoryOp,
    /// Target of its last command.
    pub slave: Slave,
}

/// Executions and cycles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Times that it was dispatched.
    pub executions: u64,
    /// Clock cycles, waits included.
    pub cycles: u64,
    /// Cycles in which `wait` held the microcode, by cause, in order of first occurrence.
    pub waits: Vec<(Wait, u64)>,
}

impl Counts {
    /// Adds a wait of some cycles; they are not added to [`Self::cycles`].
    pub fn add_wait(&mut self, wait: Wait, cycles: u64) {
        match self.waits.iter_mut().find(|(known, _)| *known == wait) {
            Some((_, sum)) => *sum += cycles,
            None => self.waits.push((wait, cycles)),
        }
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.executions += other.executions;
        self.cycles += other.cycles;
        for (wait, cycles) in &other.waits {
            self.add_wait(*wait, *cycles);
        }
    }

    /// The waits by the causes of the run's report.
    #[must_use]
    pub fn stalls(&self) -> Stalls {
        let mut stalls = Stalls::default();
        for (wait, cycles) in &self.waits {
            *stalls.cause(wait.operation, wait.slave) += cycles;
        }
        stalls
    }
}
