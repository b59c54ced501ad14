//! The instruction set as text: the printed reference, and the behaviour of codes without a mnemonic.

use super::{StackEffect, TABLE};

/// Behaviour of the hardware for codes without a mnemonic: first code, last code, behaviour (spec 02 section 3).
pub const UNDEFINED: &[(u16, u16, &str)] = &[
    (0x006, 0x00F, "Plain pop."),
    (0x016, 0x016, "Pops, and stack RAM word sp + 1 := A."),
    (0x017, 0x017, "Pops, and stack RAM word 23 := A."),
    (0x01F, 0x01F, "As ushr."),
    (0x050, 0x07F, "Plain pop; starts no memory access."),
    (
        0x080,
        0x09F,
        "Pushes old B: new A is old B, new B is old A.",
    ),
    (0x0E3, 0x0E7, "As ldbcstart."),
    (
        0x0EE,
        0x0EE,
        "Pushes stack RAM word sp, the third element before the push.",
    ),
    (0x0EF, 0x0EF, "Pushes stack RAM word 15."),
    (0x0F3, 0x0F3, "As ldjpc."),
    (
        0x0F9,
        0x0FF,
        "Pushes old B: new A is old B, new B is old A.",
    ),
    (0x103, 0x10F, "A := B; sp and B stay."),
    (
        0x114,
        0x11F,
        "A := B; sp and B stay; one busy cycle, no memory access.",
    ),
    (0x120, 0x17F, "A := B; sp and B stay."),
];

/// Behaviour of the hardware for a code without a mnemonic; `None` for the codes of the table.
pub fn undefined_behaviour(code: u16) -> Option<&'static str> {
    UNDEFINED
        .iter()
        .find(|(first, last, _)| (*first..=*last).contains(&code))
        .map(|(_, _, text)| *text)
}

/// One line of the printed reference of the instruction set, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReferenceRow {
    /// Code or range of codes, hexadecimal.
    pub code: String,
    /// Name; empty for codes without a mnemonic.
    pub mnemonic: &'static str,
    /// Operand and its bits; empty without operand.
    pub operand: &'static str,
    /// Stack effect.
    pub stack: &'static str,
    /// Effect, one line.
    pub effect: &'static str,
    /// Distances to keep; empty where none matters.
    pub latency: &'static str,
}

/// The printed reference: every microinstruction, then every undefined code, each in order of codes.
pub fn reference() -> Vec<ReferenceRow> {
    let defined = TABLE.iter().map(|row| ReferenceRow {
        code: code_range(row.code, row.code | row.operand.mask()),
        mnemonic: row.mnemonic,
        operand: row.operand.notation(),
        stack: row.stack.notation(),
        effect: row.effect,
        latency: row.latency.unwrap_or(""),
    });
    let undefined = UNDEFINED.iter().map(|&(first, last, effect)| ReferenceRow {
        code: code_range(first, last),
        mnemonic: "",
        operand: "",
        stack: StackEffect::of_code(first).notation(),
        effect,
        latency: "",
    });
    defined.chain(undefined).collect()
}

fn code_range(first: u16, last: u16) -> String {
    if first == last {
        format!("{first:03X}")
    } else {
        format!("{first:03X}-{last:03X}")
    }
}
