//! Bubble FIFO of the UART: bytes move one element in each cycle (spec 06 section 3).
//!
//! A byte needs as many edges as the FIFO is deep from its write to the output. An element that has handed
//! its byte on stays full for one more cycle.

use serde::{Deserialize, Serialize};

/// Elements of the FIFO, at most 64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BubbleFifo {
    /// One bit for each element that is full, the first one lowest. Reset 0.
    full: u64,
    /// One bit for each element that took a byte in the cycle before. Reset 0.
    taken: u64,
    data: Vec<u8>,
}

impl BubbleFifo {
    /// An empty FIFO of `depth` elements.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self {
            full: 0,
            taken: 0,
            data: vec![0; depth.clamp(1, 64).into()],
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.data.len() == fresh.data.len() && (self.full | self.taken) & !self.elements() == 0
    }

    /// Number of elements.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.data.len()
    }

    /// One bit for each element.
    fn elements(&self) -> u64 {
        u64::MAX >> (64 - self.data.len())
    }

    /// The first element is full: a write would be dropped.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full_at(0)
    }

    /// The element is full, counted from the one that is written.
    #[must_use]
    pub fn is_full_at(&self, element: usize) -> bool {
        self.full >> element & 1 != 0
    }

    /// The last element is empty: there is nothing to read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.is_full_at(self.data.len() - 1)
    }

    /// No element holds a byte, be it at the output or on its way there.
    #[must_use]
    pub fn holds_nothing(&self) -> bool {
        self.full == 0
    }

    /// An edge without a write and a read changes nothing.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.taken == 0 && self.full << 1 & !self.full & self.elements() == 0
    }

    /// The byte at the output; it stays there after it was read.
    #[must_use]
    pub fn output(&self) -> u8 {
        self.data[self.data.len() - 1]
    }

    /// The edge ending a cycle, with the byte written and the pop strobe of that cycle.
    pub fn clock(&mut self, write: Option<u8>, read: bool) {
        let last = self.data.len() - 1;
        let offered = self.full << 1 | u64::from(write.is_some());
        let popped = self.taken >> 1 | u64::from(read) << last;
        let taken = offered & !self.full & self.elements();
        let mut moving = taken;
        // From the end, so that an element is read before it is written.
        while let Some(element) = moving.checked_ilog2() {
            let element = element as usize;
            self.data[element] = match element.checked_sub(1) {
                Some(before) => self.data[before],
                None => write.unwrap_or_default(),
            };
            moving ^= 1 << element;
        }
        self.full = self.full & !popped | taken;
        self.taken = taken;
    }
}
