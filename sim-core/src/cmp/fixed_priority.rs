//! Arbiter of fixed priority: the lowest number first (spec 07 section 5).
//!
//! ```text
//!                  +----------------+
//!   requests ----->|                |--> command     to the memory
//!   response ----->| fixed priority |--> responses   to the processors
//!   of the memory  +----------------+
//! ```
//!
//! Quirks:
//! - Processors of low priority may starve.
//! - Read data does not stay: all processors see the memory's output in every cycle, so the next read of anyone replaces it.
//!   Microcode that fetches a word late gets another processor's; that of Java does.

use serde::{Deserialize, Serialize};

use crate::cmp::port_state::PortState;
use crate::simpcon::{Command, Response};

/// Registers of one processor, all reset to idle or 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Port {
    state: PortState,
    /// The memory works for the processor: `serve`.
    served: bool,
    /// The last request.
    saved: Command,
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedPriority {
    /// A request waits: `masterWaiting`. Reset 0.
    some_wait: bool,
    ports: Vec<Port>,
}

impl FixedPriority {
    /// The arbiter after reset.
    #[must_use]
    pub fn new(cpus: usize) -> Self {
        Self {
            some_wait: false,
            ports: vec![Port::default(); cpus],
        }
    }

    /// Answer to processor `cpu` in this cycle.
    #[must_use]
    pub fn response(&self, cpu: usize, memory: Response) -> Response {
        let port = &self.ports[cpu];
        Response {
            rd_data: memory.rd_data,
            rdy_cnt: match port.state {
                PortState::Idle if !port.served => 0,
                state if state.waits() => 3,
                _ => memory.rdy_cnt,
            },
        }
    }

    /// Returns true if a request of processor `cpu` has not reached the memory yet.
    #[must_use]
    pub fn waits(&self, cpu: usize) -> bool {
        self.ports[cpu].state.waits()
    }

    /// The edge ending a cycle; gives the cycle's command to the memory.
    pub fn clock(&mut self, requests: &[Command], memory: Response) -> Command {
        let mut command = Command::IDLE;
        let (mut earlier_strobes, mut earlier_waits, mut some_wait) = (false, false, false);
        for (port, request) in self.ports.iter_mut().zip(requests) {
            let free = memory.rdy_cnt == 0 && !self.some_wait && !earlier_strobes;
            let turn = memory.rdy_cnt == 0 && !earlier_waits;
            let next = port.next(request, memory.rdy_cnt, free, turn);
            earlier_strobes |= request.is_active();
            earlier_waits |= port.state.waits();
            some_wait |= next.waits();
            // The higher number wins.
            command = next.command(request, &port.saved).unwrap_or(command);
            port.clock(next, request, memory.rdy_cnt);
        }
        self.some_wait = some_wait;
        command
    }
}

impl Port {
    /// `free`: a new request may pass; `turn`: a waiting one may.
    fn next(&self, request: &Command, rdy_cnt: u8, free: bool, turn: bool) -> PortState {
        match self.state {
            PortState::Idle if self.served && rdy_cnt == 1 && request.rd => PortState::Read,
            PortState::Idle if free => PortState::passing(request),
            PortState::Idle => PortState::waiting(request),
            state if state.waits() && turn => state.sent(),
            state if state.waits() => state,
            _ => PortState::Idle,
        }
    }

    fn clock(&mut self, next: PortState, request: &Command, rdy_cnt: u8) {
        self.served = next.passes().is_some() || self.served && rdy_cnt != 0;
        if request.is_active() {
            self.saved = *request;
        }
        self.state = next;
    }
}
