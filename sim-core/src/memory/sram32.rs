//! 32-bit asynchronous SRAM with its SimpCon interface (spec 04 section 2).
//!
//! ```text
//!               +--------+
//!   command --->| sram32 |---> rd_data, rdy_cnt     from registers
//!               +--------+
//! ```
//!
//! Read wait states r = `ram_cnt` - 1, write wait states w = r + 1. With the command in cycle 0 read data is
//! valid in cycle r + 2 and a write is done in cycle w + 2.
//!
//! Quirk: the RAM is transparent while written. A command given too early reloads address and data in the
//! middle of a write, so that both places are written.

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};
use crate::words::{InterfaceRegisters, Words};

/// States of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    Idle,
    Read1,
    Read2,
    Write1,
    Write2,
}

/// Registers of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sram32 {
    state: State,
    /// Four-bit counter of wait states. Reset 15.
    wait_state: u8,
    /// `rdy_cnt`. Reset 0.
    cnt: u8,
    address: u32,
    wr_data: u32,
    rd_data: u32,
    read_wait: u8,
}

impl Sram32 {
    /// The interface after reset; one read takes `ram_cnt` cycles.
    #[must_use]
    pub fn new(ram_cnt: u8) -> Self {
        Self {
            state: State::Idle,
            wait_state: 15,
            cnt: 0,
            address: 0,
            wr_data: 0,
            rd_data: 0,
            read_wait: ram_cnt - 1,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.read_wait == fresh.read_wait && self.wait_state <= 15 && self.cnt <= 3
    }

    /// The registers, for observers.
    #[must_use]
    pub fn registers(&self) -> InterfaceRegisters {
        InterfaceRegisters {
            state: self.state as u8,
            wait_state: self.wait_state,
            address: self.address,
            wr_data: self.wr_data,
        }
    }

    /// Answer in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        Response {
            rd_data: self.rd_data,
            rdy_cnt: self.cnt,
        }
    }

    /// An edge without a command changes nothing that can be seen.
    #[inline(always)]
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    /// The edge ending a cycle.
    #[inline]
    pub fn clock(&mut self, command: &Command, memory: &mut Words) {
        let next = match self.state {
            State::Idle | State::Read2 | State::Write2 => self.accept(command),
            State::Read1 if self.wait_state == 2 => State::Read2,
            State::Write1 if self.wait_state == 2 => State::Write2,
            waiting => waiting,
        };
        match self.state {
            State::Write1 => memory.write(self.address, self.wr_data),
            State::Read2 => self.rd_data = memory.read(self.address),
            _ => {}
        }
        self.cnt = match next {
            State::Idle => 0,
            _ if self.wait_state < 4 => self.wait_state.wrapping_sub(1) & 3,
            _ => 3,
        };
        self.wait_state = self.wait_state.wrapping_sub(1) & 15;
        if command.rd {
            self.load_wait_states(self.read_wait + 1);
        }
        if command.wr {
            self.load_wait_states(self.read_wait + 2);
            self.wr_data = command.wr_data;
        }
        if command.is_active() {
            self.address = command.address;
        }
        self.state = next;
    }

    fn accept(&self, command: &Command) -> State {
        if command.rd && self.read_wait == 0 {
            State::Read2
        } else if command.rd {
            State::Read1
        } else if command.wr {
            State::Write1
        } else {
            State::Idle
        }
    }

    fn load_wait_states(&mut self, wait_states: u8) {
        self.wait_state = wait_states;
        self.cnt = wait_states.min(3);
    }
}
