//! The file of a recording that grows beside the file that it is for: `FILE.part`. It is removed when the run is over, however it
//! ended; who is killed leaves it behind, and so does who cannot go on writing.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use run::plain;

use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;

/// Removes the file in the end.
#[derive(Debug)]
pub(crate) struct JournalFile {
    path: PathBuf,
    is_kept: bool,
}

impl JournalFile {
    /// Makes the file, in place of one that a killed run has left; none beside a device or a pipe.
    pub(crate) fn create(beside: &PendingFile) -> Result<Option<(Self, File)>, Error> {
        if !beside.is_file() {
            return Ok(None);
        }
        let mut path = beside.path().as_os_str().to_owned();
        path.push(".part");
        let path = PathBuf::from(path);
        let failed = |reason| failed(&path, reason);
        // As with every result, a link is replaced, and what it leads to is not.
        if path.is_symlink() {
            std::fs::remove_file(&path).map_err(failed)?;
        }
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
        let is_kept = false;
        Ok(Some((Self { path, is_kept }, file)))
    }

    /// An error of beginning it.
    pub(crate) fn failed(&self, reason: std::io::Error) -> Error {
        failed(&self.path, reason)
    }

    /// An error of writing this file, after which the journal stays.
    pub(crate) fn keep(&mut self, file: Option<&Path>, reason: &std::io::Error) -> Error {
        self.is_kept = true;
        let file = file.unwrap_or(&self.path);
        let kept = self.path.display();
        let told = format!(
            "{}; `jop show {kept}` shows what was recorded",
            plain(reason)
        );
        failed(file, std::io::Error::new(reason.kind(), told))
    }
}

impl Drop for JournalFile {
    fn drop(&mut self) {
        if !self.is_kept {
            // It may have been taken away.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn failed(path: &Path, reason: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}
