//! Decode stage: control signals of each microinstruction, in its IR cycle and in its EX cycle.
//!
//! ```text
//!          +--------+----> IR controls: stack pointer, RAM addresses, branch condition, jbr, wait
//!   ir --->| decode |
//!          +--------+-[register]-> EX controls: A and B multiplexers, pointer loads, memory strobes
//! ```
//!
//! Decoding is a pure function of the ten instruction bits, so the table of all 1,024 is made once; the EX
//! register then holds the number of a row. Undefined encodings decode as the gates do (spec 02 section 3).

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Next value of the stack pointer, loaded at the edge ending IR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpNext {
    /// Unchanged.
    Hold,
    /// One up: a push.
    Increment,
    /// One down: a pop.
    Decrement,
    /// The low bits of A in its IR cycle: `stsp`.
    LoadA,
}

/// Pointer that addresses the stack RAM, formed in the IR cycle; the number is its place in
/// [`crate::stack::Stack::pointers`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Pointer {
    /// Local variable 0, relative to `vp`; local variables 1 to 3 follow.
    Local0 = 0,
    /// Local variable 1.
    Local1 = 1,
    /// Local variable 2.
    Local2 = 2,
    /// Local variable 3.
    Local3 = 3,
    /// Local variable named by the bytecode operand: `vpadd`.
    LocalOperand = 4,
    /// The address register.
    Ar = 5,
    /// The stack pointer.
    Sp = 6,
    /// One above the stack pointer.
    SpPlusOne = 7,
    /// Zero: the address is the direct one in the instruction.
    Zero = 8,
}

/// Address of the stack RAM: a pointer, or a direct address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RamAddress {
    /// The pointer.
    pub pointer: Pointer,
    /// Direct address; 0 with a pointer.
    pub direct: u8,
}

impl RamAddress {
    /// The word that a pointer points to.
    #[must_use]
    pub const fn pointer(pointer: Pointer) -> Self {
        Self { pointer, direct: 0 }
    }

    /// The word of this number.
    #[must_use]
    pub const fn direct(direct: u8) -> Self {
        Self {
            pointer: Pointer::Zero,
            direct,
        }
    }
}

const LOCALS: [RamAddress; 4] = [
    RamAddress::pointer(Pointer::Local0),
    RamAddress::pointer(Pointer::Local1),
    RamAddress::pointer(Pointer::Local2),
    RamAddress::pointer(Pointer::Local3),
];

/// Condition of a microcode branch, tested on A in the IR cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BranchCondition {
    /// No branch.
    Never,
    /// `bz`.
    Zero,
    /// `bnz`.
    NotZero,
}

/// Next value of A, loaded at the edge ending EX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ASource {
    /// A itself.
    Hold,
    /// B + A.
    Add,
    /// B - A.
    Subtract,
    /// B.
    B,
    /// B and A.
    And,
    /// B or A.
    Or,
    /// B xor A.
    Xor,
    /// B shifted right by A, zeros entering.
    ShiftRightLogical,
    /// B shifted left by A.
    ShiftLeft,
    /// B shifted right by A, the sign entering.
    ShiftRightArithmetic,
    /// The stack RAM word read in the IR cycle.
    Ram,
    /// The bytecode operand.
    Operand,
    /// Memory data, product or method start.
    External,
    /// The stack pointer.
    Sp,
    /// The variable pointer.
    Vp,
    /// The Java program counter.
    Jpc,
}

/// Next value of B, loaded at the edge ending EX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BSource {
    /// B itself.
    Hold,
    /// The stack RAM word read in the IR cycle: a pop.
    Ram,
    /// A: a push.
    A,
}

/// Pointer register that takes A of the EX cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerLoad {
    /// None.
    None,
    /// `stvp`.
    Vp,
    /// `stjpc`.
    Jpc,
    /// `star`.
    Ar,
}

