//! Fair arbiter: in turn, one access after the other (spec 07 section 4).
//!
//! ```text
//!                  +------+
//!   requests ----->|      |--> command     to the memory
//!   response ----->| fair |--> responses   to the processors
//!   of the memory  +------+
//! ```
//!
//! The slot stays with a processor from its command until its memory shows `rdy_cnt` 1 without another read, and passes
//! processors without an access one a cycle.
//!
//! Quirks:
//! - Only a pipelined read may follow at `rdy_cnt` 1; every other command waits for 0.
//! - A request in a cycle of `Read`, `Write`, `SendRead` or `SendWrite` is saved and never served; processors make none.

use serde::{Deserialize, Serialize};

use crate::cmp::port_state::{Direction, PortState};
use crate::simpcon::{Command, Response};

/// What the memory does for a processor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Mode {
    #[default]
    Idle,
    Read,
    Write,
}

/// Registers of one processor, all reset to idle or 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Port {
    state: PortState,
    mode: Mode,
    /// The read was given at `rdy_cnt` 1.
    pipelined: bool,
    /// The last request.
    saved: Command,
    /// The last word read.
    data: u32,
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fair {
    /// Processor whose slot it is. Reset 0.
    pub counter: u32,
    ports: Vec<Port>,
}

impl Fair {
    /// The arbiter after reset.
    #[must_use]
    pub fn new(cpus: usize) -> Self {
        Self {
            counter: 0,
            ports: vec![Port::default(); cpus],
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
        self.ports[cpu].state.waits()
    }

    pub(super) fn is_at_rest(&self) -> bool {
        let rests = |port: &Port| port.state == PortState::Idle && port.mode == Mode::Idle;
        self.ports.iter().all(rests)
    }

    pub(super) fn put_to_rest(&mut self, cpu: usize, last: Command, data: u32) {
        self.ports[cpu] = Port {
            saved: last,
            data,
            ..Port::default()
        };
    }

    /// The edge ending a cycle; gives the cycle's command to the memory.
    pub fn clock(&mut self, requests: &[Command], memory: Response) -> Command {
        let mut command = Command::IDLE;
        let mut moves_on = None;
        for (cpu, (port, request)) in self.ports.iter_mut().zip(requests).enumerate() {
            let (next, pipelined) = port.next(self.counter == cpu as u32, request, memory.rdy_cnt);
            // The higher number wins.
            command = next.command(request, &port.saved).unwrap_or(command);
            port.clock(next, pipelined, request, memory);
            if moves_on.is_none() && port.mode != Mode::Idle {
                moves_on = Some(memory.rdy_cnt == 1 && !request.rd);
            }
        }
        if moves_on.unwrap_or(true) {
            self.counter += 1;
            if self.counter == self.ports.len() as u32 {
                self.counter = 0;
            }
        }
        command
    }
}

impl Port {
    /// The read under way began while the word of the one before was still to come.
    fn reads_pipelined(&self) -> bool {
        self.state == PortState::Read && self.pipelined
    }

    fn response(&self, memory: Response) -> Response {
        let takes = self.mode == Mode::Read
            && match self.state {
                PortState::Idle => memory.rdy_cnt == 0,
                PortState::Read => {
                    memory.rdy_cnt == 0 || memory.rdy_cnt >= 2 && self.reads_pipelined()
                }
                PortState::WaitRead => true,
                _ => false,
            };
        Response {
            rd_data: if takes { memory.rd_data } else { self.data },
            rdy_cnt: match self.state {
                PortState::Idle if self.mode == Mode::Idle => 0,
                state if state.waits() => 3,
                _ => memory.rdy_cnt,
            },
        }
    }

    /// The next state, and if it is a pipelined read.
    fn next(&self, slot: bool, request: &Command, rdy_cnt: u8) -> (PortState, bool) {
        match self.state {
            PortState::Idle if slot => {
                if self.mode == Mode::Read && rdy_cnt == 1 && request.rd {
                    (PortState::Read, true)
                } else if rdy_cnt == 0 {
                    (PortState::passing(request), false)
                } else {
                    (PortState::waiting(request), false)
                }
            }
            PortState::Idle => (PortState::waiting(request), false),
            PortState::Read => (PortState::Idle, self.pipelined),
            PortState::Write | PortState::SendRead | PortState::SendWrite => {
                (PortState::Idle, false)
            }
            waiting if rdy_cnt == 0 && slot => (waiting.sent(), false),
            waiting => (waiting, false),
        }
    }

    fn clock(&mut self, next: PortState, pipelined: bool, request: &Command, memory: Response) {
        let arrives = memory.rdy_cnt == 0 || memory.rdy_cnt >= 2 && self.reads_pipelined();
        if self.mode == Mode::Read && arrives {
            self.data = memory.rd_data;
        }
        self.mode = match (self.mode, next.passes()) {
            (Mode::Idle, None) => Mode::Idle,
            (Mode::Idle, Some(Direction::Read)) => Mode::Read,
            (Mode::Idle, Some(Direction::Write)) => Mode::Write,
            (_, None) if memory.rdy_cnt == 0 => Mode::Idle,
            // Even if the access passed on has the other direction: spec 07 section 4.
            (mode, _) => mode,
        };
        if request.is_active() {
            self.saved = *request;
        }
        (self.state, self.pipelined) = (next, pipelined);
    }
}
