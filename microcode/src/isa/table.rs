//! The instruction table: the only definition of codes, names, operands, effects and latencies.

use serde::{Deserialize, Serialize};

use super::CODE_MASK;

/// Lists every microinstruction: effect, base code, mnemonic, variant, operand, stack effect, latency where one matters.
macro_rules! for_each_micro_op {
    ($emit:ident) => { $emit! {
        /// Drops A.
        0x000 pop         Pop                 None      Pop;
        /// A := B and A.
        0x001 and         And                 None      Pop;
        /// A := B or A.
        0x002 or          Or                  None      Pop;
        /// A := B xor A.
        0x003 xor         Xor                 None      Pop;
        /// A := B + A, wrapping at 32 bits.
        0x004 add         Add                 None      Pop  "not directly before jbr, which then sees the sum in place of `less than`";
        /// A := B - A, wrapping at 32 bits.
        0x005 sub         Sub                 None      Pop;
        /// Local 0 := A.
        0x010 st0         StoreLocal0         None      Pop  "2 after stvp";
        /// Local 1 := A.
        0x011 st1         StoreLocal1         None      Pop  "2 after stvp";
        /// Local 2 := A.
        0x012 st2         StoreLocal2         None      Pop  "2 after stvp";
        /// Local 3 := A.
        0x013 st3         StoreLocal3         None      Pop  "2 after stvp";
        /// Local numbered by the low seven bits of the operand byte := A.
        0x014 st          StoreLocal          None      Pop  "exactly 1 after the word with opd; 3 after stvp";
        /// Stack RAM word `ar` := A.
        0x015 stmi        StoreIndirect       None      Pop  "2 after star";
        /// vp := A.
        0x018 stvp        StoreVp             None      Pop;
        /// jpc := A.
        0x019 stjpc       StoreJpc            None      Pop  "4 before a word whose nxt or opd needs the new stream";
        /// ar := A.
        0x01A star        StoreAr             None      Pop;
        /// sp := A of the IR cycle.
        0x01B stsp        StoreSp             None      Pop  "2 after an instruction that writes A";
        /// A := B shifted right by the low five bits of A, zeros shifted in.
        0x01C ushr        ShiftRightLogical   None      Pop;
        /// A := B shifted left by the low five bits of A.
        0x01D shl         ShiftLeft           None      Pop;
        /// A := B shifted right by the low five bits of A, sign shifted in.
        0x01E shr         ShiftRight          None      Pop;
        /// Stack RAM word n := A. Reaches words 0 to 31 only.
        0x020 stm         StoreVariable       Variable  Pop;
        /// Starts the multiplier with A and B.
        0x040 stmul       StartMultiply       None      Pop  "18 before ldmul";
        /// Memory write address := A.
        0x041 stmwa       StoreWriteAddress   None      Pop;
        /// Starts a memory read at address A.
        0x042 stmra       StartRead           None      Pop  "two waits before ldmrd";
        /// Starts a memory write of A to the write address.
        0x043 stmwd       StartWrite          None      Pop;
        /// Starts an array load: A is the index, B the array handle.
        0x044 stald       StartArrayLoad      None      Pop  "two waits before ldmrd";
        /// Starts an array store: A is the value, B the index, the array handle is popped next.
        0x045 stast       StartArrayStore     None      Pop;
        /// Starts getfield: A is the object handle.
        0x046 stgf        StartGetField       None      Pop  "two waits before ldmrd";
        /// Starts putfield: A is the value, B the object handle.
        0x047 stpf        StartPutField       None      Pop;
        /// Starts one step of the copy unit.
        0x048 stcp        StartCopy           None      Pop;
        /// Starts a load of the method cache: A is word 0 of the method structure.
        0x049 stbcrd      StartBytecodeLoad   None      Pop;
        /// Index register := A; the next field or static access uses it in place of the operand.
        0x04A stidx       StoreIndex          None      Pop;
        /// Starts putstatic of A.
        0x04B stps        StartPutStatic      None      Pop;
        /// Starts a memory read at address A through the constant cache.
        0x04C stmrac      StartReadConstant   None      Pop  "two waits before ldmrd";
        /// Starts a memory read at address A through the fully associative cache.
        0x04D stmraf      StartReadFull       None      Pop  "two waits before ldmrd";
        /// Starts a memory write of A through the fully associative cache.
        0x04E stmwdf      StartWriteFull      None      Pop;
        /// Starts putfield of a reference, with scope check.
        0x04F stpfr       StartPutReference   None      Pop;
        /// Pushes stack RAM word n. Reaches words 0 to 31 only.
        0x0A0 ldm         LoadVariable        Variable  Push;
        /// Pushes constant n, which is stack RAM word 32 + n.
        0x0C0 ldi         LoadConstant        Constant  Push;
        /// Pushes the data of the last memory read.
        0x0E0 ldmrd       LoadReadData        None      Push "after two waits";
        /// Pushes the low 32 bits of the product.
        0x0E1 ldmul       LoadProduct         None      Push "18 after stmul";
        /// Pushes the byte address of the current method in the method cache.
        0x0E2 ldbcstart   LoadBytecodeStart   None      Push;
        /// Pushes local 0.
        0x0E8 ld0         LoadLocal0          None      Push "2 after stvp";
        /// Pushes local 1.
        0x0E9 ld1         LoadLocal1          None      Push "2 after stvp";
        /// Pushes local 2.
        0x0EA ld2         LoadLocal2          None      Push "2 after stvp";
        /// Pushes local 3.
        0x0EB ld3         LoadLocal3          None      Push "2 after stvp";
        /// Pushes the local numbered by the low seven bits of the operand byte.
        0x0EC ld          LoadLocal           None      Push "exactly 1 after the word with opd; 3 after stvp";
        /// Pushes stack RAM word `ar`.
        0x0ED ldmi        LoadIndirect        None      Push "2 after star";
        /// Pushes sp, which is the value before this instruction plus 1.
        0x0F0 ldsp        LoadSp              None      Push;
        /// Pushes vp.
        0x0F1 ldvp        LoadVp              None      Push;
        /// Pushes jpc.
        0x0F2 ldjpc       LoadJpc             None      Push;
        /// Pushes the operand byte, zero-extended.
        0x0F4 ld_opd_8u   LoadOperand8u       None      Push "exactly 1 after the word with opd";
        /// Pushes the operand byte, sign-extended.
        0x0F5 ld_opd_8s   LoadOperand8s       None      Push "exactly 1 after the word with opd";
        /// Pushes two operand bytes, zero-extended.
        0x0F6 ld_opd_16u  LoadOperand16u      None      Push "exactly 1 after the second word with opd";
        /// Pushes two operand bytes, sign-extended.
        0x0F7 ld_opd_16s  LoadOperand16s      None      Push "exactly 1 after the second word with opd";
        /// Pushes A.
        0x0F8 dup         Dup                 None      Push;
        /// Does nothing.
        0x100 nop         Nop                 None      Keep;
        /// Holds the microcode program counter while the memory is busy.
        0x101 wait        Wait                None      Keep "always two in a row: the word after a held wait is executed in every held cycle";
        /// Branches in the bytecode if the condition of the current Java branch holds.
        0x102 jbr         JavaBranch          None      Keep "2 after an instruction that writes A or B";
        /// Starts getstatic.
        0x110 stgs        StartGetStatic      None      Keep "two waits before ldmrd";
        /// Invalidates data caches and object cache.
        0x111 cinval      InvalidateCaches    None      Keep;
        /// Starts an atomic section of memory accesses.
        0x112 atmstart    StartAtomic         None      Keep;
        /// Ends an atomic section of memory accesses.
        0x113 atmend      EndAtomic           None      Keep;
        /// Branches if A is zero.
        0x180 bz          BranchIfZero        Branch    Pop  "2 after an instruction that writes A; two delay slots follow";
        /// Branches if A is not zero.
        0x1C0 bnz         BranchIfNotZero     Branch    Pop  "2 after an instruction that writes A; two delay slots follow";
        /// Jumps.
        0x200 jmp         Jump                Jump      Keep "two delay slots follow";
    }};
}

