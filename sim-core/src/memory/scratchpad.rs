//! Scratchpad RAM in the processor: one cycle, no wait states (spec 04 section 3).
//!
//! Without a scratchpad the region reads 0 at once.

use serde::{Deserialize, Serialize};

use crate::simpcon::{Command, Response};

/// The RAM and its output register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scratchpad {
    words: Vec<u32>,
    rd_data: u32,
}

impl Scratchpad {
    /// A scratchpad of `2^width` zero words; none for width 0.
    #[must_use]
    pub fn new(width: u8) -> Self {
        let words = if width == 0 { 0 } else { 1 << width };
        Self {
            words: vec![0; words],
            rd_data: 0,
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.words.len() == fresh.words.len()
    }

    /// Answer in this cycle; always ready.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        Response {
            rd_data: self.rd_data,
            rdy_cnt: 0,
        }
    }

    /// The edge ending a cycle with a command to the scratchpad; its address wraps.
    pub fn clock(&mut self, command: &Command) {
        if self.words.is_empty() {
            return;
        }
        let index = command.address as usize & (self.words.len() - 1);
        if command.rd {
            self.rd_data = self.words[index];
        }
        if command.wr {
            self.words[index] = command.wr_data;
        }
    }
}
