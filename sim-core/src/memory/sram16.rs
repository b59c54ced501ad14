//! 16-bit asynchronous SRAM with its SimpCon interface: two accesses for each word (spec 04 section 2).
//!
//! The high half of a word stands at twice its address, the low half behind it. Read data is valid in cycle
//! 2 `ram_cnt` + 1 after the command and a write is done in cycle 2 `ram_cnt` + 3. The word read changes only
//! when both halves are in. A pipelined command is accepted in the last cycle of an access.
//!
//! Quirk: with `ram_cnt` 1 a read counts 3, 1, 0: `rdy_cnt` 2 is left out.

use serde::{Deserialize, Serialize};

use crate::main_memory::{InterfaceRegisters, Words};
use crate::simpcon::{Command, Response};

/// States of the interface, in the order of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum State {
    Idle,
    Read1High,
    Read2High,
    Read1Low,
    Read2Low,
    Write1High,
    Write2High,
    Write1Low,
    Write2Low,
}

/// Registers of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sram16 {
    state: State,
    /// Cycles left in a state with wait states.
    wait_state: u8,
    address: u32,
    wr_data: u32,
    high: u16,
    rd_data: u32,
    read_wait: u8,
}

impl Sram16 {
    /// The interface after reset; one read of a half word takes `ram_cnt` cycles.
    #[must_use]
    pub fn new(ram_cnt: u8) -> Self {
        Self {
            state: State::Idle,
            wait_state: 0,
            address: 0,
            wr_data: 0,
            high: 0,
            rd_data: 0,
            read_wait: ram_cnt - 1,
        }
    }

    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.read_wait == fresh.read_wait && self.wait_state <= 15
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
            rdy_cnt: self.rdy_cnt(),
        }
    }

    /// An edge without a command changes nothing that can be seen.
    #[inline(always)]
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    fn rdy_cnt(&self) -> u8 {
        let read_half = self.read_wait + 1;
        let write_half = self.read_wait + 2;
        let left = match self.state {
            State::Idle => 0,
            State::Read1High => self.wait_state + 1 + read_half,
            State::Read2High if self.read_wait == 0 => 3,
            State::Read2High => 1 + read_half,
            State::Read1Low => self.wait_state + 1,
            State::Read2Low | State::Write2Low => 1,
            State::Write1High => self.wait_state + 1 + write_half,
            State::Write2High => 1 + write_half,
            State::Write1Low => self.wait_state + 1,
        };
        left.min(3)
    }

    /// The edge ending a cycle.
    #[inline]
    pub fn clock(&mut self, command: &Command, memory: &mut Words) {
        self.access(memory);
        let next = self.next(command);
        self.wait_state = if next == self.state && next != State::Idle && self.wait_state > 1 {
            self.wait_state - 1
        } else {
            self.wait_states_of(next)
        };
        if command.is_active() {
            self.address = command.address;
        }
        if command.wr {
            self.wr_data = command.wr_data;
        }
        self.state = next;
    }

    fn access(&mut self, memory: &mut Words) {
        let word = memory.read(self.address);
        match self.state {
            State::Read2High => self.high = (word >> 16) as u16,
            State::Read2Low => self.rd_data = u32::from(self.high) << 16 | word & 0xFFFF,
            State::Write1High => {
                memory.write(self.address, self.wr_data & 0xFFFF_0000 | word & 0xFFFF);
            }
            State::Write1Low => {
                memory.write(self.address, word & 0xFFFF_0000 | self.wr_data & 0xFFFF);
            }
            _ => {}
        }
    }

    fn next(&self, command: &Command) -> State {
        let waited = self.wait_state <= 1;
        match self.state {
            State::Idle | State::Read2Low | State::Write2Low => self.accept(command),
            State::Read1High if waited => State::Read2High,
            State::Read2High if self.read_wait == 0 => State::Read2Low,
            State::Read2High => State::Read1Low,
            State::Read1Low if waited => State::Read2Low,
            State::Write1High if waited => State::Write2High,
            State::Write2High => State::Write1Low,
            State::Write1Low if waited => State::Write2Low,
            waiting => waiting,
        }
    }

    fn accept(&self, command: &Command) -> State {
        if command.rd && self.read_wait == 0 {
            State::Read2High
        } else if command.rd {
            State::Read1High
        } else if command.wr {
            State::Write1High
        } else {
            State::Idle
        }
    }

    fn wait_states_of(&self, state: State) -> u8 {
        match state {
            State::Read1High | State::Read1Low => self.read_wait,
            State::Write1High | State::Write1Low => self.read_wait + 1,
            _ => 0,
        }
    }
}
