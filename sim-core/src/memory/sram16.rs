//! 16-bit asynchronous SRAM with its SimpCon interface: two accesses for each word (spec 04 section 2, spec 15
//! section 3).
//!
//! ```text
//!               +--------+
//!   command --->| sram16 |---> rd_data, rdy_cnt     from registers
//!               +--------+
//! ```
//!
//! The high half of a word is at twice its address, the low half after it. Read data is valid in cycle
//! 2 `ram_cnt` + 1 after the command and a write is done in cycle 2 `ram_cnt` + 3. The word read changes only
//! when both halves are in. A pipelined command is accepted in the last cycle of an access.
//!
//! Quirks:
//! - With `ram_cnt` 1 a read counts 3, 1, 0: `rdy_cnt` 2 is left out.
//! - A command given too early is not accepted, yet reloads the wait states, the address and the data of the
//!   access under way (spec 15 section 3).
//! - A command in the last cycle but one of an access leaves `rdy_cnt` above 0 for one cycle of the idle state.

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};
use crate::words::{InterfaceRegisters, Words};

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
    /// Four-bit counter of wait states, which every strobe reloads. Reset 15.
    wait_state: u8,
    /// `rdy_cnt`. Reset 0.
    cnt: u8,
    /// Word address of the last strobe.
    address: u32,
    /// The RAM is addressed at the low half of the word.
    low_half: bool,
    /// Half word on its way into the RAM.
    ram_data: u16,
    /// Low half of the last write strobe.
    low: u16,
    /// High half of the word being read.
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
            wait_state: 15,
            cnt: 0,
            address: 0,
            low_half: false,
            ram_data: 0,
            low: 0,
            high: 0,
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
            wr_data: u32::from(self.ram_data) << 16 | u32::from(self.low),
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
        self.state == State::Idle && self.cnt == 0
    }

    /// The edge ending a cycle.
    #[inline]
    pub fn clock(&mut self, command: &Command, memory: &mut Words) {
        let next = self.next(command);
        self.access(memory);
        self.cnt = self.next_cnt(next, command.is_active());
        self.wait_state = self.next_wait_state(command);
        if command.is_active() {
            self.address = command.address;
            self.low_half = false;
        }
        let waiting_low = self.low;
        if command.wr {
            self.ram_data = (command.wr_data >> 16) as u16;
            self.low = command.wr_data as u16;
        }
        // Both win over a strobe of the same cycle: spec 15 section 3.
        if matches!(self.state, State::Read2High | State::Write2High) {
            self.low_half = true;
        }
        if self.state == State::Write2High {
            self.ram_data = waiting_low;
        }
        self.state = next;
    }

    /// Transfers between the RAM and the registers in a cycle.
    fn access(&mut self, memory: &mut Words) {
        match self.state {
            State::Read2High => self.high = self.half(memory),
            State::Read2Low => {
                self.rd_data = u32::from(self.high) << 16 | u32::from(self.half(memory));
            }
            State::Write1High | State::Write1Low => {
                let (data, kept) = (u32::from(self.ram_data), memory.read(self.address));
                let word = if self.low_half {
                    kept & 0xFFFF_0000 | data
                } else {
                    data << 16 | kept & 0xFFFF
                };
                memory.write(self.address, word);
            }
            _ => {}
        }
    }

    fn half(&self, memory: &Words) -> u16 {
        let word = memory.read(self.address);
        (if self.low_half { word } else { word >> 16 }) as u16
    }

    fn next(&self, command: &Command) -> State {
        let waited = self.wait_state == 2;
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

    /// A later rule overrides an earlier one: spec 15 section 3.
    fn next_cnt(&self, next: State, strobe: bool) -> u8 {
        match self.state {
            State::Read2High => (self.read_wait + 1).min(3),
            State::Write2High => (self.read_wait + 2).min(3),
            State::Read1Low | State::Read2Low | State::Write1Low | State::Write2Low
                if !strobe && self.wait_state < 4 =>
            {
                self.wait_state.wrapping_sub(1) & 3
            }
            _ if next == State::Idle => 0,
            _ => 3,
        }
    }

    fn next_wait_state(&self, command: &Command) -> u8 {
        let (read, write) = (self.read_wait + 1, self.read_wait + 2);
        match self.state {
            State::Write2High => write,
            State::Read2High => read,
            _ if command.wr => write,
            _ if command.rd => read,
            _ => self.wait_state.wrapping_sub(1) & 15,
        }
    }
}
