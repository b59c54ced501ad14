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
mod vhdl;
mod words;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::assembler::UNUSED_RAM;
use crate::file::{read_bytes, text_of};
use crate::program::{
    BYTECODES, JUMP_TABLE_WORDS, JumpTable, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS,
};

/// Errors of a file of raw words. Every message is one line with file, place and remedy.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RawError {
    /// The file cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        reason: io::Error,
    },
    /// Something that is no part of the form.
    #[error("{}:{line}: {problem}; a {memory} is given as {}", path.display(), memory.forms())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: u32,
        /// The problem.
        problem: String,
        /// Expected kind of the file.
        memory: Memory,
    },
    /// A number with more bits than a word.
    #[error("{}:{line}: {value} does not fit; a {memory} holds words of {} bits", path.display(), memory.bits())]
    TooWide {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: u32,
        /// The number.
        value: i64,
        /// Expected kind of the file.
        memory: Memory,
    },
    /// A word after the last one.
    #[error("{}:{line}: word {address} is one too many; a {memory} holds {} words", path.display(), memory.words())]
    TooMany {
        /// The file.
        path: PathBuf,
        /// Line, counted from 1.
        line: u32,
        /// Address of the word.
        address: u64,
        /// Expected kind of the file.
        memory: Memory,
    },
    /// Not a single word.
    #[error("{}: no words; a {memory} is given as {}", path.display(), memory.forms())]
    Empty {
        /// The file.
        path: PathBuf,
        /// Expected kind of the file.
        memory: Memory,
    },
    /// A jump table that is too short.
    #[error("{}: {missing} missing; a jump table is 256 bytecodes, then interrupt entry, then exception entry", path.display())]
    Incomplete {
        /// The file.
        path: PathBuf,
        /// The missing words.
        missing: String,
    },
}

/// Memory that a file of raw words is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// The microcode ROM.
    Rom,
    /// The initial stack RAM.
    StackRam,
    /// The jump table.
    JumpTable,
}

impl Memory {
    /// Bits of a word.
    pub const fn bits(self) -> u32 {
        match self {
            Self::Rom => 12,
            Self::StackRam => 32,
            Self::JumpTable => 11,
        }
    }

    /// Words, at most; of a jump table exactly.
    pub const fn words(self) -> usize {
        match self {
            Self::Rom => ROM_WORDS,
            Self::StackRam => STACK_RAM_WORDS,
            Self::JumpTable => JUMP_TABLE_WORDS,
        }
    }

    const fn forms(self) -> &'static str {
        match self {
            Self::Rom | Self::JumpTable => "decimal or hexadecimal numbers, .mif or generated VHDL",
            Self::StackRam => "decimal or hexadecimal numbers or .mif",
        }
    }
}

impl std::fmt::Display for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Rom => "ROM",
            Self::StackRam => "stack RAM",
            Self::JumpTable => "jump table",
        })
    }
}

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
    let words = Reader {
        path,
        memory: Memory::Rom,
    }
    .memory(contents, 0)?;
    Ok(words.into_iter().map(|word| word as u16).collect())
}

/// Reads a stack RAM from the contents of a file, whose path is only named in errors.
///
/// # Errors
/// Contents of no known form, words above 32 bits, more than 256 words.
pub fn read_stack_ram(path: &Path, contents: &[u8]) -> Result<Vec<u32>, RawError> {
    Reader {
        path,
        memory: Memory::StackRam,
    }
    .memory(contents, UNUSED_RAM)
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
    let words = reader.jump_table(contents)?;
    let words: Vec<_> = words.into_iter().map(|word| word as u16).collect();
    let (bytecodes, entries) = words.split_at(BYTECODES);
    Ok(JumpTable {
        bytecodes: bytecodes.to_vec(),
        interrupt: entries[0],
        exception: entries[1],
    })
}

/// A file being read, for checks and messages.
#[derive(Clone, Copy)]
struct Reader<'a> {
    path: &'a Path,
    memory: Memory,
}

impl Reader<'_> {
    /// All words of a ROM or stack RAM, filled up to its size.
    fn memory(self, contents: &[u8], unused: u32) -> Result<Vec<u32>, RawError> {
        let mut words = match self.parse(contents)? {
            Contents::Words(words) => words,
            Contents::Vhdl(table) => table.memory(self)?,
        };
        if words.is_empty() {
            return Err(RawError::Empty {
                path: self.path.to_owned(),
                memory: self.memory,
            });
        }
        words.resize(self.memory.words(), unused);
        Ok(words)
    }

    fn jump_table(self, contents: &[u8]) -> Result<Vec<u32>, RawError> {
        let words = match self.parse(contents)? {
            Contents::Words(words) => words,
            Contents::Vhdl(table) => table.jump_table(self)?,
        };
        match JUMP_TABLE_WORDS - words.len() {
            0 => Ok(words),
            JUMP_TABLE_WORDS => Err(RawError::Empty {
                path: self.path.to_owned(),
                memory: self.memory,
            }),
            missing => Err(self.incomplete(format!("{missing} words"))),
        }
    }

    /// Detects the form. The words are checked: not too many, none too wide.
    fn parse(self, contents: &[u8]) -> Result<Contents, RawError> {
        let text = text_of(contents);
        if vhdl::is_vhdl(&text) {
            vhdl::parse(self, &text).map(Contents::Vhdl)
        } else if mif::is_mif(&text) {
            mif::parse(self, &text).map(Contents::Words)
        } else {
            words::parse(self, &text).map(Contents::Words)
        }
    }

    fn malformed(self, line: u32, problem: impl Into<String>) -> RawError {
        let (path, problem) = (self.path.to_owned(), problem.into());
        RawError::Malformed {
            path,
            line,
            problem,
            memory: self.memory,
        }
    }

    fn incomplete(self, missing: String) -> RawError {
        RawError::Incomplete {
            path: self.path.to_owned(),
            missing,
        }
    }

    /// A number as a word. Negative numbers are those of a signed word, so only 32 bits have them.
    fn word(self, line: u32, value: i64) -> Result<u32, RawError> {
        let least = if self.memory == Memory::StackRam {
            i64::from(i32::MIN)
        } else {
            0
        };
        let greatest = (1 << self.memory.bits()) - 1;
        if (least..=greatest).contains(&value) {
            Ok(value as u32)
        } else {
            Err(RawError::TooWide {
                path: self.path.to_owned(),
                line,
                value,
                memory: self.memory,
            })
        }
    }

    fn address(self, line: u32, address: u64) -> Result<usize, RawError> {
        let words = self.memory.words();
        usize::try_from(address)
            .ok()
            .filter(|address| *address < words)
            .ok_or_else(|| RawError::TooMany {
                path: self.path.to_owned(),
                line,
                address,
                memory: self.memory,
            })
    }
}

enum Contents {
    Words(Vec<u32>),
    Vhdl(vhdl::Table),
}

/// What a message quotes of a file: printable, and not the whole of it.
fn quote(text: &str) -> String {
    if text.is_empty() {
        return "end of file".to_owned();
    }
    let shown: String = text.chars().take(20).flat_map(char::escape_debug).collect();
    let more = if text.chars().nth(20).is_some() {
        "..."
    } else {
        ""
    };
    format!("`{shown}{more}`")
}
