//! A recording in memory.

use std::io::{self, Write};

use crate::error::RecordingError;
use crate::format::{MAGIC, end, start, write_section};
use crate::parts::Parts;
use crate::section::{Part, Section, pack};

/// Sections of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recording {
    pub(crate) packed: Vec<Part>,
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
        let mut parts = Parts::new(bytes)?;
        let packed = parts.by_ref().collect::<Result<_, _>>()?;
        Ok(Self {
            packed,
            is_cut: parts.is_cut(),
        })
    }

    /// The sections that a file has before it was cut or damaged, as a recording that ends with them.
    ///
    /// # Errors
    /// When it is no recording.
    pub fn before_damage(bytes: &[u8]) -> Result<Self, RecordingError> {
        let parts = Parts::new(bytes)?;
        Ok(Self {
            packed: parts.map_while(Result::ok).collect(),
            is_cut: false,
        })
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
        pack(name, fill, &mut |packed| {
            self.packed.push(packed);
            Ok(())
        })
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
        start(&mut to)?;
        let mut parts = self.packed.iter();
        parts.try_for_each(|part| write_section(part, &mut to))?;
        end(&mut to)
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