/// Strobe to the memory controller, 1 in the EX cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryOp {
    /// No strobe.
    #[default]
    None,
    /// `stmwa`: load the write address.
    WriteAddress,
    /// `stmra`: read.
    Read,
    /// `stmwd`: write.
    Write,
    /// `stald`: array load.
    ArrayLoad,
    /// `stast`: array store.
    ArrayStore,
    /// `stgf`: read a field.
    GetField,
    /// `stpf`: write a field.
    PutField,
    /// `stcp`: one step of the copy unit.
    Copy,
    /// `stbcrd`: look a method up and load it.
    MethodLoad,
    /// `stidx`: load the index register, native access follows.
    Index,
    /// `stps`: write a static field.
    PutStatic,
    /// `stmrac`: read, constant cache class.
    ReadConstant,
    /// `stmraf`: read, fully associative cache class.
    ReadAssociative,
    /// `stmwdf`: write, fully associative cache class.
    WriteAssociative,
    /// `stpfr`: write a reference field with scope check.
    PutFieldReference,
    /// `stgs`: read a static field.
    GetStatic,
    /// `cinval`: invalidate data caches and object cache.
    Invalidate,
    /// `atmstart`.
    AtomicStart,
    /// `atmend`.
    AtomicEnd,
}

/// Everything one microinstruction controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Control {
    /// IR: next stack pointer.
    pub sp: SpNext,
    /// IR: address of the stack RAM read.
    pub read: RamAddress,
    /// IR: address of the stack RAM write.
    pub write: RamAddress,
    /// IR: the stack RAM is written.
    pub writes: bool,
    /// IR: branch condition.
    pub branch: BranchCondition,
    /// IR: the Java branch condition counts.
    pub jbr: bool,
    /// IR: the microcode PC is held while busy.
    pub wait: bool,
    /// EX: unconditional jump.
    pub jump: bool,
    /// IR: displacement of `bz`, `bnz` or `jmp` in words.
    pub displacement: i16,
    /// IR: extension of the operand; bit 0 signed, bit 1 sixteen bits.
    pub operand_format: u8,
    /// IR: source of `exr`; 0 memory, 1 multiplier, else method start.
    pub external: u8,
    /// EX: next A.
    pub a: ASource,
    /// EX: next B. The stack RAM is written with A where B comes from the RAM, else with B.
    pub b: BSource,
    /// EX: pointer register loaded.
    pub pointer: PointerLoad,
    /// EX: the adder subtracts, which the `lt` flag of `jbr` needs.
    pub subtracts: bool,
    /// EX: starts the multiplier.
    pub multiply: bool,
    /// EX: strobe to the memory controller.
    pub memory: MemoryOp,
    /// EX: first busy cycle, `wr_dly`.
    pub starts_memory: bool,
}

/// Number of the row that the EX register holds after reset: no control is active.
pub const RESET_ROW: u16 = 1024;

/// The table of all instruction words and the reset row, its index masked to 11 bits. All machines share its rows.
#[derive(Debug, Clone)]
pub struct DecodeTable {
    rows: &'static [Control; 2048],
}

static ROWS: LazyLock<Box<[Control; 2048]>> = LazyLock::new(|| {
    let mut rows = Box::new([RESET_CONTROL; 2048]);
    for (word, row) in rows.iter_mut().take(1024).enumerate() {
        *row = decode(word as u16);
    }
    rows
});

impl DecodeTable {
    /// Decodes every instruction word.
    #[must_use]
    pub fn new() -> Self {
        Self { rows: &ROWS }
    }

    /// The controls of an instruction word, or of [`RESET_ROW`].
    #[inline(always)]
    #[must_use]
    pub fn row(&self, word: u16) -> &Control {
        &self.rows[usize::from(word & 0x7FF)]
    }
}

impl Default for DecodeTable {
    fn default() -> Self {
        Self::new()
    }
}

const RESET_CONTROL: Control = Control {
    sp: SpNext::Hold,
    read: RamAddress::pointer(Pointer::Sp),
    write: RamAddress::pointer(Pointer::SpPlusOne),
    writes: false,
    branch: BranchCondition::Never,
    jbr: false,
    wait: false,
    jump: false,
    displacement: 0,
    operand_format: 0,
    external: 0,
    a: ASource::Hold,
    b: BSource::Hold,
    pointer: PointerLoad::None,
    subtracts: false,
    multiply: false,
    memory: MemoryOp::None,
    starts_memory: false,
};

