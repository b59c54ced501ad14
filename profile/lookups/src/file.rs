//! Lookups as a section of a recording.

use std::io::{self, Write};

use recording::{Recording, RecordingError, Section};

use crate::format::LookupsError;
use crate::reader::Reader;

/// Name of the section.
pub const SECTION: &str = "lookups";
/// Bytes that are packed together.
const PART: usize = 1 << 20;

/// A section that is packed while it is written; what is not packed yet is short.
#[derive(Debug, Clone, Default)]
pub struct Packing {
    recording: Recording,
    rest: Vec<u8>,
}

impl Packing {
    /// A recording with this section alone, once everything is written and flushed.
    #[must_use]
    pub fn into_recording(self) -> Recording {
        self.recording
    }

    fn pack(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.rest);
        self.recording.add(SECTION, |to| to.write_all(&bytes))
    }
}

impl Write for Packing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        if self.rest.len() >= PART {
            self.pack()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.rest.is_empty() {
            true => Ok(()),
            false => self.pack(),
        }
    }
}

/// The section of a recording, from its first byte.
///
/// # Errors
/// When the recording has none.
pub fn section(recording: &Recording) -> Result<Section<'_>, RecordingError> {
    recording.section(SECTION)
}

/// The lookups of a recording, from the first one.
///
/// # Errors
/// When it has none, or they are damaged.
pub fn reader(recording: &Recording) -> Result<Reader<Section<'_>>, LookupsError> {
    Reader::new(section(recording)?)
}
