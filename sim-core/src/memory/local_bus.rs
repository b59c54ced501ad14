//! Local bus of the processor: address decoding and the multiplexer of the answers (spec 04 section 3).
//!
//! Address bits 22 and 21 select the slave: 10 the scratchpad, 11 the I/O devices, else main memory.
//!
//! Quirk: after a command to another slave that was given while the old one was at `rdy_cnt` 1 (pipelined),
//! the multiplexer shows the old slave until its `rdy_cnt` is 0.

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};

/// A slave of the local bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slave {
    /// Main memory.
    #[default]
    Memory,
    /// Scratchpad RAM.
    Scratchpad,
    /// I/O devices.
    Io,
}

impl Slave {
    /// The slave that an address selects.
    #[inline(always)]
    #[must_use]
    pub fn of(address: u32) -> Self {
        match address >> 21 & 3 {
            0b10 => Self::Scratchpad,
            0b11 => Self::Io,
            _ => Self::Memory,
        }
    }
}

/// Registers of the multiplexer, all reset to 0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalBus {
    /// Slave of the last command.
    pub next_mux: Slave,
    /// Slave of the command before it.
    pub dly_mux: Slave,
    /// The last command was given while the one before was at `rdy_cnt` 1.
    pub is_pipelined: bool,
}

impl LocalBus {
    /// The slave whose answer the controller sees in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn selected(&self) -> Slave {
        if self.is_pipelined {
            self.dly_mux
        } else {
            self.next_mux
        }
    }

    /// The multiplexer shows the slave of the last command and goes on doing so.
    #[inline(always)]
    #[must_use]
    pub fn is_settled(&self) -> bool {
        !self.is_pipelined
    }

    /// The edge ending a cycle; `response` is what the controller saw in it.
    #[inline(always)]
    pub fn clock(&mut self, command: &Command, response: Response) {
        if command.is_active() {
            self.dly_mux = self.next_mux;
            self.next_mux = Slave::of(command.address);
            self.is_pipelined |= response.rdy_cnt == 1;
        }
        if response.rdy_cnt == 0 {
            self.is_pipelined = false;
        }
    }
}
