//! Contents of the microcode memories of a processor: ROM, initial stack RAM and jump table (spec 10 section 7).

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Words of the microcode ROM, each of 12 bits: `nxt`, `opd` and the microinstruction (spec 02 section 1).
pub const ROM_WORDS: usize = 2048;

/// Words of the initial stack RAM image (spec 10 section 8).
pub const STACK_RAM_WORDS: usize = 256;

/// Bytecodes, each with an entry in the jump table.
pub const BYTECODES: usize = 256;

/// Entries of a jump table: the bytecodes, then interrupt, then exception.
pub const JUMP_TABLE_WORDS: usize = BYTECODES + 2;

/// ROM addresses to which bytecodes, interrupts and exceptions dispatch (spec 10 section 6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JumpTable {
    /// 256 ROM addresses, one for each bytecode; bytecodes without microcode hold the address of `sys_noim`.
    pub bytecodes: Vec<u16>,
    /// Entry taken in place of a bytecode when an interrupt is pending (`sys_int`).
    pub interrupt: u16,
    /// Entry taken in place of a bytecode when an exception is pending (`sys_exc`).
    pub exception: u16,
}

impl JumpTable {
    /// The entry of a bytecode; 0 if the table is too short.
    pub fn entry(&self, bytecode: u8) -> u16 {
        self.bytecodes
            .get(usize::from(bytecode))
            .copied()
            .unwrap_or(0)
    }

    /// All [`JUMP_TABLE_WORDS`] addresses: bytecodes, interrupt entry, exception entry.
    pub fn to_words(&self) -> Vec<u16> {
        self.bytecodes
            .iter()
            .copied()
            .chain([self.interrupt, self.exception])
            .collect()
    }
}

/// Source information about one ROM word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceWord {
    /// Number of the source file, an index of [`ProgramSymbols::files`].
    pub file: u32,
    /// Line of the instruction, counted from 1.
    pub line: u32,
    /// The symbol used as operand, if it is not a number.
    pub operand: Option<String>,
}

/// Information from the source only; empty for a program read from raw words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramSymbols {
    /// Labels, bytecode labels included, and the ROM address of each, in order of addresses.
    pub labels: IndexMap<String, u16>,
    /// Variables and their stack RAM addresses.
    pub variables: IndexMap<String, u8>,
    /// Symbols defined as numbers.
    pub constants: IndexMap<String, i32>,
    /// Paths of the source files, as they were given or included.
    pub files: Vec<String>,
    /// The source of each ROM word, from address 0 to the last word of the source.
    pub source: Vec<SourceWord>,
}

impl ProgramSymbols {
    /// File and line of a ROM word.
    pub fn source_line(&self, address: u16) -> Option<(&str, u32)> {
        let word = self.source.get(usize::from(address))?;
        Some((self.files.get(word.file as usize)?, word.line))
    }
}

/// The contents of the microcode memories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// [`ROM_WORDS`] words of 12 bits.
    pub rom: Vec<u16>,
    /// [`STACK_RAM_WORDS`] words of 32 bits.
    pub stack_ram: Vec<u32>,
    /// Dispatch addresses.
    pub jump_table: JumpTable,
    /// Names, for disassembly and traces.
    pub symbols: ProgramSymbols,
}

impl Program {
    /// The ROM word at an address; 0 beyond the end.
    pub fn word(&self, address: u16) -> u16 {
        self.rom.get(usize::from(address)).copied().unwrap_or(0)
    }

    /// The initial stack RAM word at an address; 0 beyond the end.
    pub fn ram_word(&self, address: u8) -> u32 {
        self.stack_ram
            .get(usize::from(address))
            .copied()
            .unwrap_or(0)
    }
}
