//! What the engine cannot execute.

/// The program did what the engine has no model for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Execution ran or branched out of a method, into what the method cache held before.
    #[error(
        "execution leaves the method at {method} at byte {pc}: what the method cache holds there is not known; run it on the machine"
    )]
    LeftMethod {
        /// Word address of the method's code.
        method: u32,
        /// Byte offset.
        pc: u32,
    },
    /// A method does not fit into the method cache and would overwrite itself.
    #[error(
        "the method at {method} has {words} words, and the method cache runs methods of up to {longest}: raise jpc_width"
    )]
    MethodTooLong {
        /// Word address of the method's code.
        method: u32,
        /// Its length.
        words: u32,
        /// Length of the longest method that runs.
        longest: u32,
    },
    /// A copy between stack RAM and memory of no words, which goes on through all memory.
    #[error(
        "a copy of 0 words between stack RAM and memory in the method at {method}, byte {pc}: the microcode would not end it"
    )]
    EndlessCopy {
        /// Word address of the method's code.
        method: u32,
        /// Byte offset.
        pc: u32,
    },
    /// A native field access that the object cache answers by accident, with data that only the bus knows.
    #[error(
        "a native field access in the method at {method}, byte {pc}, hits the object cache by accident: run it on the machine"
    )]
    AccidentalHit {
        /// Word address of the method's code.
        method: u32,
        /// Byte offset.
        pc: u32,
    },
    /// The table has no row for a bytecode.
    #[error("the cost table has {0} bytecodes instead of 256")]
    Table(usize),
}
