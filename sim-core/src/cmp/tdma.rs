//! TDMA arbiter: each processor has a slot of fixed length (spec 07 section 2).
//!
//! ```text
//!                  +------+
//!   requests ----->|      |--> command     to the memory
//!   response ----->| tdma |--> responses   to the processors
//!   of the memory  +------+
//! ```
//!
//! An access in the own slot passes in its own cycle; another one waits for the first cycle of a slot that it fits into.
//!
//! Quirk: the arbiter does not look at the memory. The gaps at the end of a slot have to cover an access, else the next
//! processor's command meets a busy memory.

use serde::{Deserialize, Serialize};

use crate::cmp::slot_port::{SlotPort, Slots};
use crate::simpcon::{Command, Response};

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tdma {
    /// Cycle of the round of all slots. Reset 0.
    pub counter: u32,
    ports: Vec<SlotPort>,
    slots: isa::Slots,
}

impl Tdma {
    /// The arbiter after reset.
    #[must_use]
    pub fn new(cpus: usize, slots: isa::Slots) -> Self {
        Self {
            counter: 0,
            ports: vec![SlotPort::default(); cpus],
            slots,
        }
    }

    /// Accesses that processor `cpu` may begin in this cycle.
    fn slots(&self, cpu: usize) -> Slots {
        let length = u32::from(self.slots.slot);
        let begin = cpu as u32 * length;
        let inside =
            |gap: u8| self.counter >= begin && self.counter + u32::from(gap) < begin + length;
        Slots {
            read: inside(self.slots.read_gap),
            write: inside(self.slots.write_gap),
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
        let mut command = Command::IDLE;
        for (cpu, request) in requests.iter().enumerate() {
            let slots = self.slots(cpu);
            let port = &mut self.ports[cpu];
            let given = port.command(slots, request);
            if given.is_active() {
                command = given;
            }
            port.clock(slots, request, memory);
        }
        self.counter += 1;
        if self.counter == self.ports.len() as u32 * u32::from(self.slots.slot) {
            self.counter = 0;
        }
        command
    }
}
