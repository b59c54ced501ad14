//! The pieces legal programs are made of.

use super::world::Kind;

/// A push of a constant: its kind and a choice within the kind.
pub(crate) type Constant = (Kind, u8);

/// Where a field or static access takes its index from.
#[derive(Debug, Clone)]
pub(crate) enum Index {
    /// Two bytes of the bytecode stream.
    Operand,
    /// The index register.
    Native(Constant),
}

/// One piece of a program. Words in it that are not fixed are harmless ones: any effect on the stack, no branch,
/// no memory operation.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// One harmless word.
    Word(u16),
    /// Words that consume an operand byte each, and the instruction that uses the operand.
    Operand {
        carriers: Vec<u16>,
        user: u16,
    },
    /// Plain read of a word; `fillers` run in parallel.
    Read {
        op: u16,
        address: Constant,
        fillers: Vec<u16>,
    },
    /// Plain write; `between` stand between the address and the data.
    Write {
        op: u16,
        value: Constant,
        address: Constant,
        between: Vec<u16>,
        fillers: Vec<u16>,
    },
    GetField {
        object: Constant,
        index: Index,
        fillers: Vec<u16>,
    },
    PutField {
        op: u16,
        object: Constant,
        value: Constant,
        index: Index,
        fillers: Vec<u16>,
    },
    GetStatic {
        index: Index,
        fillers: Vec<u16>,
    },
    PutStatic {
        value: Constant,
        index: Index,
        fillers: Vec<u16>,
    },
    ArrayLoad {
        array: Constant,
        index: Constant,
        fillers: Vec<u16>,
    },
    ArrayStore {
        array: Constant,
        index: Constant,
        value: Constant,
        fillers: Vec<u16>,
    },
    Copy {
        destination: Constant,
        source: Constant,
        position: Constant,
        fillers: Vec<u16>,
    },
    /// Write of a device register, with time for its effect.
    DeviceWrite {
        value: Constant,
        register: Constant,
    },
    /// A software interrupt, let through, and perhaps an exception with it.
    Interrupt {
        source: u8,
        exception: bool,
    },
    /// Load of a method; `run` goes to its start.
    Load {
        method: Constant,
        run: bool,
        fillers: Vec<u16>,
    },
    /// The Java PC somewhere.
    SetJpc {
        value: Constant,
    },
    /// The stack pointer to a good value; before that, `stale` loads it from an old top of stack.
    SetSp {
        value: Constant,
        stale: bool,
    },
    /// `stvp` or `star`, followed closely by words that may see the old value.
    SetPointer {
        op: u16,
        value: Constant,
        users: Vec<u16>,
    },
    /// Loads and stores through `ar` close to the top of the stack, which the same words move.
    Overlap {
        sp: Constant,
        distance: u8,
        users: Vec<u16>,
    },
    Multiply {
        fillers: Vec<u16>,
    },
    /// Branch over a body; `settle` stand between the tested value and the branch.
    Branch {
        if_zero: bool,
        test: Constant,
        settle: Vec<u16>,
        slots: [u16; 2],
        body: Vec<Item>,
    },
    /// Jump over words that are never executed.
    Jump {
        slots: [u16; 2],
        skipped: Vec<u16>,
    },
    Loop {
        count: u8,
        body: Vec<Item>,
    },
    /// A branch with a jump in one of its delay slots; both land among pushes that tell the way.
    Chain {
        if_zero: bool,
        test: Constant,
        second_slot: bool,
        targets: [u8; 2],
        sp: Constant,
    },
    /// Comparison and Java branch; `carrier` consumes the high byte of the offset.
    JavaBranch {
        operands: [Constant; 2],
        settle: Vec<u16>,
        carrier: u16,
        slots: [u16; 2],
    },
    /// The bytecode ends here if the test says so.
    Exit {
        test: Constant,
    },
}
