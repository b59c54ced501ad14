//! 32-bit synchronous SRAM with its SimpCon interface (spec 04 section 2, spec 15 section 4).
//!
//! ```text
//!               +---------+
//!   command --->| ssram32 |---> rd_data, rdy_cnt     from registers
//!               +---------+
//! ```
//!
//! Read and write wait states are both `ram_cnt` - 1; with 1 the hardware never latches read data, so
//! that `ram_cnt` is at least 2. The chip behind the interface answers at once; the real pipelined one needs
//! a `ram_cnt` of 3, which all boards have.
//!
//! Quirk: a command is accepted in any second state, even before the access is over; what that access would
//! have read is lost then, while a write is done in its first state.

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
pub struct Ssram32 {
    state: State,
    /// Four-bit counter of wait states. Reset 15.
    wait_state: u8,
    /// `rdy_cnt`. Reset 0.
    cnt: u8,
    /// `rd_data` takes the memory's word at the next edge. Reset 0.
    rd_data_ena: bool,
    address: u32,
    wr_data: u32,
    rd_data: u32,
    read_wait: u8,
}

impl Ssram32 {
    /// The interface after reset; one read takes `ram_cnt` cycles.
    #[must_use]
    pub fn new(ram_cnt: u8) -> Self {
        Self {
            state: State::Idle,
            wait_state: 15,
            cnt: 0,
            rd_data_ena: false,
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
        let next = self.next(command);
        if self.rd_data_ena {
            self.rd_data = memory.read(self.address);
        }
        if self.state == State::Write1 {
            memory.write(self.address, self.wr_data);
        }
        self.rd_data_ena = next == State::Read2 && self.wait_state == 2;
        self.cnt = match next {
            State::Idle => 0,
            _ if self.wait_state < 4 => self.wait_state.wrapping_sub(1) & 3,
            _ => 3,
        };
        self.wait_state = self.wait_state.wrapping_sub(1) & 15;
        if command.is_active() {
            self.wait_state = self.read_wait + 1;
            self.cnt = self.wait_state.min(3);
            self.address = command.address;
        }
        if command.wr {
            self.wr_data = command.wr_data;
        }
        self.state = next;
    }

    fn next(&self, command: &Command) -> State {
        match self.state {
            State::Read1 => State::Read2,
            State::Write1 => State::Write2,
            _ if command.rd && self.read_wait == 0 => State::Read2,
            _ if command.rd => State::Read1,
            _ if command.wr => State::Write1,
            State::Read2 | State::Write2 if self.wait_state != 1 => self.state,
            _ => State::Idle,
        }
    }
}
