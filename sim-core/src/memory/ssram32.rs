//! 32-bit synchronous SRAM with its SimpCon interface (spec 04 section 2). As specified, not verified.
//!
//! Read and write wait states are both `ram_cnt` - 1; with 1 the hardware never latches read data, so
//! that `ram_cnt` is at least 2.

use serde::{Deserialize, Serialize};

use crate::main_memory::{InterfaceRegisters, Words};
use crate::simpcon::{Command, Response};

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
    wait_state: u8,
    address: u32,
    wr_data: u32,
    rd_data: u32,
    wait_states: u8,
}

impl Ssram32 {
    /// The interface after reset; one read takes `ram_cnt` cycles.
    #[must_use]
    pub fn new(ram_cnt: u8) -> Self {
        Self {
            state: State::Idle,
            wait_state: 0,
            address: 0,
            wr_data: 0,
            rd_data: 0,
            wait_states: ram_cnt - 1,
        }
    }

    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.wait_states == fresh.wait_states && self.wait_state <= 15
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
        let left = match self.state {
            State::Idle => 0,
            _ => self.wait_state,
        };
        Response {
            rd_data: self.rd_data,
            rdy_cnt: left.min(3),
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
        let last = self.wait_state == 1;
        match self.state {
            State::Read2 if last => self.rd_data = memory.read(self.address),
            State::Write2 if last => memory.write(self.address, self.wr_data),
            _ => {}
        }
        // A command is accepted in any second state, even before the access is over.
        self.state = match self.state {
            State::Read1 => State::Read2,
            State::Write1 => State::Write2,
            _ if command.rd => State::Read1,
            _ if command.wr => State::Write1,
            State::Read2 | State::Write2 if !last => self.state,
            _ => State::Idle,
        };
        self.wait_state = self.wait_state.saturating_sub(1);
        if command.is_active() {
            self.address = command.address;
            self.wait_state = self.wait_states + 1;
        }
        if command.wr {
            self.wr_data = command.wr_data;
        }
    }
}
