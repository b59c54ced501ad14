//! The state of a machine: the registers of all units and the contents of all memories.

use serde::{Deserialize, Serialize};

use crate::bytecode_fetch::BytecodeFetch;
use crate::decode::RESET_ROW;
use crate::memory_system::MemorySystem;
use crate::microcode_fetch::MicrocodeFetch;
use crate::multiplier::Multiplier;
use crate::stack::Stack;

/// EX controls registered from IR: the row of the decode table and the branch decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExecuteControl {
    /// Row of the instruction in EX; [`crate::decode::RESET_ROW`] after reset.
    pub row: u16,
    /// The branch in EX is taken: `br`.
    pub branch: bool,
}

/// State of a machine during one cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MachineState {
    /// Clock cycles since reset was released.
    pub cycle: u64,
    /// An interrupt or exception is pending, pulsing or may pulse: only then the signals about them can be set.
    pub(crate) alert: bool,
    /// Bytecode fetch and bytecode RAM.
    pub bytecode_fetch: BytecodeFetch,
    /// Microcode fetch.
    pub microcode_fetch: MicrocodeFetch,
    /// EX controls.
    pub execute: ExecuteControl,
    /// Stack and execute unit, stack RAM.
    pub stack: Stack,
    /// Multiplier.
    pub multiplier: Multiplier,
    /// Memory controller, caches, main memory and devices.
    pub memory_system: MemorySystem,
}

/// More cycles than any run has, so that counters of cycles never overflow.
const MOST_CYCLES: u64 = 1 << 60;

impl MachineState {
    /// An interrupt or exception is pending, pulsing or may pulse.
    #[inline(always)]
    #[must_use]
    pub fn is_alert(&self) -> bool {
        self.alert
    }

    /// The first unit that cannot be part of the machine that `fresh` belongs to.
    pub(crate) fn misfit(&self, fresh: &Self) -> Option<&'static str> {
        let units = [
            ("cycle counter", self.cycle <= MOST_CYCLES),
            (
                "bytecode fetch",
                self.bytecode_fetch.fits(&fresh.bytecode_fetch),
            ),
            ("microcode fetch", self.microcode_fetch.fits()),
            ("execute control", self.execute.row <= RESET_ROW),
            ("stack", self.stack.fits(&fresh.stack)),
            (
                "memory system",
                self.memory_system.fits(&fresh.memory_system),
            ),
        ];
        units
            .into_iter()
            .find(|(_, fits)| !fits)
            .map(|(unit, _)| unit)
    }
}
