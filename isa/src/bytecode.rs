//! The 256 bytecodes of JOP: codes, names, operands, implementation and group.
//!
//! Models share words, never behaviour: this file defines the names and lengths of bytecodes, not what they do. Each
//! engine implements that independently, so the engines can check each other.
//!
//! Codes up to 201 are the Java virtual machine's. The rest are JOP's own (spec 10 section 6, spec 11 section 13) and occur in
//! images only. Three are entries of the microcode that no program contains: [`Bytecode::SysInt`] and
//! [`Bytecode::SysExc`] are taken in place of a bytecode when an interrupt or an exception is pending,
//! [`Bytecode::SysNoim`] is the entry of all bytecodes without microcode.

mod stack_words;
mod table;

use std::fmt;
use std::str::FromStr;

use table::for_each_bytecode;

/// Operands of a bytecode in the code. Linking changes the meaning of some operands (a pool index becomes an address), but
/// never their width.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operands {
    /// Nothing.
    None,
    /// A signed byte to push.
    SignedByte,
    /// A signed 16-bit value to push.
    SignedShort,
    /// The number of a local variable, 8 bits.
    Local,
    /// A local variable (8 bits) and a signed 8-bit increment.
    Increment,
    /// A constant-pool index of 8 bits.
    Slot8,
    /// A constant-pool index of 16 bits.
    Slot16,
    /// A static field, 16 bits: pool index in class files, word address in images.
    Static,
    /// An instance field, 16 bits: pool index in class files, word offset in images.
    Field,
    /// The element type code of `newarray`, 8 bits.
    ArrayType,
    /// A branch offset of 16 bits, relative to the opcode.
    Branch,
    /// A branch offset of 32 bits, relative to the opcode.
    WideBranch,
    /// Padding, default, low, high, offsets.
    TableSwitch,
    /// Padding, default, count, pairs of key and offset.
    LookupSwitch,
    /// A 16-bit constant-pool index, a count and a zero.
    InvokeInterface,
    /// A 16-bit constant-pool index and the number of dimensions.
    MultiNewArray,
    /// Another opcode with a 16-bit local variable; for `iinc` a 16-bit increment too.
    Wide,
}

impl Operands {
    /// Number of operand bytes, `None` where it depends on the place or the contents.
    #[must_use]
    pub const fn length(self) -> Option<usize> {
        match self {
            Self::None => Some(0),
            Self::SignedByte | Self::Local | Self::Slot8 | Self::ArrayType => Some(1),
            Self::SignedShort
            | Self::Increment
            | Self::Slot16
            | Self::Static
            | Self::Field
            | Self::Branch => Some(2),
            Self::MultiNewArray => Some(3),
            Self::WideBranch | Self::InvokeInterface => Some(4),
            Self::TableSwitch | Self::LookupSwitch | Self::Wide => None,
        }
    }
}

/// Implementation of a bytecode in the original JVM; ours follows it unless its source notes otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Implementation {
    /// Microcode alone.
    Microcode,
    /// Microcode that calls a Java method written for it.
    Stub,
    /// A Java method of the JVM class, called through `sys_noim`.
    Java,
    /// Nothing; fetching it is an error.
    Missing,
}

/// Purpose of a bytecode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// Pushes a constant.
    Constant,
    /// Pushes a local variable.
    Load,
    /// Pops into a local variable.
    Store,
    /// Reads an element of an array.
    ArrayLoad,
    /// Writes an element of an array.
    ArrayStore,
    /// Moves words of the stack, or nothing.
    Stack,
    /// Computes with numbers of one type.
    Arithmetic,
    /// Turns a number into one of another type.
    Conversion,
    /// Compares two numbers and pushes the result.
    Comparison,
    /// Goes elsewhere in the method, perhaps.
    Branch,
    /// Goes elsewhere by a table.
    Switch,
    /// Leaves the method.
    Return,
    /// Reads or writes a field.
    Field,
    /// Calls a method.
    Invoke,
    /// Makes an object, throws it or asks for its type.
    Object,
    /// Makes an array or asks for its length.
    Array,
    /// Takes or gives back a lock.
    Monitor,
    /// Widens the operands of the next bytecode.
    Prefix,
    /// JOP's own operations on registers, memory and devices, `jopsys_*`.
    Native,
    /// An entry of the microcode that no program contains, `sys_*`.
    Entry,
    /// Without a meaning.
    Reserved,
}

