//! Receive line of the timed UART, by absolute time: frames with the cycles in which they begin.
//!
//! The sender uses two stop bits and leaves the line idle for twelve bits after reset; a bit
//! lasts as long as one of the UART.

use std::collections::VecDeque;

use isa::{Sender, SenderParity};

/// Idle time after reset. Unit: bits.
const IDLE_BITS: u64 = 12;

/// The bytes and frames of the other end.
#[derive(Debug, Clone)]
pub(crate) struct SerialLine {
    sender: Sender,
    input: VecDeque<u8>,
    cycles_per_bit: u64,
    /// The last two frames, the later one second.
    frames: [Frame; 2],
}

/// Levels of the line from a cycle on; 1 after its last bit.
#[derive(Debug, Clone, Copy)]
struct Frame {
    begin: u64,
    end: u64,
    bits: u32,
}

impl SerialLine {
    /// Returns true if a byte is to be sent, or being sent in `cycle`.
    pub(crate) fn has_input(&self, cycle: u64) -> bool {
        !self.input.is_empty() || self.frames[1].end > cycle
    }

    pub(crate) fn new(cycles_per_bit: u64) -> Self {
        let idle = Frame {
            begin: 0,
            end: IDLE_BITS * cycles_per_bit,
            bits: u32::MAX,
        };
        Self {
            sender: Sender::default(),
            input: VecDeque::new(),
            cycles_per_bit,
            frames: [idle; 2],
        }
    }

    pub(crate) fn set_sender(&mut self, sender: Sender) {
        self.sender = sender;
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    /// Level in a cycle that is no earlier than the last frame but one.
    pub(crate) fn level(&self, cycle: u64) -> bool {
        let [before, last] = &self.frames;
        let frame = if cycle >= last.begin { last } else { before };
        let bit = cycle.saturating_sub(frame.begin) / self.cycles_per_bit;
        bit >= IDLE_BITS || frame.bits >> bit & 1 != 0
    }

    /// First cycle from which on the line idles, unless another frame begins.
    pub(crate) fn idle_from(&self) -> u64 {
        self.frames[1].end
    }

    /// A frame begins with the edge that ends `cycle` or, at the earliest, with the one that ends the cycle given.
    pub(crate) fn next_begin(&self, cycle: u64, rts: bool) -> Option<u64> {
        let waits = self.input.is_empty() || rts && self.sender.heeds_rts;
        (!waits).then(|| cycle.max(self.frames[1].end - 1))
    }

    /// The edge that ends `cycle`, with RTS and the parity mode in it.
    pub(crate) fn clock(&mut self, cycle: u64, rts: bool, parity_mode: u32) {
        if self.next_begin(cycle, rts) != Some(cycle) {
            return;
        }
        let Some(byte) = self.input.pop_front() else {
            return;
        };
        let ones = byte.count_ones();
        let parity = match self.sender.parity {
            SenderParity::None => None,
            SenderParity::Odd => Some(ones + 1),
            SenderParity::Even => Some(ones),
            SenderParity::Same => match parity_mode {
                0 => None,
                1 => Some(ones + 1),
                _ => Some(ones),
            },
        };
        let data = u32::from(byte) << 1;
        // Everything behind the frame is 1, its stop bits too.
        let bits = match parity {
            None => u32::MAX << 9 | data,
            Some(ones) => u32::MAX << 10 | (ones & 1) << 9 | data,
        };
        let length = 11 + u64::from(parity.is_some());
        let begin = cycle + 1;
        let end = begin + length * self.cycles_per_bit;
        self.frames = [self.frames[1], Frame { begin, end, bits }];
    }
}
