//! What several processors wait for: their arbiter, each other's accesses, and locks.
//!
//! ```text
//!   cycle of a processor --+-- runs
//!                          +-- waits for its turn      the memory serves another processor, or nobody (a slot that has passed)
//!                          +-- waits for the lock unit an operation of its own is under way
//!                          +-- waits for a lock        another processor holds it
//! ```

use serde::{Deserialize, Serialize};

use crate::cmp::multiprocessor::SharedSignals;

/// Cycles of one processor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreTraffic {
    /// Accesses to main memory that it has asked for.
    pub accesses: u64,
    /// Cycles in which its access waited while the memory worked on another one.
    pub waits_for_others: u64,
    /// Cycles in which its access waited while the memory worked on no earlier one: free, or in the cycle of another one's command.
    pub waits_for_turn: u64,
    /// Requests to the lock unit.
    pub lock_operations: u64,
    /// Cycles in which the lock unit worked on one of them.
    pub lock_unit_cycles: u64,
    /// Cycles in which it waited for a lock that another processor held.
    pub lock_waits: u64,
}

impl CoreTraffic {
    /// Cycles in which an access waited for the arbiter.
    #[must_use]
    pub fn waits(&self) -> u64 {
        self.waits_for_others + self.waits_for_turn
    }
}

/// Counts them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// Each processor.
    pub cores: Vec<CoreTraffic>,
    /// Cycles in which the memory was busy or got a command.
    pub busy: u64,
    /// Bit for each processor: it asked the lock unit in the cycle before.
    asked: u8,
}

impl Traffic {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(cores: usize) -> Self {
        Self {
            cores: vec![CoreTraffic::default(); cores],
            busy: 0,
            asked: 0,
        }
    }

    /// Counts a cycle.
    pub fn count(&mut self, signals: &SharedSignals) {
        let is_busy = signals.response.rdy_cnt > 0;
        self.busy += u64::from(is_busy || signals.command.is_active());
        for (cpu, core) in self.cores.iter_mut().enumerate() {
            core.accesses += u64::from(signals.requests[cpu].is_active());
            if signals.waits >> cpu & 1 != 0 {
                let waits = match is_busy {
                    true => &mut core.waits_for_others,
                    false => &mut core.waits_for_turn,
                };
                *waits += 1;
            }
            let asks = u8::from(signals.locks[cpu].req) << cpu;
            core.lock_operations += u64::from(asks & !self.asked != 0);
            self.asked = self.asked & !(1 << cpu) | asks;
            if signals.halted >> cpu & 1 != 0 {
                let waits = match signals.lock_unit.is_queued(cpu) {
                    true => &mut core.lock_waits,
                    false => &mut core.lock_unit_cycles,
                };
                *waits += 1;
            }
        }
    }

    /// Sets which processors asked the lock unit in the cycle before, for an engine that counts otherwise.
    pub fn set_asked(&mut self, asked: u8) {
        self.asked = asked;
    }

    /// Processors that asked the lock unit in the cycle before.
    #[must_use]
    pub fn asked(&self) -> u8 {
        self.asked
    }
}
