//! What all formats share: their errors, and numbers read from lines.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::program::{JUMP_TABLE_WORDS, ROM_WORDS, STACK_RAM_WORDS};

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

    pub(super) const fn forms(self) -> &'static str {
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

/// A file being read, for checks and messages.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    pub(super) path: &'a Path,
    pub(super) memory: Memory,
}

impl Reader<'_> {
    pub(super) fn malformed(self, line: u32, problem: impl Into<String>) -> RawError {
        let (path, problem) = (self.path.to_owned(), problem.into());
        RawError::Malformed {
            path,
            line,
            problem,
            memory: self.memory,
        }
    }

    pub(super) fn incomplete(self, missing: String) -> RawError {
        RawError::Incomplete {
            path: self.path.to_owned(),
            missing,
        }
    }

    /// A number as a word. Negative numbers are those of a signed word, so only 32 bits have them.
    pub(super) fn word(self, line: u32, value: i64) -> Result<u32, RawError> {
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

    pub(super) fn address(self, line: u32, address: u64) -> Result<usize, RawError> {
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

/// What a message quotes of a file: printable, and not the whole of it.
pub(super) fn quote(text: &str) -> String {
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
