//! Files of raw words for ROM, stack RAM and jump table: the formats of other tools, and ours.
//!
//! Three forms are distinguished by their contents, not by their names:
//!
//! - `words`: numbers, decimal or hexadecimal, as in `mem_rom.dat` and `mem_ram.dat` (spec 10 section 7);
//! - `mif`: a memory initialisation file, `address : value;`;
//! - `vhdl`: the tables that the original assembler generates, `when "address" => data <= "word";`.
//!
//! A jump table as words is 258 numbers: bytecodes 0 to 255, interrupt entry, exception entry.
//!
//! Files with too few words: a ROM is filled up with 0, which is what the assembler leaves in unused words, a stack RAM
//! with 0x12345678 for the same reason; a jump table must be complete. A file without any word is an error.

mod mif;
mod reader;
mod vhdl;
mod words;

pub use self::reader::{Memory, RawError};

use std::path::Path;

use self::reader::Reader;
use crate::assembler::UNUSED_RAM;
use crate::file::{read_bytes, text_of};
use crate::program::{BYTECODES, JUMP_TABLE_WORDS, JumpTable, Program, ProgramSymbols};

impl Program {
    /// Reads a program from three files of raw words, in any of the forms of this module. It has no symbols.
    ///
    /// # Errors
    /// The first file that cannot be read or understood.
    pub fn from_raw(
        rom: impl AsRef<Path>,
        stack_ram: impl AsRef<Path>,
        jump_table: impl AsRef<Path>,
    ) -> Result<Self, RawError> {
        Ok(Self {
            rom: read_rom(rom.as_ref(), &read(rom.as_ref())?)?,
            stack_ram: read_stack_ram(stack_ram.as_ref(), &read(stack_ram.as_ref())?)?,
            jump_table: read_jump_table(jump_table.as_ref(), &read(jump_table.as_ref())?)?,
            symbols: ProgramSymbols::default(),
        })
    }

    /// The ROM as `mem_rom.dat`: each word in decimal, one blank, line end.
    pub fn rom_dat(&self) -> String {
        self.rom.iter().map(|word| format!("{word} \n")).collect()
    }

    /// The stack RAM as `mem_ram.dat`: each word in signed decimal, one blank, line end.
    pub fn stack_ram_dat(&self) -> String {
        self.stack_ram
            .iter()
            .map(|word| format!("{} \n", word.cast_signed()))
            .collect()
    }

    /// The jump table in the same form: 256 bytecodes, interrupt entry, exception entry.
    pub fn jump_table_dat(&self) -> String {
        self.jump_table
            .to_words()
            .iter()
            .map(|word| format!("{word} \n"))
            .collect()
    }
}

fn read(path: &Path) -> Result<Vec<u8>, RawError> {
    read_bytes(path).map_err(|reason| RawError::Read {
        path: path.to_owned(),
        reason,
    })
}

/// Reads a ROM from the contents of a file, whose path is only named in errors.
///
/// # Errors
/// Contents of no known form, words above 12 bits, more than 2048 words.
pub fn read_rom(path: &Path, contents: &[u8]) -> Result<Vec<u16>, RawError> {
    let reader = Reader {
        path,
        memory: Memory::Rom,
    };
    let words = memory(reader, contents, 0)?;
    Ok(words.into_iter().map(|word| word as u16).collect())
}

/// Reads a stack RAM from the contents of a file, whose path is only named in errors.
///
/// # Errors
/// Contents of no known form, words above 32 bits, more than 256 words.
pub fn read_stack_ram(path: &Path, contents: &[u8]) -> Result<Vec<u32>, RawError> {
    let reader = Reader {
        path,
        memory: Memory::StackRam,
    };
    memory(reader, contents, UNUSED_RAM)
}

/// Reads a jump table from the contents of a file, whose path is only named in errors.
///
/// # Errors
/// Contents of no known form, addresses above 11 bits, more or less than 258 words.
pub fn read_jump_table(path: &Path, contents: &[u8]) -> Result<JumpTable, RawError> {
    let reader = Reader {
        path,
        memory: Memory::JumpTable,
    };
    let words = jump_table(reader, contents)?;
    let words: Vec<_> = words.into_iter().map(|word| word as u16).collect();
    let (bytecodes, entries) = words.split_at(BYTECODES);
    Ok(JumpTable {
        bytecodes: bytecodes.to_vec(),
        interrupt: entries[0],
        exception: entries[1],
    })
}

/// All words of a ROM or stack RAM, filled up to its size.
fn memory(reader: Reader<'_>, contents: &[u8], unused: u32) -> Result<Vec<u32>, RawError> {
    let mut words = match parse(reader, contents)? {
        Contents::Words(words) => words,
        Contents::Vhdl(table) => table.memory(reader)?,
    };
    if words.is_empty() {
        return Err(RawError::Empty {
            path: reader.path.to_owned(),
            memory: reader.memory,
        });
    }
    words.resize(reader.memory.words(), unused);
    Ok(words)
}

fn jump_table(reader: Reader<'_>, contents: &[u8]) -> Result<Vec<u32>, RawError> {
    let words = match parse(reader, contents)? {
        Contents::Words(words) => words,
        Contents::Vhdl(table) => table.jump_table(reader)?,
    };
    match JUMP_TABLE_WORDS - words.len() {
        0 => Ok(words),
        JUMP_TABLE_WORDS => Err(RawError::Empty {
            path: reader.path.to_owned(),
            memory: reader.memory,
        }),
        missing => Err(reader.incomplete(format!("{missing} words"))),
    }
}

/// Detects the form. The words are checked: not too many, none too wide.
fn parse(reader: Reader<'_>, contents: &[u8]) -> Result<Contents, RawError> {
    let text = text_of(contents);
    if vhdl::is_vhdl(&text) {
        vhdl::parse(reader, &text).map(Contents::Vhdl)
    } else if mif::is_mif(&text) {
        mif::parse(reader, &text).map(Contents::Words)
    } else {
        words::parse(reader, &text).map(Contents::Words)
    }
}

enum Contents {
    Words(Vec<u32>),
    Vhdl(vhdl::Table),
}
