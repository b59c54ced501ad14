//! Reading of profiles of every format.

use std::path::Path;

use cross_profile::Profile;
use profile_import::unit::CYCLES;
use profile_import::{self as import, Format};
use record::Limits;

use crate::output::errors::Error;

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

/// Reads a profile whose values may have another unit than cycles, and the unit.
pub(crate) fn read_weighted(path: &Path) -> Result<(Profile, String), Error> {
    let bytes = std::fs::read(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    match Format::of(&bytes) {
        Some(Format::Collapsed) => import::weighted(&bytes[..]).map_err(Error::at(path.display())),
        _ => Ok((read(path)?, CYCLES.to_owned())),
    }
}

/// Checks that a program may mark a region, before it runs.
pub(crate) fn check_region(program: &run::Program, name: Option<&str>) -> Result<(), Error> {
    let Some(name) = name else {
        return Ok(());
    };
    let limits = Limits::of_region(name).check(program.symbols.as_ref());
    limits.map_err(Error::at(program))
}

/// The part of a profile in a region that the program has marked.
pub(crate) fn region(profile: &Profile, path: &Path, name: &str) -> Result<Profile, Error> {
    profile.region(name).map_err(Error::at(path.display()))
}
