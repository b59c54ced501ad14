//! Errors for images that the engine cannot execute.

use cost_model::{EvaluatedRow, RowId};

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
    #[error("the method at {method} has {reason}")]
    MethodTooLong {
        /// Word address of the method's code.
        method: u32,
        /// Its length, and the cache's.
        reason: method_cache::TooLong,
    },
    /// What belongs into main memory, such as handles, methods, constants, static fields and words to copy, lies in a device or the scratchpad; or, in the strict
    /// build, an element whose index has more than 21 bits does.
    #[error(
        "the bytecode in the method at {method}, byte {pc}, finds a handle, a method, constants, a static field, words to copy or an element of an index of over 21 bits in a device or the scratchpad: no table has its cost; run it on the machine"
    )]
    Unpriced {
        /// Word address of the method's code.
        method: u32,
        /// Byte offset.
        pc: u32,
    },
    /// The stack or the locals came to lie where the microcode keeps variables, scratch and constants.
    #[error(
        "the bytecode in the method at {method}, byte {pc}, leaves the stack in the words of the microcode, of which the engine does not keep all; run it on the machine"
    )]
    StackAstray {
        /// Word address of the method's code.
        method: u32,
        /// Byte offset.
        pc: u32,
    },
    /// The method cache answers for a method that it never loaded, or loaded into another block: tags are 0 after reset and where a longer
    /// method goes on.
    #[error(
        "the method cache has the method at {method} in a block into which it never loaded it: what it holds there is not known; run it on the machine"
    )]
    NeverLoaded {
        /// Word address of the method's code.
        method: u32,
    },
    /// A copy between stack RAM and memory that goes round the stack RAM; of no words, as of 2^32, it would not end.
    #[error(
        "a copy of {words} words between stack RAM and memory in the method at {method}, byte {pc}: the stack RAM has {stack_ram} words; run it on the machine"
    )]
    CopyTooLong {
        /// Words to copy.
        words: u32,
        /// Words of the stack RAM.
        stack_ram: u32,
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
    /// The table has a bytecode in microcode that ours leaves to Java; the engine then runs the Java method in its place.
    #[error(
        "bytecode {opcode} in the method at {method}, byte {pc}: only a Java method implements it"
    )]
    NotInMicrocode {
        /// The bytecode.
        opcode: u8,
        /// Word address of the method's code.
        method: u32,
        /// Byte offset.
        pc: u32,
    },
    /// The table gives 0 cycles, or has none, for what is to be executed: a program could go on for ever in no time.
    #[error(
        "the cost table has no cycles for {row}, which the program comes to{reason}: its usual path needs 1 or more"
    )]
    NoCycles {
        /// The row.
        row: String,
        /// Reason in the table why there is none, in brackets.
        reason: String,
    },
    /// The table has no row for a bytecode.
    #[error("the cost table has {0} bytecodes instead of 256")]
    Table(usize),
}

impl Fault {
    /// Word address of the code of the method in which it happened, or which does not fit.
    #[must_use]
    pub fn method(&self) -> Option<u32> {
        match self {
            Self::LeftMethod { method, .. }
            | Self::MethodTooLong { method, .. }
            | Self::Unpriced { method, .. }
            | Self::StackAstray { method, .. }
            | Self::NeverLoaded { method }
            | Self::CopyTooLong { method, .. }
            | Self::AccidentalHit { method, .. }
            | Self::NotInMicrocode { method, .. } => Some(*method),
            Self::NoCycles { .. } | Self::Table(_) => None,
        }
    }

    /// Its text, with the name of the method in place of the address where the program tells it.
    #[must_use]
    pub fn naming(&self, name: impl FnOnce(u32) -> Option<String>) -> String {
        let text = self.to_string();
        let named = self
            .method()
            .and_then(|method| Some((method, name(method)?)));
        match named {
            Some((method, name)) => text.replacen(&format!("the method at {method}"), &name, 1),
            None => text,
        }
    }
}

/// Refuses a row that takes no time.
pub(crate) fn check_cycles(id: RowId, row: &EvaluatedRow) -> Result<(), Fault> {
    if row.usual.cycles > 0 {
        return Ok(());
    }
    let reason = row.underivable.as_ref();
    Err(Fault::NoCycles {
        row: match id {
            RowId::Bytecode(opcode) => format!("bytecode {opcode}"),
            RowId::Interrupt => "the interrupt entry".to_owned(),
            RowId::Exception => "the exception entry".to_owned(),
            RowId::Reset => "the start".to_owned(),
        },
        reason: reason.map_or_else(String::new, |reason| format!(" ({reason})")),
    })
}