macro_rules! define {
    ($($code:literal $constant:ident $variant:ident $name:literal $operands:ident $implementation:ident $group:ident;)*) => {
        /// One of the 256 bytecodes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "their names are those of the Java virtual machine")]
        pub enum Bytecode { $($variant = $code),* }

        impl Bytecode {
            /// All of them, each at the place of its code.
            pub const ALL: [Self; 256] = [$(Self::$variant),*];

            const ROWS: [Row; 256] = [$(Row {
                name: $name,
                operands: Operands::$operands,
                implementation: Implementation::$implementation,
                group: Group::$group,
            }),*];
        }

        /// The codes as bytes, for code that reads bytes of programs.
        #[expect(missing_docs, reason = "their names are those of the Java virtual machine")]
        pub mod op {
            $(pub const $constant: u8 = $code;)*
            /// Instructions of class files where images have no bytecode.
            pub const INVOKEDYNAMIC: u8 = UNUSED_BA;
            /// The highest code that a class file may contain.
            pub const LAST_OF_JAVA: u8 = JSR_W;
        }
    };
}

struct Row {
    name: &'static str,
    operands: Operands,
    implementation: Implementation,
    group: Group,
}

for_each_bytecode!(define);

/// A name that no bytecode has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no bytecode is called `{0}`")]
pub struct UnknownBytecode(pub String);

impl Bytecode {
    /// The bytecode of a code.
    #[must_use]
    pub const fn of(code: u8) -> Self {
        Self::ALL[code as usize]
    }

    /// The bytecode of this name, exactly as [`Bytecode::name`] gives it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|bytecode| bytecode.name() == name)
    }

    /// Its byte in programs.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    const fn row(self) -> &'static Row {
        &Self::ROWS[self as usize]
    }

    /// Mnemonic of the Java virtual machine, or JOP's addition to it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// Its operands.
    #[must_use]
    pub const fn operands(self) -> Operands {
        self.row().operands
    }

    /// The number that its name ends in, where it pushes that constant or means that local variable.
    #[must_use]
    pub const fn implied_operand(self) -> Option<i8> {
        if !matches!(self.group(), Group::Constant | Group::Load | Group::Store) {
            return None;
        }
        match self.name().as_bytes() {
            [.., b'_', b'm', b'1'] => Some(-1),
            [.., b'_', digit @ b'0'..=b'9'] => Some((*digit - b'0') as i8),
            _ => None,
        }
    }

    /// Bytes from its opcode to the next one, `None` where they depend on the place or the contents.
    #[must_use]
    pub const fn length(self) -> Option<usize> {
        match self.operands().length() {
            Some(operands) => Some(1 + operands),
            None => None,
        }
    }

    /// Implementation in the original JVM.
    #[must_use]
    pub const fn implementation(self) -> Implementation {
        self.row().implementation
    }

    /// Its purpose.
    #[must_use]
    pub const fn group(self) -> Group {
        self.row().group
    }

    /// Returns true if it leaves a method.
    #[must_use]
    pub const fn is_return(self) -> bool {
        matches!(self.group(), Group::Return)
    }

    /// Returns true if it calls the method that its operand names.
    #[must_use]
    pub const fn is_invoke(self) -> bool {
        matches!(self.group(), Group::Invoke)
    }

    /// Returns true if it may jump to its operand's target.
    #[must_use]
    pub const fn is_branch(self) -> bool {
        matches!(self.operands(), Operands::Branch | Operands::WideBranch)
    }

    /// Returns true if it jumps to its operand's target conditionally.
    #[must_use]
    pub const fn is_conditional_branch(self) -> bool {
        self.is_branch() && !matches!(self, Self::Goto | Self::GotoW | Self::Jsr | Self::JsrW)
    }

    /// Returns true if it is an entry of the microcode that no program contains.
    #[must_use]
    pub const fn is_entry(self) -> bool {
        matches!(self.group(), Group::Entry)
    }
}

impl From<u8> for Bytecode {
    fn from(code: u8) -> Self {
        Self::of(code)
    }
}

impl From<Bytecode> for u8 {
    fn from(bytecode: Bytecode) -> Self {
        bytecode.code()
    }
}

impl fmt::Display for Bytecode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Bytecode {
    type Err = UnknownBytecode;

    fn from_str(name: &str) -> Result<Self, UnknownBytecode> {
        Self::named(name).ok_or_else(|| UnknownBytecode(name.to_owned()))
    }
}
