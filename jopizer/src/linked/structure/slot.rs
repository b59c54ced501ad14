//! A word of a constant pool.

/// A word of a constant pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The word.
    pub word: u32,
    /// Its kind, derived from the code.
    pub used_as: SlotUse,
}

/// Kind of a word of a constant pool, derived from the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotUse {
    /// Nothing.
    Unused,
    /// A number of one word.
    Value,
    /// The high word of a number of two; the next slot has the low one.
    HighWord,
    /// The low word of a number of two.
    LowWord,
    /// The handle of a literal.
    String,
    /// A class structure, an array descriptor, or the type code of a primitive array.
    Class,
    /// A method structure.
    Method,
    /// An entry of the receiver's method table.
    Virtual {
        /// Index of the entry.
        entry: u32,
        /// Argument words without `this`.
        arguments: u32,
    },
    /// An entry of the receiver's interface table.
    Interface {
        /// Index of the entry.
        entry: u32,
        /// Argument words without `this`.
        arguments: u32,
    },
}

impl Slot {
    pub(super) fn unused(word: u32) -> Self {
        Self {
            word,
            used_as: SlotUse::Unused,
        }
    }
}
