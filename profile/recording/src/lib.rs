//! Recordings of runs (`.jrec`): a container of sections. What is in a section is known to the crate that records it.
//!
//! ```text
//!   joplab-recording 1\n
//!   for each section:
//!     varint  length of its name, not 0
//!     bytes   its name: letters, digits and hyphens
//!     varint  length of its packed bytes
//!     4 bytes CRC-32 of the packed bytes, lowest byte first
//!     bytes   a raw DEFLATE stream
//!   byte 0    the end; nothing follows
//! ```
//!
//! A varint is LEB128: seven bits in each byte, lowest first, the eighth bit set but in the last. Sections of one name are parts of
//! one section, in their order. A file that ends before byte 0 was cut: [`Recording::is_whole`] is false, and no section is given.

mod section;

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use integer_encoding::{VarIntReader, VarIntWriter};
use thiserror::Error;

use crate::section::Packed;
pub use crate::section::Section;

/// Ending of the files.
pub const FILE_ENDING: &str = "jrec";
/// First word of a file.
const MAGIC: &str = "joplab-recording";
/// Version of the container and of all sections.
const VERSION: &str = "1";
/// Longest name of a section. Unit: bytes.
const NAME_LIMIT: usize = 32;

/// Files that are no recordings.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// It is something else.
    #[error(
        "not a recording: it does not begin with `{MAGIC}`; make one with `jop run -o FILE.{FILE_ENDING}`"
    )]
    NotARecording,
    /// It is of another version.
    #[error(
        "recording version {0} is not known, only {VERSION}; record it again with this version"
    )]
    Version(String),
    /// It ends before its end.
    #[error("the recording is cut off; record it again")]
    Cut,
    /// A section is damaged.
    #[error("the recording is damaged in {0}; record it again")]
    Damaged(String),
    /// A section is asked for that was not recorded.
    #[error(
        "the recording has no section `{0}`; it has {1}; record it with `jop run --record {0}`"
    )]
    Missing(&'static str, String),
}

/// Sections of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recording {
    packed: Vec<Packed>,
    is_cut: bool,
}

impl Recording {
    /// Checks if a file begins as a recording, of whatever version.
    #[must_use]
    pub fn is_meant(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC.as_bytes())
    }

    /// The sections of a file. What stands before a cut is there.
    ///
    /// # Errors
    /// When it is no recording, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, RecordingError> {
        let mut rest = after_version(bytes)?;
        let mut packed: Vec<Packed> = Vec::new();
        loop {
            match rest {
                [] => {
                    return Ok(Self {
                        packed,
                        is_cut: true,
                    });
                }
                [0] => {
                    return Ok(Self {
                        packed,
                        is_cut: false,
                    });
                }
                [0, ..] => return Err(RecordingError::Damaged("what follows its end".to_owned())),
                _ => {}
            }
            match read_section(&mut rest) {
                Ok(section) => packed.push(section),
                Err(Broken::Cut) => {
                    return Ok(Self {
                        packed,
                        is_cut: true,
                    });
                }
                Err(Broken::Damaged(what)) => return Err(RecordingError::Damaged(what)),
            }
        }
    }

    /// It ends as it was meant to.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.is_cut
    }

    /// Names of its sections, each once, in their order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for packed in &self.packed {
            if !names.contains(&&*packed.name) {
                names.push(&packed.name);
            }
        }
        names
    }

    /// It has a section of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.packed.iter().any(|packed| packed.name == name)
    }

    /// The contents of a section, unpacked as they are read.
    ///
    /// # Errors
    /// When it was not recorded, or may be cut.
    pub fn section(&self, name: &'static str) -> Result<Section<'_>, RecordingError> {
        if self.is_cut {
            return Err(RecordingError::Cut);
        }
        if !self.has(name) {
            return Err(RecordingError::Missing(name, self.names().join(", ")));
        }
        Ok(Section::new(&self.packed, name))
    }

    /// Adds a section, or a part of the one with this name.
    ///
    /// # Errors
    /// Those of `fill`.
    pub fn add(
        &mut self,
        name: &str,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        // The encoder clears a buffer for each write, however short.
        let mut to = io::BufWriter::new(DeflateEncoder::new(Vec::new(), Compression::default()));
        fill(&mut to)?;
        let encoder = to.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.packed.push(Packed {
            name: name.to_owned(),
            bytes: encoder.finish()?,
        });
        Ok(())
    }

    /// The section of this name alone.
    #[must_use]
    pub fn only(&self, name: &str) -> Self {
        let packed = self.packed.iter().filter(|packed| packed.name == name);
        Self {
            packed: packed.cloned().collect(),
            is_cut: self.is_cut,
        }
    }

    /// Adds the sections of another recording behind those of this one.
    pub fn append(&mut self, other: Self) {
        self.packed.extend(other.packed);
        self.is_cut |= other.is_cut;
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Output of the writer.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        writeln!(to, "{MAGIC} {VERSION}")?;
        for packed in &self.packed {
            write_section(packed, &mut to)?;
        }
        to.write_all(&[0])?;
        to.flush()
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Memory takes all of it.
        let _ = self.write(&mut bytes);
        bytes
    }
}

fn after_version(bytes: &[u8]) -> Result<&[u8], RecordingError> {
    let rest = bytes.strip_prefix(MAGIC.as_bytes());
    let rest = rest.and_then(|rest| rest.strip_prefix(b" "));
    let rest = rest.ok_or(RecordingError::NotARecording)?;
    let mut halves = rest.splitn(2, |byte| *byte == b'\n');
    let version = halves.next().unwrap_or_default();
    match halves.next() {
        None => Err(RecordingError::Cut),
        Some(rest) if version == VERSION.as_bytes() => Ok(rest),
        _ => {
            let version = String::from_utf8_lossy(version);
            Err(RecordingError::Version(version.chars().take(20).collect()))
        }
    }
}

/// Why a section is not there.
enum Broken {
    Cut,
    Damaged(String),
}

fn read_section(from: &mut &[u8]) -> Result<Packed, Broken> {
    let name = read_name(from)?;
    let length: u64 = from.read_varint().map_err(|_| Broken::Cut)?;
    let mut checksum = [0; 4];
    from.read_exact(&mut checksum).map_err(|_| Broken::Cut)?;
    let length = usize::try_from(length).map_err(|_| Broken::Cut)?;
    let (bytes, rest) = from.split_at_checked(length).ok_or(Broken::Cut)?;
    *from = rest;
    if crc32fast::hash(bytes) != u32::from_le_bytes(checksum) {
        return Err(Broken::Damaged(format!("section `{name}`")));
    }
    Ok(Packed {
        name,
        bytes: bytes.to_vec(),
    })
}

fn read_name(from: &mut &[u8]) -> Result<String, Broken> {
    let wrong = || Broken::Damaged("the name of a section".to_owned());
    let length: usize = from.read_varint().map_err(|_| Broken::Cut)?;
    if !(1..=NAME_LIMIT).contains(&length) {
        return Err(wrong());
    }
    let (name, rest) = from.split_at_checked(length).ok_or(Broken::Cut)?;
    *from = rest;
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    match std::str::from_utf8(name) {
        Ok(name) if name.as_bytes().iter().all(is_letter) => Ok(name.to_owned()),
        _ => Err(wrong()),
    }
}

fn write_section(Packed { name, bytes }: &Packed, to: &mut impl Write) -> io::Result<()> {
    to.write_varint(name.len())?;
    to.write_all(name.as_bytes())?;
    to.write_varint(bytes.len())?;
    to.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
    to.write_all(bytes)
}

#[cfg(test)]
mod tests;
