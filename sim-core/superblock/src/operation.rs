//! Operations of superblocks, and the one table from a microinstruction to its operation.
//!
//! An operation does the work of a microinstruction in both of its stages at once: what the instruction does to the stack
//! pointer and the RAM addresses in its IR cycle, and what it does to A, B and the RAM in its EX cycle. What another
//! instruction could see in between is sorted out by the compiler (`compile.rs`). Offsets of cycles are relative to the
//! block's base; offsets of bytes are relative to the Java PC.

use crate::latency::Latency;
use sim_core::decode::{ASource, BSource, Control, MemoryOp, Pointer, PointerLoad, RamAddress};

macro_rules! operations {
    (
        plain { $($(#[$doc:meta])* $name:ident $(($($part:ty),+))? => $moves:literal,)* }
        ends { $($end:ident = $of:ident $(($operand:ident: $ty:ty))? => $end_moves:literal,)* }
    ) => {
        /// One step of a superblock.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Op {
            $($(#[$doc])* $name $(($($part),+))?,)*
            $(#[doc = concat!("[`Op::", stringify!($of), "`]")] $end($($ty,)? End),)*
        }

        impl Op {
            /// This operation and the dispatch as one, if there is such a one.
            pub(crate) fn and(self, end: End) -> Option<Self> {
                Some(match self {
                    $(Self::$of $(($operand))? => Self::$end($($operand,)? end),)*
                    _ => return None,
                })
            }

            /// This operation without the dispatch at its end; none of a dispatch alone.
            pub(crate) fn without_end(self) -> Option<Self> {
                Some(match self {
                    $(Self::$end($($operand,)? _) => Self::$of $(($operand))?,)*
                    _ => return None,
                })
            }

            /// The dispatch at its end, and the elements that it adds to the stack before.
            pub(crate) fn end(self) -> Option<(End, i32)> {
                match self {
                    Self::End(end) $(| Self::$end(.., end))* => Some((end, moves_sp(self))),
                    _ => None,
                }
            }
        }

        /// Elements that an operation adds to the stack, where the way goes on behind it. Of memory operations it is that of
        /// those that pop ([`MemoryStep::pops`]); [`Op::SetSp`], and the pop after a branch, are up to the caller.
        pub(crate) fn moves_sp(op: Op) -> i32 {
            match op {
                $(Op::$name { .. } => $moves,)*
                $(Op::$end(..) => $end_moves,)*
            }
        }
    };
}

// Each row: operation, operands, and the elements that it adds to the stack.
operations! {
    plain {
        // Pushes: the old B goes to the RAM, B takes A, A takes the value.
        /// A word of the RAM at a fixed address.
        PushDirect(u16) => 1,
        /// A local variable.
        PushLocal(u8) => 1,
        /// The local variable that an operand byte names.
        PushOperandLocal(i16) => 1,
        /// The word that `ar` addresses.
        PushIndirect => 1,
        /// The third element.
        PushThird => 1,
        /// An operand byte.
        PushByte(i16) => 1,
        /// An operand byte, its sign extended.
        PushSignedByte(i16) => 1,
        /// Two operand bytes: high, low.
        PushShort(i16, i16) => 1,
        /// Two operand bytes, the sign extended.
        PushSignedShort(i16, i16) => 1,
        /// The data of the last read.
        PushReadData => 1,
        /// The product, as far as it is there in this cycle.
        PushProduct(u32) => 1,
        /// Where the method of the last lookup starts, in bytes.
        PushStart => 1,
        /// The stack pointer.
        PushSp => 1,
        /// The variable pointer.
        PushVp => 1,
        /// The Java PC.
        PushJpc(i16) => 1,
        /// A itself.
        Dup => 1,
        /// The old B.
        PushB => 1,

        // Pops: A takes the value, B the third element.
        /// B.
        Pop => -1,
        /// B + A.
        Add => -1,
        /// B - A.
        Subtract => -1,
        /// B and A.
        And => -1,
        /// B or A.
        Or => -1,
        /// B xor A.
        Xor => -1,
        /// B shifted right by A, zeros entering.
        ShiftRightLogical => -1,
        /// B shifted left by A.
        ShiftLeft => -1,
        /// B shifted right by A, the sign entering.
        ShiftRightArithmetic => -1,
        /// Pop to the RAM at a fixed address.
        StoreDirect(u16) => -1,
        /// Pop to a local variable.
        StoreLocal(u8) => -1,
        /// Pop to the local variable that an operand byte names.
        StoreOperandLocal(i16) => -1,
        /// Pop to the word that `ar` addresses.
        StoreIndirect => -1,
        /// Pop, and the value to the word above the old third element.
        StoreAbove => -1,
        /// Pop to the variable pointer.
        SetVp => -1,
        /// The same for a follower that still sees the old pointer; [`Op::CommitVp`] comes after it.
        SetVpLate => -1,
        /// Pop to the address register.
        SetAr => -1,
        /// The same for a follower that still sees the old register; [`Op::CommitAr`] comes after it.
        SetArLate => -1,
        /// Pop to the Java PC; the bytes seen until then are at this offset.
        SetJpc(i16) => -1,
        /// Pop, and A to the stack pointer; true for A of [`Op::KeepAb`].
        SetSp(bool) => 0,
        /// Pop to the multiplier, in the cycle of this IR stage.
        Multiply(u32) => -1,

        // Neither.
        /// A takes B.
        CopyB => 0,
        /// The pointer of [`Op::SetVpLate`] counts.
        CommitVp => 0,
        /// The register of [`Op::SetArLate`] counts.
        CommitAr => 0,
        /// Keeps A and B for an instruction that samples them one cycle early.
        KeepAb => 0,
        /// The memory system is busy in the cycle after this one.
        Busy(u32) => 0,
        /// A memory operation, by its number, and its pop.
        Memory(u32) => -1,
        /// The same of the load of a method.
        Load(u32) => -1,
        /// The same of a field.
        GetField(u32) => -1,
        /// The same of a read by address.
        Read(u32) => -1,
        /// The same of the address of a write.
        SetAddress(u32) => -1,
        /// Two `wait`, the first one in IR in this cycle.
        Wait(u32) => 0,
        /// The same with the load of a method under way.
        WaitLoad(u32) => 0,
        /// One `wait`: it must find nothing busy, else the reference goes on at this site.
        WaitOne(u32) => 0,
        /// Keeps the high operand byte, which is at this offset.
        KeepOperand(i16) => 0,

        // Control.
        /// Goes on there, where the pop follows, if A is zero; else pop. A of [`Op::KeepAb`] if so marked.
        IfZero(bool, u32) => 0,
        /// The same if A is not zero.
        IfNotZero(bool, u32) => 0,
        /// Goes on elsewhere.
        Goto(u32) => 0,
        /// The base moves on; [`Op::Check`] or a way to it follows.
        Advance(u32) => 0,
        /// The reference goes on at this site when the engine has been told to leave here.
        Falter(u32) => 0,
        /// The Java branch with this number.
        JavaBranch(u32) => 0,
        /// May go on only if this segment fits in.
        Check(u32) => 0,
        /// The next bytecode, at this offset, must not be one that the reference has to run.
        Peek(u32, i16) => 0,
        /// The reference goes on at this site.
        Leave(u32) => 0,
        /// Dispatches.
        End(End) => 0,

        // Pairs of operations (`fuse.rs`).
        /// Two local variables.
        PushLocals(u8, u8) => 2,
        /// A local variable and an operand.
        PushLocalConstant(u8, u32) => 2,
        /// A local variable added.
        AddLocal(u8) => 0,
        /// A local variable subtracted.
        SubtractLocal(u8) => 0,
        /// A local variable to another one.
        LocalToLocal(u8, u8) => 0,
        /// An operand added.
        AddConstant(u32) => 0,
        /// An operand to a local variable.
        ConstantToLocal(u8, u32) => 0,
        /// Two words of the RAM at fixed addresses.
        PushDirects(u16, u16) => 2,
        /// A word at a fixed address to another one.
        DirectToDirect(u16, u16) => 0,
        /// A word at a fixed address added.
        AddDirect(u16) => 0,
        /// A word at a fixed address subtracted.
        SubtractDirect(u16) => 0,
        /// A word at a fixed address as a mask.
        AndDirect(u16) => 0,
        /// A shift right by a word at a fixed address.
        ShiftRightDirect(u16) => 0,
        /// Pops to two fixed addresses.
        StoreDirects(u16, u16) => -2,
        /// The sum to a local variable.
        AddToLocal(u8) => -2,
        /// Two pops.
        PopTwo => -2,
        /// Two `wait`, then the data of the last read.
        WaitRead(u32) => 1,
        /// A memory operation and two `wait`.
        MemoryWait(u32) => -1,
        /// The same, and its data.
        MemoryWaitRead(u32) => 0,
        /// [`Op::GetField`] and two `wait`.
        GetFieldWait(u32) => -1,
        /// The same, and its data.
        GetFieldWaitRead(u32) => 0,
        /// [`Op::Read`] and two `wait`.
        ReadWait(u32) => -1,
        /// The same, and its data.
        ReadWaitRead(u32) => 0,
        /// [`Op::Advance`] and the check after it.
        AdvanceCheck(u16, u32) => 0,
        /// A word at a fixed address, shifted right by another one.
        ShiftRightDirects(u16, u16) => 1,
        /// A word at a fixed address, and another one as a mask.
        AndDirects(u16, u16) => 1,
        /// The same subtracted.
        SubtractAndDirects(u16, u16) => 0,
        /// A word at a fixed address, shifted right by another one, to a third one.
        ShiftRightDirectsTo(u16, u16, u16) => 0,
        /// A word at a fixed address, shifted right by another one, and a third one as a mask.
        ShiftRightAndDirects(u16, u16, u16) => 1,
        /// Four words of the RAM at fixed addresses.
        PushFourDirects(u8, u8, u8, u8) => 4,
        /// Two pops, and two words of the RAM at fixed addresses.
        PopTwoPushDirects(u16, u16) => 0,
        /// A to a fixed address, and it stays.
        DupToDirect(u16) => 0,
        /// The difference to a fixed address.
        SubtractToDirect(u16) => -2,
        /// The variable pointer to a fixed address.
        VpToDirect(u16) => 0,
        /// Two `wait`, then the data of the last read to a fixed address.
        WaitReadToDirect(u16, u32) => 0,
        /// Pops to two fixed addresses, and one to the variable pointer.
        StoreDirectsSetVp(u16, u16) => -3,
        /// The stack pointer, and a word at a fixed address added.
        PushSpAddDirect(u16) => 1,
        /// Two local variables added.
        PushSum(u8, u8) => 1,

        // In the operations of a method (`translate.rs`); offsets of cycles and bytes are relative to the run.
        /// Begins at the entry of the bytecode that has been dispatched.
        Dispatch => 0,
        /// A run of bytecodes: goes on as compiled if it does not fit in.
        Run(u32) => 0,
        /// An operand.
        PushConstant(u32) => 1,
        /// A Java branch, with A and B of [`Op::KeepAb`] if so marked: whether it is taken in each case of the flags, and where
        /// that goes on.
        Branch(bool, u16, u32) => 0,
        /// The dispatch inside of a run, for who looks on: with this place.
        Dispatched(u32) => 0,
        /// The run is over, with its last dispatch.
        Exit(u32) => 0,
        /// Goes on in the operations of the bytecode, from this place.
        GoOn(u32) => 0,

        // Heads of chains (`chains.rs`), each with the operands of the operation that it is.
        /// The first half of a call, up to the load of the method.
        Call => 1,
        /// The choice of a virtual method.
        CallVirtual(u16) => 0,
        /// The second half of a virtual call, up to the first bytecode.
        EnterVirtual(u32) => -1,
        /// The second half of a call: the new frame.
        EnterMethod(u32) => -1,
        /// The same where it is one segment.
        EnterInterface(u32) => -1,
        /// The end of a call: what the frame keeps, and the first bytecode.
        BeginMethod(u32) => 0,
        /// The first half of a return.
        Return => 1,
        /// The same with a value.
        ReturnValue(u16) => -1,
        /// The second half of a return.
        ReturnTo(u32) => -1,
        /// The same with a value.
        ReturnValueTo(u32) => -1,
        /// A word of a thread's stack to memory, and back; the end of the loop.
        SaveWord(u32) => 0,
        RestoreWord(u32) => 0,
        CountWords => -1,
        /// The load of an element.
        LoadElement(u32) => -1,
        /// The store to an element.
        StoreElement(u32) => -1,
        /// The pops after a branch that is not taken.
        BranchPopTwo(bool, u16, u32) => 0,
        BranchPop(bool, u16, u32) => 0,
        /// A field of an object in a local variable.
        LocalField(u8) => 1,
        /// A local variable and a constant.
        AddLocalDirect(u8) => 1,
        /// A constant of the method's class.
        Constant(u16) => 1,
        /// A write by address.
        WriteTo(u32) => -1,
        /// The ends of runs.
        PopTwoExit => -2,
        PopExit => -1,
        LocalExit(u8) => 1,
    }
    // The last operations of most bytecodes, and the dispatch.
    ends {
        PushDirectEnd = PushDirect(address: u16) => 1,
        PushLocalEnd = PushLocal(n: u8) => 1,
        PushOperandLocalEnd = PushOperandLocal(offset: i16) => 1,
        PushSignedByteEnd = PushSignedByte(offset: i16) => 1,
        PushReadDataEnd = PushReadData => 1,
        StoreLocalEnd = StoreLocal(n: u8) => -1,
        StoreOperandLocalEnd = StoreOperandLocal(offset: i16) => -1,
        PopEnd = Pop => -1,
        AddEnd = Add => -1,
        SubtractEnd = Subtract => -1,
        AndEnd = And => -1,
        DupEnd = Dup => 1,
    }
}

/// A dispatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    /// Of the high operand byte to be kept, as [`Op::KeepOperand`]; [`End::KEPT`] if it is kept already.
    pub(crate) keep: i8,
    /// Of the bytecode that is dispatched.
    pub(crate) offset: i8,
    /// The next block begins so many cycles after this one.
    pub(crate) cycles: u16,
}

impl End {
    pub(crate) const KEPT: i8 = i8::MIN;
}

/// What a microinstruction does to the stack, from the controls that it decodes to.
pub(crate) enum Stack {
    /// Needs nothing but the operation.
    Plain(Op),
    /// Needs the operand bytes in the cycle before its IR stage.
    Operand(u8),
    /// Reads (`false`) or writes a local that the operand names.
    OperandLocal(bool),
    /// Reads the Java PC.
    Jpc,
    /// Loads a pointer register.
    Pointer(PointerLoad),
    /// Loads the stack pointer.
    Sp,
    /// Starts the multiplier, or reads it (`true`).
    Multiplier(bool),
}

/// The table. Branches, `wait`, `jbr` and the strobes of `control` come on top of it.
pub(crate) fn operation(control: &Control) -> Option<Stack> {
    use Stack::Plain;
    Some(match control.b {
        BSource::A => push(control),
        BSource::Ram => match control.a {
            _ if control.pointer != PointerLoad::None => Stack::Pointer(control.pointer),
            _ if control.sp == sim_core::decode::SpNext::LoadA => Stack::Sp,
            _ if control.multiply => Stack::Multiplier(false),
            ASource::Add => Plain(Op::Add),
            ASource::Subtract => Plain(Op::Subtract),
            ASource::And => Plain(Op::And),
            ASource::Or => Plain(Op::Or),
            ASource::Xor => Plain(Op::Xor),
            ASource::ShiftRightLogical => Plain(Op::ShiftRightLogical),
            ASource::ShiftLeft => Plain(Op::ShiftLeft),
            ASource::ShiftRightArithmetic => Plain(Op::ShiftRightArithmetic),
            _ if control.writes => store(control.write),
            _ => Plain(Op::Pop),
        },
        BSource::Hold => match control.a {
            ASource::B => Plain(Op::CopyB),
            _ => return None,
        },
    })
}

fn push(control: &Control) -> Stack {
    use Stack::Plain;
    match control.a {
        ASource::Ram => load(control.read),
        ASource::Operand => Stack::Operand(control.operand_format),
        ASource::External if control.external == 0 => Plain(Op::PushReadData),
        ASource::External if control.external == 1 => Stack::Multiplier(true),
        ASource::External => Plain(Op::PushStart),
        ASource::Sp => Plain(Op::PushSp),
        ASource::Vp => Plain(Op::PushVp),
        ASource::Jpc => Stack::Jpc,
        ASource::Hold => Plain(Op::Dup),
        _ => Plain(Op::PushB),
    }
}

fn load(address: RamAddress) -> Stack {
    Stack::Plain(match address.pointer {
        Pointer::LocalOperand => return Stack::OperandLocal(false),
        Pointer::Ar => Op::PushIndirect,
        Pointer::Sp => Op::PushThird,
        Pointer::Zero => Op::PushDirect(address.direct.into()),
        local => Op::PushLocal(local as u8),
    })
}

fn store(address: RamAddress) -> Stack {
    Stack::Plain(match address.pointer {
        Pointer::LocalOperand => return Stack::OperandLocal(true),
        Pointer::Ar => Op::StoreIndirect,
        Pointer::SpPlusOne => Op::StoreAbove,
        Pointer::Zero => Op::StoreDirect(address.direct.into()),
        local => Op::StoreLocal(local as u8),
    })
}

/// Where an operand byte comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Byte {
    /// The bytecode RAM, at this offset from the Java PC.
    At(i16),
    /// The register that keeps it ([`Op::KeepOperand`]).
    Kept,
    /// The bytecode RAM, at the Java PC before [`Op::SetJpc`].
    Before,
    /// This one.
    Is(u8),
    /// Nothing that a superblock knows.
    Unknown,
}

/// A place at which the reference can go on: in the cycle in which `word` is in IR, all before it done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    /// Address of the word in IR.
    pub(crate) word: u16,
    /// Address of the visible word, unless the one in IR has dispatched.
    pub(crate) next: u16,
    /// The cycle.
    pub(crate) cycle: u32,
    /// The Java PC in the cycle before.
    pub(crate) jpc: i16,
    /// The read address of the bytecode RAM is still that before [`Op::SetJpc`].
    pub(crate) address_before: bool,
    /// Operand bytes of this cycle: high, low.
    pub(crate) operand: [Byte; 2],
    /// Operand bytes of the cycle before.
    pub(crate) operand_before: [Byte; 2],
}

/// What a stretch of operations needs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Segment {
    /// Where the reference goes on if it does not fit in.
    pub(crate) site: u32,
    /// Cycles at most.
    pub(crate) cycles: u32,
    /// Elements pushed at most.
    pub(crate) rise: u32,
    /// Elements popped at most.
    pub(crate) fall: u32,
    /// Stack pointers from `fall` on with which it neither comes near the limit nor below 0.
    pub(crate) room: u32,
}

impl Segment {
    /// Whether it ends by `horizon` if it begins at `base`, and the stack has room.
    #[inline(always)]
    pub(crate) fn fits(&self, base: u64, horizon: u64, sp: u32) -> bool {
        base + u64::from(self.cycles) <= horizon && sp.wrapping_sub(self.fall) < self.room
    }

    /// The same of a stack that must stay below `limit`.
    pub(crate) fn below(self, limit: u32) -> Self {
        let room = limit.saturating_sub(self.rise + self.fall);
        Self { room, ..self }
    }
}

/// A memory operation in its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemoryStep {
    pub(crate) op: MemoryOp,
    /// Where the reference goes on if the operation is not a plain one; none needed for those that always are.
    pub(crate) site: u32,
    /// Cycle of the IR stage.
    pub(crate) cycle: u32,
    /// Operand bytes that the controller samples: high, low.
    pub(crate) operand: [Byte; 2],
    /// The operand, where it is known already.
    pub(crate) known: Option<u32>,
    /// Of an operation that starts the controller, the load of a method aside.
    pub(crate) latency: Latency,
    /// Cycle of the first `wait`, where it is one with the operation.
    pub(crate) wait: u32,
    /// It takes its word's pop with it.
    pub(crate) pops: bool,
}

impl MemoryStep {
    /// The operation of it.
    pub(crate) fn operation(&self, number: u32) -> Op {
        match self.op {
            MemoryOp::Read | MemoryOp::ReadConstant | MemoryOp::ReadAssociative => Op::Read(number),
            MemoryOp::WriteAddress => Op::SetAddress(number),
            MemoryOp::MethodLoad => Op::Load(number),
            MemoryOp::GetField => Op::GetField(number),
            _ => Op::Memory(number),
        }
    }
}

/// A Java branch in its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct JavaStep {
    /// Bytes of the offset: high, low.
    pub(crate) offset: [Byte; 2],
    /// Java PC after it, if it is not taken.
    pub(crate) jpc: i16,
    /// The high operand byte after it.
    pub(crate) kept: Byte,
    /// A and B are those of [`Op::KeepAb`].
    pub(crate) early: bool,
    /// The adder adds.
    pub(crate) adds: bool,
}
