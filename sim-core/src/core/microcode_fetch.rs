//! Microcode fetch: the microcode PC, the instruction register and branch targets.
//!
//! ```text
//!                      +-----------------+
//!   jpaddr, nxt ------>|                 |--> rom_data  word at pc, with its flags nxt and opd
//!   br, jmp, bsy ----->| microcode fetch |--> ir        instruction of the cycle before
//!                      +-----------------+
//! ```
//!
//! Phase: `rom_data` is the ROM word at `pc` of the cycle; [`MicrocodeFetch::clock`] is the edge that ends it.
//! After reset the registered ROM address equals `pc` in every cycle but the first, where it is 1 while `pc`
//! is 0 (spec 01 section 4); the unit keeps it apart, as the hardware does.
//!
//! Quirk (spec 02 section 5): a held PC does not hold `ir`; the word after a `wait` enters `ir` again and again.

use serde::{Deserialize, Serialize};

/// Mask of a ROM address.
const PC_MASK: u16 = 0x7FF;
/// Mask of the microinstruction in a ROM word.
const INSTRUCTION_MASK: u16 = 0x3FF;
const NXT: u16 = 0x800;
const OPD: u16 = 0x400;

/// One ROM word of twelve bits, as it is visible on `rom_data`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RomData(u16);

impl RomData {
    /// Ten bits of microinstruction.
    #[inline(always)]
    #[must_use]
    pub fn instruction(self) -> u16 {
        self.0 & INSTRUCTION_MASK
    }

    /// Fetch and dispatch the next bytecode.
    #[inline(always)]
    #[must_use]
    pub fn nxt(self) -> bool {
        self.0 & NXT != 0
    }

    /// Consume an operand byte.
    #[inline(always)]
    #[must_use]
    pub fn opd(self) -> bool {
        self.0 & OPD != 0
    }
}

/// Registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MicrocodeFetch {
    /// Microcode PC. Reset 0.
    pub pc: u16,
    /// Address register of the ROM. No reset; 1 after reset, as `pc` is 0 until then.
    pub rom_address: u16,
    /// Instruction register. No reset.
    pub ir: u16,
    /// Target of the branch or jump in EX: `brdly` and `jpdly`, of which one at most has a meaning. Reset 0.
    pub target: u16,
}

/// Sources of the next PC, in order of priority.
#[derive(Debug, Clone, Copy)]
pub struct NextPc {
    /// Dispatch to this address: `nxt`.
    pub dispatch: Option<u16>,
    /// A branch in EX is taken, or a jump is in EX.
    pub redirect: bool,
    /// `wait` is in IR and the memory is busy.
    pub hold: bool,
}

impl MicrocodeFetch {
    /// The unit in the first cycle after reset: ROM word 1 is visible and in `ir`.
    #[must_use]
    pub fn new(rom: &[u16]) -> Self {
        Self {
            pc: 0,
            rom_address: 1,
            ir: rom[1] & INSTRUCTION_MASK,
            target: 0,
        }
    }

    /// Checks that no value is wider than its register.
    pub(crate) fn fits(&self) -> bool {
        let addresses = [self.pc, self.rom_address, self.target];
        addresses.iter().all(|address| *address <= PC_MASK) && self.ir <= INSTRUCTION_MASK
    }

    /// The visible ROM word.
    #[inline(always)]
    #[must_use]
    pub fn rom_data(&self, rom: &[u16; 2048]) -> RomData {
        RomData(rom[usize::from(self.rom_address & PC_MASK)])
    }

    /// The edge ending a cycle; `displacement` is that of the instruction in IR.
    #[inline(always)]
    pub fn clock(&mut self, instruction: u16, next: NextPc, displacement: i16) {
        let pc = match next.dispatch {
            Some(address) => address,
            None if next.redirect => self.target,
            None if next.hold => self.pc,
            None => (self.pc + 1) & PC_MASK,
        };
        self.target = self.pc.wrapping_add_signed(displacement) & PC_MASK;
        self.ir = instruction;
        self.pc = pc;
        self.rom_address = pc;
    }
}