/// Decodes the ten bits of a microinstruction.
#[must_use]
pub fn decode(word: u16) -> Control {
    let (sp, b) = stack_effect(word);
    let memory = memory_op(word);
    Control {
        sp,
        read: read_address(word),
        write: write_address(word),
        writes: sp == SpNext::Increment || matches!(word, 0x010..=0x017 | 0x020..=0x03F),
        branch: match word >> 6 {
            0x6 => BranchCondition::Zero,
            0x7 => BranchCondition::NotZero,
            _ => BranchCondition::Never,
        },
        jbr: word == 0x102,
        wait: word == 0x101,
        jump: word & 0x200 != 0,
        displacement: sign_extend(word, if word & 0x200 != 0 { 9 } else { 6 }),
        operand_format: (word & 3) as u8,
        external: (word & 0xF).min(2) as u8,
        a: a_source(word),
        b,
        pointer: match word {
            0x018 => PointerLoad::Vp,
            0x019 => PointerLoad::Jpc,
            0x01A => PointerLoad::Ar,
            _ => PointerLoad::None,
        },
        subtracts: word != 0x004,
        multiply: word == 0x040,
        memory,
        starts_memory: matches!(word, 0x040..=0x04F | 0x110..=0x11F),
    }
}

/// Stack class, selected by bits 9 to 6 alone.
fn stack_effect(word: u16) -> (SpNext, BSource) {
    match word >> 6 {
        0x0 if word == 0x01B => (SpNext::LoadA, BSource::Ram),
        0x0 | 0x1 | 0x6 | 0x7 => (SpNext::Decrement, BSource::Ram),
        0x2 | 0x3 => (SpNext::Increment, BSource::A),
        _ => (SpNext::Hold, BSource::Hold),
    }
}

fn read_address(word: u16) -> RamAddress {
    let low_five = (word & 0x1F) as u8;
    match word {
        0x0E8..=0x0EB => LOCALS[usize::from(word & 3)],
        0x0EC => RamAddress::pointer(Pointer::LocalOperand),
        0x0ED => RamAddress::pointer(Pointer::Ar),
        0x0EF | 0x0A0..=0x0BF => RamAddress::direct(low_five),
        0x0C0..=0x0DF => RamAddress::direct(32 + low_five),
        _ => RamAddress::pointer(Pointer::Sp),
    }
}

fn write_address(word: u16) -> RamAddress {
    match word {
        0x010..=0x013 => LOCALS[usize::from(word & 3)],
        0x014 => RamAddress::pointer(Pointer::LocalOperand),
        0x015 => RamAddress::pointer(Pointer::Ar),
        0x017 | 0x020..=0x03F => RamAddress::direct((word & 0x1F) as u8),
        _ => RamAddress::pointer(Pointer::SpPlusOne),
    }
}

fn a_source(word: u16) -> ASource {
    match word {
        0x0F8 | 0x100..=0x102 | 0x110..=0x113 | 0x200..=0x3FF => ASource::Hold,
        0x004 => ASource::Add,
        0x005 => ASource::Subtract,
        0x001 => ASource::And,
        0x002 => ASource::Or,
        0x003 => ASource::Xor,
        0x01C | 0x01F => ASource::ShiftRightLogical,
        0x01D => ASource::ShiftLeft,
        0x01E => ASource::ShiftRightArithmetic,
        0x0A0..=0x0DF | 0x0E8..=0x0EF => ASource::Ram,
        0x0F4..=0x0F7 => ASource::Operand,
        0x0E0..=0x0E7 => ASource::External,
        0x0F0 => ASource::Sp,
        0x0F1 => ASource::Vp,
        0x0F2 | 0x0F3 => ASource::Jpc,
        _ => ASource::B,
    }
}

fn memory_op(word: u16) -> MemoryOp {
    match word {
        0x041 => MemoryOp::WriteAddress,
        0x042 => MemoryOp::Read,
        0x043 => MemoryOp::Write,
        0x044 => MemoryOp::ArrayLoad,
        0x045 => MemoryOp::ArrayStore,
        0x046 => MemoryOp::GetField,
        0x047 => MemoryOp::PutField,
        0x048 => MemoryOp::Copy,
        0x049 => MemoryOp::MethodLoad,
        0x04A => MemoryOp::Index,
        0x04B => MemoryOp::PutStatic,
        0x04C => MemoryOp::ReadConstant,
        0x04D => MemoryOp::ReadAssociative,
        0x04E => MemoryOp::WriteAssociative,
        0x04F => MemoryOp::PutFieldReference,
        0x110 => MemoryOp::GetStatic,
        0x111 => MemoryOp::Invalidate,
        0x112 => MemoryOp::AtomicStart,
        0x113 => MemoryOp::AtomicEnd,
        _ => MemoryOp::None,
    }
}

fn sign_extend(word: u16, bits: u32) -> i16 {
    let shift = 16 - bits;
    (word << shift) as i16 >> shift
}
