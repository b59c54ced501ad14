//! Receive line of the timed UART: the sender at the other end of the cable. Not part of the processor.
//!
//! ```text
//!             +-------------+
//!   bytes --->|             |
//!   rts   --->| serial line |---> rxd
//!   levels -->|             |
//!             +-------------+
//! ```
//!
//! Bytes are sent with one start bit, eight data bits, an optional parity bit, and two stop bits, as the
//! UART does; a bit takes as many cycles as a bit of the UART, so the baud rates are
//! equal. The line idles for the length of a frame after reset, longer than the receiver needs to settle.
//! Before each frame the sender looks at RTS. Instead of bytes, a list can give the levels of the line cycle by
//! cycle; with both, a 0 of either is a 0 on the line.

use std::collections::VecDeque;

use isa::{Sender, SenderParity};
use serde::{Deserialize, Serialize};

/// Bits of a frame with parity; the line idles as long after reset.
const MOST_BITS: u8 = 12;
const IDLE_FRAME: u16 = (1 << MOST_BITS) - 1;

/// State of the other end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SerialLine {
    sender: Sender,
    /// Bytes that have not begun yet.
    input: VecDeque<u8>,
    bit_cycles: u32,
    /// Bits to send, the one on the line lowest.
    frame: u16,
    bits_left: u8,
    /// Cycles left of the bit on the line, this one included.
    cycles_left: u32,
    /// Cycles since reset.
    now: u64,
    /// Changes of the level to come, by cycle.
    changes: VecDeque<(u64, bool)>,
    /// Level by the list.
    level: bool,
}

impl SerialLine {
    /// The line after reset; a bit lasts `bit_cycles`.
    #[must_use]
    pub fn new(bit_cycles: u32) -> Self {
        Self {
            sender: Sender::default(),
            input: VecDeque::new(),
            bit_cycles,
            frame: IDLE_FRAME,
            bits_left: MOST_BITS,
            cycles_left: bit_cycles,
            now: 0,
            changes: VecDeque::new(),
            level: true,
        }
    }

    /// Checks that a restored line fits `fresh`.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.bit_cycles == fresh.bit_cycles
            && self.frame <= IDLE_FRAME
            && self.bits_left <= MOST_BITS
            && (1..=self.bit_cycles).contains(&self.cycles_left)
            && self.now < 1 << 62
    }

    /// Sets how the other end sends from the next frame on.
    pub fn set_sender(&mut self, sender: Sender) {
        self.sender = sender;
    }

    /// Appends bytes to send.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.input.extend(bytes);
    }

    /// Returns true if a byte is to be sent or being sent.
    #[must_use]
    pub fn has_input(&self) -> bool {
        !self.input.is_empty() || self.bits_left > 0
    }

    /// Sets the changes of the line's level, in the order of their cycles: the level of cycle c is on the line during
    /// cycle c. It is 1 before the first one.
    pub fn set_levels(&mut self, changes: impl IntoIterator<Item = (u64, bool)>) {
        self.changes = changes.into_iter().collect();
        self.take_changes();
    }

    /// Level of the line in this cycle.
    #[must_use]
    pub fn rxd(&self) -> bool {
        self.level && (self.bits_left == 0 || self.frame & 1 != 0)
    }

    fn take_changes(&mut self) {
        while let Some(&(cycle, level)) = self.changes.front()
            && cycle <= self.now
        {
            self.level = level;
            self.changes.pop_front();
        }
    }

    fn may_begin(&self, rts: bool) -> bool {
        let waits = rts && self.sender.heeds_rts;
        !self.input.is_empty() && !waits
    }

    /// The edge ending a cycle, with RTS and the parity mode of the UART in it.
    pub fn clock(&mut self, rts: bool, parity_mode: u8) {
        self.now += 1;
        self.take_changes();
        if self.bits_left > 0 {
            self.cycles_left -= 1;
            if self.cycles_left > 0 {
                return;
            }
            self.bits_left -= 1;
            self.frame >>= 1;
            self.cycles_left = self.bit_cycles;
        }
        if self.bits_left == 0
            && self.may_begin(rts)
            && let Some(byte) = self.input.pop_front()
        {
            self.begin(byte, parity_mode);
        }
    }

    fn begin(&mut self, byte: u8, parity_mode: u8) {
        let odd = byte.count_ones() % 2 == 1;
        let parity = match (self.sender.parity, parity_mode) {
            (SenderParity::None, _) | (SenderParity::Same, 0b00) => None,
            (SenderParity::Odd, _) | (SenderParity::Same, 0b01) => Some(!odd),
            (SenderParity::Even | SenderParity::Same, _) => Some(odd),
        };
        let data = u16::from(byte) << 1;
        (self.frame, self.bits_left) = match parity {
            None => (0b11 << 9 | data, MOST_BITS - 1),
            Some(bit) => (0b11 << 10 | u16::from(bit) << 9 | data, MOST_BITS),
        };
    }

    /// Edges from now on at which the level stays and only the time passes, as long as RTS stays as it is.
    #[must_use]
    pub fn edges_at_rest(&self, rts: bool) -> u32 {
        let to_change = self.changes.front().map_or(u64::MAX, |(cycle, _)| {
            cycle.saturating_sub(self.now).saturating_sub(1)
        });
        let to_bit = match self.bits_left {
            0 if self.may_begin(rts) => 0,
            0 => u32::MAX,
            _ => self.cycles_left - 1,
        };
        u32::try_from(to_change).map_or(to_bit, |edges| edges.min(to_bit))
    }

    /// Lets edges at rest pass, no more than [`SerialLine::edges_at_rest`] allows, in one step.
    pub fn skip(&mut self, edges: u32) {
        self.now += u64::from(edges);
        if self.bits_left > 0 {
            self.cycles_left -= edges;
        }
    }
}
