//! Wait states of a main memory, the variables of the formulas (spec 04 sections 2 and 7).

use isa::{MachineConfig, MemoryKind};

use crate::formula::Values;

/// Wait states of a main memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemoryTiming {
    /// `r` in cycles.
    pub read_wait: u32,
    /// `w` in cycles, at least 1.
    pub write_wait: u32,
}

/// A memory whose operations follow no formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimingError {
    /// 16-bit SRAM with accesses of one cycle never shows that it is done in two cycles.
    #[error(
        "no formulas for 16-bit SRAM with ram_cnt 1: its ready counter skips 2; use ram_cnt 2 or more"
    )]
    Sram16TooFast,
    /// An SSRAM of one cycle never delivers.
    #[error("SSRAM needs ram_cnt 2 or more: with 1 read data is never latched")]
    SsramTooFast,
    /// No access takes no time.
    #[error("ram_cnt is the length of a read in cycles: 1 or more")]
    NoCycles,
}

impl MemoryTiming {
    /// The memory of a machine.
    ///
    /// # Errors
    /// When there is no such memory, or none with formulas.
    pub fn of_machine(config: &MachineConfig) -> Result<Self, TimingError> {
        Self::of(config.memory, config.ram_cnt)
    }

    /// A memory of this kind.
    ///
    /// # Errors
    /// When there is no such memory, or none with formulas.
    pub fn of(kind: MemoryKind, ram_cnt: u8) -> Result<Self, TimingError> {
        match kind {
            MemoryKind::Sram32 => Self::sram32(ram_cnt),
            MemoryKind::Sram16 => Self::sram16(ram_cnt),
            MemoryKind::Ssram32 => Self::ssram32(ram_cnt),
        }
    }

    /// 32-bit SRAM with reads of `ram_cnt` cycles; a write waits one cycle more.
    ///
    /// # Errors
    /// When `ram_cnt` is 0.
    pub fn sram32(ram_cnt: u8) -> Result<Self, TimingError> {
        let ram_cnt = u32::from(ram_cnt);
        let read_wait = ram_cnt.checked_sub(1).ok_or(TimingError::NoCycles)?;
        Ok(Self {
            read_wait,
            write_wait: ram_cnt,
        })
    }

    /// 16-bit SRAM: two accesses for each word.
    ///
    /// # Errors
    /// When `ram_cnt` is below 2.
    pub fn sram16(ram_cnt: u8) -> Result<Self, TimingError> {
        let ram_cnt = u32::from(ram_cnt);
        match ram_cnt {
            0 => Err(TimingError::NoCycles),
            1 => Err(TimingError::Sram16TooFast),
            _ => Ok(Self {
                read_wait: 2 * ram_cnt - 1,
                write_wait: 2 * ram_cnt + 1,
            }),
        }
    }

    /// Synchronous SRAM: a write waits as long as a read.
    ///
    /// # Errors
    /// When `ram_cnt` is below 2.
    pub fn ssram32(ram_cnt: u8) -> Result<Self, TimingError> {
        let ram_cnt = u32::from(ram_cnt);
        match ram_cnt {
            0 => Err(TimingError::NoCycles),
            1 => Err(TimingError::SsramTooFast),
            _ => Ok(Self {
                read_wait: ram_cnt - 1,
                write_wait: ram_cnt - 1,
            }),
        }
    }

    /// The values of `r` and `w`; one run of a loop, no words.
    #[must_use]
    pub fn values(self) -> Values {
        Values::of_waits(self.read_wait.into(), self.write_wait.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_states_are_those_of_the_specification() {
        let waits = |read_wait, write_wait| {
            Ok(MemoryTiming {
                read_wait,
                write_wait,
            })
        };
        assert_eq!(MemoryTiming::sram32(2), waits(1, 2));
        assert_eq!(MemoryTiming::sram16(2), waits(3, 5));
        assert_eq!(MemoryTiming::ssram32(3), waits(2, 2));
    }

    #[test]
    fn memories_without_a_formula_are_refused() {
        assert_eq!(MemoryTiming::sram16(1), Err(TimingError::Sram16TooFast));
        assert_eq!(MemoryTiming::ssram32(1), Err(TimingError::SsramTooFast));
        assert_eq!(MemoryTiming::sram32(0), Err(TimingError::NoCycles));
    }
}
