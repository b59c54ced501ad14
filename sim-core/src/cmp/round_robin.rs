//! Round-robin arbiter: one access for each processor in turn (spec 07 section 3).
//!
//! ```text
//!                  +-------------+
//!   requests ----->|             |--> command     to the memory
//!   response ----->| round robin |--> responses   to the processors
//!   of the memory  +-------------+
//! ```
//!
//! A processor has the slot while the counter names it and the memory is ready or will be in the next cycle. A command
//! moves the counter on in its own cycle, so that the next processor may follow at `rdy_cnt` 1.

use serde::{Deserialize, Serialize};

use crate::cmp::slot_port::{SlotPort, Slots};
use crate::simpcon::{Command, Response};

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRobin {
    /// Processor whose turn it is. Reset 0.
    pub counter: u32,
    ports: Vec<SlotPort>,
}

impl RoundRobin {
    /// The arbiter after reset.
    #[must_use]
    pub fn new(cpus: usize) -> Self {
        Self {
            counter: 0,
            ports: vec![SlotPort::default(); cpus],
        }
    }

    /// Answer to processor `cpu` in this cycle.
    #[must_use]
    pub fn response(&self, cpu: usize, memory: Response) -> Response {
        self.ports[cpu].response(memory)
    }

    /// Returns true if a request of processor `cpu` has not reached the memory yet.
    #[must_use]
    pub fn waits(&self, cpu: usize) -> bool {
        self.ports[cpu].is_pending()
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.ports.iter().all(SlotPort::is_at_rest)
    }

    pub(super) fn put_to_rest(&mut self, cpu: usize, last: Command, data: u32) {
        self.ports[cpu] = SlotPort::at_rest(last, data);
    }

    /// The edge ending a cycle; gives the cycle's command to the memory.
    pub fn clock(&mut self, requests: &[Command], memory: Response) -> Command {
        let accepts = memory.rdy_cnt <= 1;
        let mut command = Command::IDLE;
        for (cpu, (port, request)) in self.ports.iter_mut().zip(requests).enumerate() {
            let slot = accepts && self.counter == cpu as u32;
            let slots = Slots {
                read: slot,
                write: slot,
            };
            let given = port.command(slots, request);
            if given.is_active() {
                command = given;
            }
            port.clock(slots, request, memory);
        }
        if accepts {
            self.counter += 1;
            if self.counter == self.ports.len() as u32 {
                self.counter = 0;
            }
        }
        command
    }
}
