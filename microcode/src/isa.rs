//! The microinstruction set: one table for encoder, decoder, assembler, disassembler and reference page.
//!
//! ```text
//!   11    10    9                                   0
//! +-----+-----+---------------------------------------+
//! | nxt | opd | microinstruction: base code | operand |    one ROM word (spec 02 section 1)
//! +-----+-----+---------------------------------------+
//! ```
//!
//! `nxt` fetches and dispatches the next bytecode after this word, `opd` consumes one operand byte.
//! A is the top of stack, B the element below; both are registers. The third element is stack RAM word `sp`.
//! A latency is the least distance in instructions between producer and consumer; the next instruction has distance 1.
//!
//! Quirk: codes without a mnemonic have effects, too; [`undefined_behaviour`] describes them (spec 02 section 3).

mod reference;
mod table;
mod word;

use std::fmt;

pub use self::word::{CODE_MASK, NXT, OPD, WORD_MASK};
pub use reference::{ReferenceRow, UNDEFINED, reference, undefined_behaviour};
pub use table::{Op, OperandKind, Row, StackEffect, TABLE};

/// A decoded microinstruction. Every one of the 1,024 codes has exactly one form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// An instruction of the table with its operand bits, right-aligned.
    Defined(Op, u16),
    /// A code without a mnemonic; [`undefined_behaviour`] describes what the hardware does with it.
    Undefined(u16),
}

impl Instruction {
    /// The instruction with this value, or `None` if the value does not fit the operand bits.
    pub fn with_operand(op: Op, value: i32) -> Option<Self> {
        let kind = op.row().operand;
        let (least, greatest) = kind.range();
        (least <= value && value <= greatest).then(|| Self::Defined(op, value as u16 & kind.mask()))
    }

    /// Decodes the low ten bits.
    pub fn decode(code: u16) -> Self {
        let code = code & CODE_MASK;
        match DECODER[usize::from(code)] {
            Some(op) => Self::Defined(op, code & op.row().operand.mask()),
            None => Self::Undefined(code),
        }
    }

    /// The ten bits.
    pub fn encode(self) -> u16 {
        match self {
            Self::Defined(op, bits) => op.row().code | (bits & op.row().operand.mask()),
            Self::Undefined(code) => code & CODE_MASK,
        }
    }

    /// The operation, if the code is defined.
    pub const fn op(self) -> Option<Op> {
        match self {
            Self::Defined(op, _) => Some(op),
            Self::Undefined(_) => None,
        }
    }

    /// The operand as a number, sign-extended for branches and jumps; 0 without operand bits.
    pub const fn operand(self) -> i32 {
        let Self::Defined(op, bits) = self else {
            return 0;
        };
        let kind = op.row().operand;
        if !kind.is_displacement() {
            return bits as i32;
        }
        let unused = i32::BITS - kind.bits();
        ((bits as i32) << unused) >> unused
    }

    /// Target of a branch or jump at `address`, before wrapping at the end of the ROM.
    pub fn target(self, address: u16) -> Option<i32> {
        let op = self.op()?;
        op.has_delay_slots()
            .then(|| i32::from(address) + 1 + self.operand())
    }

    /// Returns true if A may differ afterwards (`ena_a`, spec 03 section 3).
    pub const fn writes_a(self) -> bool {
        match self {
            Self::Defined(op, _) => op.writes_a(),
            Self::Undefined(_) => true,
        }
    }
}

/// Operation of each code, expanded from the table once.
static DECODER: [Option<Op>; 1 << 10] = {
    let mut decoder = [None; 1 << 10];
    let mut line = 0;
    while line < TABLE.len() {
        let row = &TABLE[line];
        let mut bits = 0;
        while bits <= row.operand.mask() {
            decoder[(row.code | bits) as usize] = Some(row.op);
            bits += 1;
        }
        line += 1;
    }
    decoder
};

/// One ROM word: a microinstruction and its two flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Word {
    /// The last word of a bytecode: the next one is fetched and dispatched.
    pub nxt: bool,
    /// One operand byte is consumed.
    pub opd: bool,
    /// The microinstruction.
    pub instruction: Instruction,
}

impl Word {
    /// Decodes the low twelve bits.
    pub fn decode(word: u16) -> Self {
        Self {
            nxt: word & NXT != 0,
            opd: word & OPD != 0,
            instruction: Instruction::decode(word),
        }
    }

    /// The twelve bits.
    pub fn encode(self) -> u16 {
        let nxt = if self.nxt { NXT } else { 0 };
        let opd = if self.opd { OPD } else { 0 };
        nxt | opd | self.instruction.encode()
    }
}

impl fmt::Display for Instruction {
    /// Mnemonic and bare operand; an undefined code as `undefined 0x0f9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Defined(op, _) if op.row().operand == OperandKind::None => {
                f.write_str(op.mnemonic())
            }
            Self::Defined(op, _) => write!(f, "{} {}", op.mnemonic(), self.operand()),
            Self::Undefined(code) => write!(f, "undefined {code:#05x}"),
        }
    }
}

impl fmt::Display for Word {
    /// The instruction, then its flags.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opd = if self.opd { " opd" } else { "" };
        let nxt = if self.nxt { " nxt" } else { "" };
        write!(f, "{}{opd}{nxt}", self.instruction)
    }
}
