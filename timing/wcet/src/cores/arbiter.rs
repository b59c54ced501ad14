//! Longest delays of an access at each arbiter (spec 07 sections 2 to 5), and of an operation of the lock unit (section 6).
//!
//! An access with w wait states keeps the memory for w + 1 cycles; round robin gives the next command in the cycle after them, fair and
//! fixed priority one cycle later. From one wait state on, reads of one operation follow each other without a cycle between them, as those of
//! a method's load do. Fair and fixed priority do not interrupt them.

use cost_model::{AccessKind, MemoryTiming};
use isa::{ArbiterKind, Processors};

/// Reads of an array access, which follow each other.
const READS_OF_ARRAY: u64 = 3;

/// Longest delays. Unit: cycles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waits {
    /// Of a read.
    pub read: u64,
    /// Of a write.
    pub write: u64,
    /// Of a read that follows another of the same operation without a cycle between them.
    pub following: u64,
}

impl Waits {
    fn all(cycles: u64) -> Self {
        Self {
            read: cycles,
            write: cycles,
            following: cycles,
        }
    }

    pub(crate) fn of(self, kind: AccessKind) -> u64 {
        match kind {
            AccessKind::Read => self.read,
            AccessKind::Write => self.write,
        }
    }
}

/// Longest delays of an access; at fixed priority of core 0. No method of any core is longer than so many words.
#[must_use]
pub fn longest_waits(processors: Processors, memory: MemoryTiming, words: u32) -> Waits {
    let others = u64::from(processors.cores) - 1;
    let (read, write) = (u64::from(memory.read_wait), u64::from(memory.write_wait));
    let longest = read.max(write) + 1;
    let reads = match read {
        0 => 1,
        _ => READS_OF_ARRAY.max(u64::from(words) + 1),
    };
    let turn = (reads * (read + 1)).max(longest) + 1;
    match processors.arbiter {
        ArbiterKind::Tdma(slots) => {
            let before = others * u64::from(slots.slot);
            let read = before + u64::from(slots.read_gap);
            Waits {
                read,
                write: before + u64::from(slots.write_gap),
                following: read,
            }
        }
        ArbiterKind::RoundRobin => Waits::all(others * longest),
        ArbiterKind::Fair => Waits {
            following: if read == 0 { others * turn } else { 0 },
            ..Waits::all(others * turn)
        },
        ArbiterKind::FixedPriority => Waits {
            following: if read == 0 { turn } else { 0 },
            ..Waits::all(if others == 0 { 0 } else { turn })
        },
    }
}

/// Longest time for which the lock table stops a core for one operation, without waiting for an owner. Unit: cycles.
///
/// It takes 5 cycles and those in which the pointer passes the others; each of these may have an operation of 4 cycles more.
#[must_use]
pub fn longest_operation(cores: u8) -> u64 {
    let others = u64::from(cores) - 1;
    5 + others + 4 * others
}

/// The time slot of a core; time 0 is its first cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) period: u64,
    reads: u64,
    writes: u64,
}

impl Turn {
    /// The slot of each core under TDMA.
    pub(crate) fn of(processors: Processors) -> Option<Self> {
        let slots = processors.arbiter.slots()?;
        let slot = u64::from(slots.slot);
        Some(Self {
            period: slot * u64::from(processors.cores),
            reads: slot - u64::from(slots.read_gap),
            writes: slot - u64::from(slots.write_gap),
        })
    }

    /// When an access begins that is asked for at a time.
    pub(crate) fn begin(self, kind: AccessKind, at: u64) -> u64 {
        let open = match kind {
            AccessKind::Read => self.reads,
            AccessKind::Write => self.writes,
        };
        let phase = at % self.period;
        match phase < open {
            true => at,
            false => at - phase + self.period,
        }
    }
}
