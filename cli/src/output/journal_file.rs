//! The file of a recording that grows beside the file that it is for: `FILE.part`. It is removed when the run is over, however it
//! ended; only who is killed leaves it behind.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;

/// Removes the file in the end.
#[derive(Debug)]
pub(crate) struct JournalFile {
    path: PathBuf,
}

impl JournalFile {
    /// Makes the file, in place of one that a killed run has left; none beside a device or a pipe.
    pub(crate) fn create(beside: &PendingFile) -> Result<Option<(Self, File)>, Error> {
        if beside.temporary().is_none() {
            return Ok(None);
        }
        let mut path = beside.path().as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let failed = |reason| failed(&path, reason);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(failed)?;
        // Where files cannot be locked, nobody looks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Error::Input(format!(
                "{}: another run writes it; wait for its end, or name another file with -o",
                path.display()
            )));
        }
        file.set_len(0).map_err(failed)?;
        Ok(Some((Self { path }, file)))
    }

    /// An error of writing it.
    pub(crate) fn failed(&self, reason: std::io::Error) -> Error {
        failed(&self.path, reason)
    }
}

impl Drop for JournalFile {
    fn drop(&mut self) {
        // It may have been taken away.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn failed(path: &Path, reason: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}