/// Meaning of the low bits of a microinstruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperandKind {
    /// No operand bits.
    None,
    /// Five bits: a stack RAM word from 0 to 31.
    Variable,
    /// Five bits: the index of a constant, held in stack RAM words 32 to 63.
    Constant,
    /// Six bits, signed: target - address - 1.
    Branch,
    /// Nine bits, signed: target - address - 1.
    Jump,
}

impl OperandKind {
    /// Number of operand bits.
    pub const fn bits(self) -> u32 {
        match self {
            Self::None => 0,
            Self::Variable | Self::Constant => 5,
            Self::Branch => 6,
            Self::Jump => 9,
        }
    }

    /// The bits of a microinstruction that hold the operand.
    pub const fn mask(self) -> u16 {
        (1 << self.bits()) - 1
    }

    /// Least and greatest value the operand can take.
    pub const fn range(self) -> (i32, i32) {
        match self {
            Self::None | Self::Variable | Self::Constant => (0, self.mask() as i32),
            Self::Branch | Self::Jump => {
                let half = 1 << (self.bits() - 1);
                (-half, half - 1)
            }
        }
    }

    /// Returns true if the operand is the distance to a target.
    pub const fn is_displacement(self) -> bool {
        matches!(self, Self::Branch | Self::Jump)
    }

