//! Words of an image that several models read: its header, the special pointers and the structures of methods (spec 11).

/// Address of the word that holds the length of the image.
pub const LENGTH: u32 = 0;
/// Address of the word that holds the address of the special pointers.
pub const POINTERS: u32 = 1;

/// Words of a class structure before its method table.
pub const CLASS_HEADER: u32 = 5;

/// Special pointers, counted from the word that [`POINTERS`] names.
pub mod pointer {
    /// The structure of the first method of class JVM.
    pub const JVM: u32 = 1;
    /// The structure of the first method of class `JVMHelp`.
    pub const HELP: u32 = 2;
    /// The structure of `main`.
    pub const MAIN: u32 = 3;
}

/// The first word of a method's structure, which the method cache knows it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodWord {
    /// Address of the code, 22 bits; the method cache looks at the lower 18.
    pub address: u32,
    /// Length of the code in words, 10 bits.
    pub words: u32,
}

impl MethodWord {
    /// The fields of a word.
    #[inline]
    #[must_use]
    pub const fn unpack(word: u32) -> Self {
        Self {
            address: word >> 10,
            words: word & 0x3FF,
        }
    }

    /// The word; fields must fit.
    #[inline]
    #[must_use]
    pub const fn pack(self) -> u32 {
        self.address << 10 | self.words
    }
}

/// The second word of a method's structure: what its frame looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodFrame {
    /// Address of the constant pool, 22 bits.
    pub constants: u32,
    /// Words of local variables that are not arguments, 5 bits.
    pub locals: u32,
    /// Words of arguments, 5 bits.
    pub arguments: u32,
}

impl MethodFrame {
    /// The fields of a word.
    #[inline]
    #[must_use]
    pub const fn unpack(word: u32) -> Self {
        Self {
            constants: word >> 10,
            locals: word >> 5 & 31,
            arguments: word & 31,
        }
    }

    /// The word; fields must fit.
    #[inline]
    #[must_use]
    pub const fn pack(self) -> u32 {
        self.constants << 10 | self.locals << 5 | self.arguments
    }
}
