//! Files that a run writes.

use std::path::Path;

use cross_profile::Profile;
use host_profile::Uncovered;

use super::summary;
use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;

/// Files to write; that they can be made is known before the program runs for hours.
pub(super) struct Outputs {
    profile: PendingFile,
    calls: Option<PendingFile>,
}

impl Outputs {
    pub(super) fn create(profile: &Path, calls: Option<&Path>) -> Result<Self, Error> {
        let calls = calls.map(PendingFile::create);
        Ok(Self {
            profile: PendingFile::create(profile)?,
            calls: calls.transpose()?,
        })
    }

    /// Writes the profile, and the calls that leave it.
    pub(super) fn finish(self, profile: &Profile, uncovered: &[Uncovered]) -> Result<(), Error> {
        self.profile.finish(&packed(profile)?)?;
        let Some(calls) = self.calls else {
            return Ok(());
        };
        calls.finish(summary::all_calls(uncovered)?.as_bytes())
    }
}

pub(super) fn packed(profile: &Profile) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    cross_profile::file::write(profile, &mut bytes).map_err(|reason| Error::System {
        what: "pack the profile",
        reason: reason.into(),
    })?;
    Ok(bytes)
}