    /// One column of the reference page.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Variable => "variable, 5 bits",
            Self::Constant => "constant, 5 bits",
            Self::Branch => "target, 6 bits signed",
            Self::Jump => "target, 9 bits signed",
        }
    }
}

/// Effect of an instruction on the stack pointer; decided by bits 9 to 6 alone (spec 02 section 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackEffect {
    /// One element less: B := stack RAM word `sp`, then sp - 1.
    Pop,
    /// One element more: stack RAM word `sp + 1` := B, B := A, then sp + 1.
    Push,
    /// sp and B stay.
    Keep,
}

impl StackEffect {
    /// The stack effect of any of the 1,024 codes, defined or not.
    pub const fn of_code(code: u16) -> Self {
        match (code & CODE_MASK) >> 6 {
            0 | 1 | 6 | 7 => Self::Pop,
            2 | 3 => Self::Push,
            _ => Self::Keep,
        }
    }

    /// One column of the reference page.
    pub const fn notation(self) -> &'static str {
        match self {
            Self::Pop => "pop",
            Self::Push => "push",
            Self::Keep => "none",
        }
    }
}

/// One line of the instruction table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The operation.
    pub op: Op,
    /// Code with all operand bits zero.
    pub code: u16,
    /// Name in source and listing, lower case.
    pub mnemonic: &'static str,
    /// Meaning of the operand bits.
    pub operand: OperandKind,
    /// Effect on the stack pointer.
    pub stack: StackEffect,
    /// Effect on everything else, one line.
    pub effect: &'static str,
    /// Distances to keep, where one matters.
    pub latency: Option<&'static str>,
}

macro_rules! define_ops {
    ($($(#[doc = $effect:literal])+ $code:literal $mnemonic:ident $variant:ident $operand:ident $stack:ident $($latency:literal)?;)+) => {
        /// The operation of a microinstruction, without its operand.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Op {
            $($(#[doc = $effect])+ $variant,)+
        }

        /// The instruction set in order of codes.
        pub const TABLE: &[Row] = &[
            $(Row {
                op: Op::$variant,
                code: $code,
                mnemonic: stringify!($mnemonic),
                operand: OperandKind::$operand,
                stack: StackEffect::$stack,
                effect: concat!($($effect),+).trim_ascii_start(),
                latency: latency_note(&[$($latency)?]),
            },)+
        ];
    };
}

const fn latency_note(notes: &[&'static str]) -> Option<&'static str> {
    match notes {
        [note, ..] => Some(*note),
        [] => None,
    }
}

for_each_micro_op!(define_ops);

impl Op {
    /// The table line of this operation.
    pub const fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Name in source and listing.
    pub const fn mnemonic(self) -> &'static str {
        self.row().mnemonic
    }

    /// The operation with this name, which must be in lower case.
    pub fn from_mnemonic(name: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|row| row.mnemonic == name)
            .map(|row| row.op)
    }

    /// Returns true if A may differ after this instruction (`ena_a`, spec 03 section 3).
    pub const fn writes_a(self) -> bool {
        !matches!(self, Self::Dup) && !matches!(self.row().stack, StackEffect::Keep)
    }

    /// Returns true if the two words after this instruction are executed before it takes effect.
    pub const fn has_delay_slots(self) -> bool {
        self.row().operand.is_displacement()
    }
}
