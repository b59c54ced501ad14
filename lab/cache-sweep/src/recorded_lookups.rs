//! The lookups of a recording that is in a file.

use std::path::PathBuf;

use lookups::{Header, LookupsError, Reader, Summary, file};
use recording::{Recording, Section};

use crate::error::SweepError;

/// A recording with lookups.
#[derive(Debug)]
pub struct RecordedLookups {
    /// Its file, for messages.
    pub path: PathBuf,
    /// Its sections.
    pub recording: Recording,
}

impl RecordedLookups {
    /// The program and machine of the run.
    ///
    /// # Errors
    /// When the recording has no lookups, or they are damaged there.
    pub fn header(&self) -> Result<Header, SweepError> {
        Ok(self.reader()?.header().clone())
    }

    /// The figures of the run; all lookups are read.
    pub(crate) fn summary(&self) -> Result<Summary, SweepError> {
        let mut reader = self.reader()?;
        let failed = |reason| self.failed(reason);
        while reader.next_block().map_err(failed)?.is_some() {}
        Ok(reader.summary().cloned().unwrap_or_default())
    }

    /// The lookups, from the first one.
    ///
    /// # Errors
    /// When the recording has none.
    pub fn open(&self) -> Result<Section<'_>, SweepError> {
        file::section(&self.recording).map_err(|reason| self.failed(reason.into()))
    }

    /// An error of reading with the name of the file.
    pub(crate) fn named(&self, error: SweepError) -> SweepError {
        match error {
            SweepError::Recording(reason) => self.failed(reason),
            other => other,
        }
    }

    fn reader(&self) -> Result<Reader<Section<'_>>, SweepError> {
        file::reader(&self.recording).map_err(|reason| self.failed(reason))
    }

    fn failed(&self, reason: LookupsError) -> SweepError {
        SweepError::File {
            path: self.path.clone(),
            reason,
        }
    }
}
