//! Cycles for which a method-cache lookup keeps the memory controller busy (spec 04 section 7).
//!
//! With the strobe in cycle 0 the controller is free again in cycle 4 after a hit. After a miss it gives the first read
//! in cycle 5 and the next ones at a fixed distance `c`; it reads one word more than the method has and drops it:
//!
//! ```text
//!   b = 6 + (words + 1) * c      c = max(2, r + 1)      r = read wait states
//! ```
//!
//! | memory | r |
//! |---|---|
//! | 32-bit SRAM, synchronous SRAM | `ram_cnt` - 1 |
//! | 16-bit SRAM | 2 `ram_cnt` - 1 |
//!
//! Quirk: 16-bit SRAM with `ram_cnt` 1 leaves out `rdy_cnt` 2 (spec 04 section 2). Then the controller sees the end of
//! a read later, c = 3, and is free one cycle before the formula.

use isa::{MachineConfig, MemoryKind};

use method_cache::replay::load_words;

/// Load times of one memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadTime {
    /// Cycles between two reads.
    distance: u64,
    /// Cycles of a load of -1 words.
    start: u64,
}

impl LoadTime {
    /// Cycle after the strobe in which a lookup that hit is over.
    pub const HIT: u64 = 4;

    /// Of the memory of a machine.
    #[must_use]
    pub fn of(config: &MachineConfig) -> Self {
        let ram_cnt = u64::from(config.ram_cnt);
        match config.memory {
            MemoryKind::Sram16 if ram_cnt == 1 => Self {
                distance: 3,
                start: 5,
            },
            MemoryKind::Sram16 => Self {
                distance: 2 * ram_cnt,
                start: 6,
            },
            MemoryKind::Sram32 | MemoryKind::Ssram32 => Self {
                distance: ram_cnt.max(2),
                start: 6,
            },
        }
    }

    /// Cycle after the strobe in which a lookup that missed has loaded its method; `length` is the length field.
    #[must_use]
    pub fn miss(self, length: u32) -> u64 {
        self.start + (u64::from(load_words(length)) + 1) * self.distance
    }

    /// Cycles in which the microcode waits for a lookup.
    #[must_use]
    pub fn stall(self, hit: bool, length: u32, hidden: u16) -> u64 {
        let busy = if hit { Self::HIT } else { self.miss(length) };
        busy.saturating_sub(hidden.into())
    }

    /// Cycles in which a conventional instruction cache holds the processor for a line of `words`; the model is ours:
    /// the same reads without lookup and without the word that is dropped.
    #[must_use]
    pub fn line(self, words: u32) -> u64 {
        1 + u64::from(words) * self.distance
    }
}
