//! A recording, which may be the journal of a run that was killed.

use std::path::Path;

use recording::Recording;

use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::counted;

/// Reads a recording. What a killed run has left is shown up to the end of its last window.
pub(super) fn read(path: &Path, console: Console) -> Result<Recording, Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    of(&bytes, path, console)
}

/// The same of bytes that have been read.
pub(super) fn of(bytes: &[u8], path: &Path, console: Console) -> Result<Recording, Error> {
    let recording = Recording::read(bytes).map_err(Error::at(path.display()))?;
    let mended = metrics::journal::mended(&recording).map_err(Error::at(path.display()))?;
    let Some((mended, cycles)) = mended else {
        return Ok(recording);
    };
    console.note(&format!(
        "jop: note: {}: its run was killed; shown up to the end of its last window, {}",
        path.display(),
        counted(cycles, "cycle")
    ));
    Ok(mended)
}
