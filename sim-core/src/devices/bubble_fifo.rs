//! Bubble FIFO of the UART: bytes move one element in each cycle (spec 06 section 3).
//!
//! A byte needs as many edges as the FIFO is deep from its write to the output. An element that has handed
//! its byte on stays full for one more cycle.

use bitvec::vec::BitVec;
use serde::{Deserialize, Serialize};

/// Elements of the FIFO.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BubbleFifo {
    full: BitVec,
    /// The element has taken a byte in the cycle before.
    taken: BitVec,
    data: Vec<u8>,
}

impl BubbleFifo {
    /// An empty FIFO of `depth` elements.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        let depth = usize::from(depth);
        Self {
            full: BitVec::repeat(false, depth),
            taken: BitVec::repeat(false, depth),
            data: vec![0; depth],
        }
    }

    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let depths = [self.full.len(), self.taken.len(), self.data.len()];
        depths.iter().all(|depth| *depth == fresh.data.len())
    }

    /// The first element is full: a write would be dropped.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.full[0]
    }

    /// The last element is empty: there is nothing to read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.full[self.data.len() - 1]
    }

    /// No element holds a byte, be it at the output or on its way there.
    #[must_use]
    pub fn holds_nothing(&self) -> bool {
        self.full.not_any()
    }

    /// The byte at the output.
    #[must_use]
    pub fn output(&self) -> u8 {
        self.data[self.data.len() - 1]
    }

    /// The edge ending a cycle, with the byte written and the pop strobe of that cycle.
    pub fn clock(&mut self, write: Option<u8>, read: bool) {
        let (full, taken, data) = (self.full.clone(), self.taken.clone(), self.data.clone());
        let last = data.len() - 1;
        for i in 0..data.len() {
            let input = if i == 0 {
                write
            } else {
                full[i - 1].then(|| data[i - 1])
            };
            let pops = if i == last { read } else { taken[i + 1] };
            self.taken.set(i, false);
            match input {
                Some(byte) if !full[i] => {
                    self.data[i] = byte;
                    self.full.set(i, true);
                    self.taken.set(i, true);
                }
                _ if full[i] && pops => self.full.set(i, false),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_needs_as_many_edges_as_the_fifo_is_deep() {
        let mut fifo = BubbleFifo::new(3);
        fifo.clock(Some(7), false);
        for _ in 0..2 {
            assert!(fifo.is_empty());
            fifo.clock(None, false);
        }
        assert!(!fifo.is_empty());
        assert_eq!(fifo.output(), 7);
    }

    #[test]
    fn a_byte_on_its_way_is_held() {
        let mut fifo = BubbleFifo::new(3);
        assert!(fifo.holds_nothing());
        fifo.clock(Some(7), false);
        assert!(fifo.is_empty() && !fifo.holds_nothing());
    }

    #[test]
    fn a_write_to_a_full_first_element_is_dropped() {
        let mut fifo = BubbleFifo::new(1);
        fifo.clock(Some(1), false);
        fifo.clock(Some(2), false);
        assert_eq!(fifo.output(), 1);
    }

    #[test]
    fn an_element_that_moved_on_stays_full_one_cycle() {
        let mut fifo = BubbleFifo::new(2);
        fifo.clock(Some(1), false);
        fifo.clock(None, false);
        assert!(fifo.is_full());
        fifo.clock(None, false);
        assert!(!fifo.is_full());
    }
}
