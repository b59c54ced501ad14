//! Bits of a ROM word.

/// Flag bit of a ROM word: the last word of a bytecode.
pub const NXT: u16 = 1 << 11;

/// Flag bit of a ROM word: consume one operand byte.
pub const OPD: u16 = 1 << 10;

/// The bits of a ROM word that hold the microinstruction.
pub const CODE_MASK: u16 = OPD - 1;

/// All bits of a ROM word.
pub const WORD_MASK: u16 = (1 << 12) - 1;
