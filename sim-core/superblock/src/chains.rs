//! Chains of operations that often follow each other: the head of a chain executes all of it without going through the loop.
//!
//! A chain changes its head alone. The others stay as they are, for who goes to one of them, and each is asked for before it is
//! executed: a head whose chain is not there any more does what it does alone.

use crate::operation::Op;

/// Operations after the head of a chain at most.
pub(crate) const LONGEST: usize = 20;

/// Each row: the head in a chain, the head alone, and what follows. Where two rows begin alike the first one counts.
macro_rules! for_each_chain {
    ($emit:ident) => {
        $emit! {
            Call = Dup:
                AddDirect Read DirectToDirect StoreDirect WaitReadToDirect PushDirect Read PushJpc
                PushStart Wait SubtractToDirect VpToDirect DirectToDirect PushReadData GoOn;
            CallVirtual = DupToDirect(to):
                ShiftRightDirect PushSp SubtractAndDirects SetAr PushIndirect Dup IfZero AddDirect
                ReadWaitRead;
            EnterVirtual = Load(step):
                ShiftRightDirectsTo PushSpAddDirect Dup SubtractAndDirects DupToDirect AddDirect
                SetVp ShiftRightAndDirects Add SetSp Advance
                Check PopTwoPushDirects PushDirects PushDirect PushStart SetJpc WaitLoad End;
            EnterMethod = Load(step):
                ShiftRightDirectsTo PushSpAddDirect Dup SubtractAndDirects DupToDirect AddDirect
                SetVp ShiftRightAndDirects Add SetSp Advance Goto;
            EnterInterface = Load(step):
                ShiftRightDirectsTo PushSpAddDirect Dup SubtractAndDirects DupToDirect AddDirect
                SetVp ShiftRightAndDirects Add SetSp AdvanceCheck
                PopTwoPushDirects PushDirects PushDirect PushStart SetJpc WaitLoad End;
            BeginMethod = Check(segment):
                PopTwoPushDirects PushDirects PushDirect PushStart SetJpc WaitLoad End;
            Return = Dup: Read StoreDirectsSetVp WaitRead GoOn;
            ReturnValue = StoreDirect(to): Dup Read StoreDirectsSetVp WaitRead GoOn;
            ReturnTo = Load(step):
                PushStart Add SetJpc SetSp AdvanceCheck PopTwo WaitLoad End;
            ReturnValueTo = Load(step):
                PushStart Add SetJpc SetSp AdvanceCheck PopTwo PushDirect WaitLoad End;
            SaveWord = Check(segment):
                Subtract Dup AddDirect SetAr Dup AddDirect SetAddress PushIndirect Memory Dup Wait
                IfNotZero;
            RestoreWord = Check(segment):
                Subtract Dup AddDirect Read Dup AddDirect SetAr WaitRead StoreIndirect Dup IfNotZero;
            CountWords = Pop: PushDirect Advance Goto;
            LoadElement = Memory(step): Pop WaitRead;
            StoreElement = Memory(step): PopTwo Wait;
            BranchPopTwo = Branch(early, decisions, to): PopTwo;
            BranchPop = Branch(early, decisions, to): Pop;
            LocalField = PushLocal(n): GetFieldWaitRead;
            AddLocalDirect = PushLocal(n): AddDirect;
            Constant = PushDirect(from): AddConstant ReadWaitRead;
            WriteTo = SetAddress(step): MemoryWait;
            PopTwoExit = PopTwo: Exit;
            PopExit = Pop: Exit;
            LocalExit = PushLocal(n): Exit;
        }
    };
}
pub(crate) use for_each_chain;

macro_rules! heads {
    ($($chain:ident = $head:ident $(($($operand:ident),+))?: $($next:ident)+;)+) => {
        /// The head of a chain that these operations begin with, and their number.
        fn chain(ops: &[Op]) -> Option<(Op, usize)> {
            $(if let [Op::$head $(($($operand),+))?, $(Op::$next { .. },)+ ..] = ops {
                let length = 1 + [$(stringify!($next)),+].len();
                return Some((Op::$chain $(($(*$operand),+))?, length));
            })+
            None
        }
    };
}
for_each_chain!(heads);

/// Finds the chains of operations.
pub(crate) fn link(ops: &mut [Op]) {
    let mut place = 0;
    while place < ops.len() {
        match chain(&ops[place..]) {
            Some((head, length)) => {
                ops[place] = head;
                place += length;
            }
            None => place += 1,
        }
    }
}
