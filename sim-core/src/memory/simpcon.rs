//! SimpCon: the point-to-point bus between the memory controller and its slaves (spec 04 section 1).
//!
//! A master's command is valid in one cycle only. A slave answers with `rdy_cnt`, the number of cycles until
//! its data is valid or its write done, saturating at 3; 0 means now. In the cycle of a command `rdy_cnt`
//! still belongs to the transaction before.

use serde::{Deserialize, Serialize};

/// Mask of a word address: 23 bits.
pub const ADDRESS_MASK: u32 = (1 << 23) - 1;

/// Cache class of a request; only data caches look at it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CacheClass {
    /// Passes every cache.
    #[default]
    Bypass,
    /// Direct-mapped cache of constants.
    DirectMappedConstant,
    /// Direct-mapped cache of static fields.
    DirectMapped,
    /// Fully associative cache of handles and fields.
    FullyAssociative,
}

/// Signals that a master drives in one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// Read strobe.
    pub rd: bool,
    /// Write strobe.
    pub wr: bool,
    /// Word address, 23 bits.
    pub address: u32,
    /// Data to write.
    pub wr_data: u32,
    /// Cache class.
    pub class: CacheClass,
}

impl Command {
    /// No command.
    pub const IDLE: Self = Self {
        rd: false,
        wr: false,
        address: 0,
        wr_data: 0,
        class: CacheClass::Bypass,
    };

    /// A strobe is set.
    #[inline(always)]
    #[must_use]
    pub fn is_active(&self) -> bool {
        self.rd || self.wr
    }
}

/// Response of a slave, from its registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    /// Result of the last finished read; held until the next one.
    pub rd_data: u32,
    /// Cycles until data is valid or the write is done, at most 3.
    pub rdy_cnt: u8,
}

impl Response {
    /// Returns true if the count has a value of the hardware.
    pub(crate) fn fits(self) -> bool {
        self.rdy_cnt <= 3
    }
}
