//! A recording, which may be the journal of a run that broke off or goes on.

use std::fs::{File, TryLockError};
use std::path::Path;

use cross_profile::Profile;
use metrics::journal;
use profile_import::unit::CYCLES;
use recording::Recording;

use crate::args::profile_file;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::counted;

/// Reads a recording. A journal is shown up to the end of its last window.
pub(crate) fn read(path: &Path, console: Console) -> Result<Recording, Error> {
    of(&bytes(path)?, path, console)
}

/// The same of bytes that have been read.
pub(crate) fn of(bytes: &[u8], path: &Path, console: Console) -> Result<Recording, Error> {
    match mended(bytes, path, console)? {
        Some(mended) => Ok(mended),
        None => Recording::read(bytes).map_err(Error::at(path.display())),
    }
}

/// Reads the profile of a journal; none of another file.
pub(crate) fn journaled(path: &Path, console: Console) -> Result<Option<Profile>, Error> {
    let mended = mended(&bytes(path)?, path, console)?;
    let profile = mended.map(|it| cross_profile::file::of(&it));
    profile.transpose().map_err(Error::at(path.display()))
}

/// Reads a profile of whatever format, and the unit of its values.
pub(crate) fn profile(path: &Path, console: Console) -> Result<(Profile, String), Error> {
    match journaled(path, console)? {
        Some(profile) => Ok((profile, CYCLES.to_owned())),
        None => profile_file::read_weighted(path),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })
}

/// The recording of a journal; none of another file.
fn mended(bytes: &[u8], path: &Path, console: Console) -> Result<Option<Recording>, Error> {
    let Some(journal) = journal::before_damage(bytes) else {
        return Ok(None);
    };
    let goes_on = is_written(path);
    let (mended, cycles) = journal::mended(&journal).map_err(Error::at(path.display()))?;
    let how = if goes_on { "goes on" } else { "broke off" };
    console.note(&format!(
        "jop: note: {}: its run {how}; shown up to the end of its last window, {}",
        path.display(),
        counted(cycles, "cycle")
    ));
    Ok(Some(mended))
}

/// The run that writes a journal has it locked.
fn is_written(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}
