//! Reading of profiles of every format.

use std::path::Path;

use cross_profile::{Profile, import};

use crate::errors::Error;

/// Reads a profile; its contents tell the format.
pub(crate) fn read(path: &Path) -> Result<Profile, Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    let (profile, format) = import::read(&bytes).map_err(Error::at(path.display()))?;
    tracing::info!("read {}: {format}", path.display());
    Ok(profile)
}
