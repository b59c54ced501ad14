//! Words of a main memory, and the registers that all its interfaces have.

use serde::{Deserialize, Serialize};

/// Words of the memory; addresses wrap modulo their number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    pub(crate) words: Vec<u32>,
}

impl Words {
    /// A memory with these words; at least one.
    #[must_use]
    pub fn new(words: Vec<u32>) -> Self {
        Self {
            words: if words.is_empty() { vec![0] } else { words },
        }
    }

    /// The word at `address`.
    #[inline(always)]
    #[must_use]
    pub fn read(&self, address: u32) -> u32 {
        self.words[self.index(address)]
    }

    /// Writes the word at `address`.
    #[inline(always)]
    pub fn write(&mut self, address: u32, word: u32) {
        let index = self.index(address);
        self.words[index] = word;
    }

    /// All words.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        &self.words
    }

    #[inline(always)]
    pub(crate) fn index(&self, address: u32) -> usize {
        let address = address as usize;
        if address < self.words.len() {
            address
        } else {
            address % self.words.len()
        }
    }
}

/// Common state of the interfaces, as an observer sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InterfaceRegisters {
    /// Number of the state, in the order of an access; 0 is idle.
    pub state: u8,
    /// Counter of wait states.
    pub wait_state: u8,
    /// Address of the access under way.
    pub address: u32,
    /// Data of the write under way.
    pub wr_data: u32,
}
