//! Files that a run writes.

use std::path::Path;

use cross_profile::Profile;
use host_profile::Uncovered;

use super::summary;
use crate::output::atomic_file::PendingFile;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;

/// Files to write; that they can be made is known before the program runs for hours.
pub(super) struct Outputs {
    profile: PendingFile,
    calls: Option<PendingFile>,
}

impl Outputs {
    pub(super) fn create(profile: &Path, calls: Option<&Path>) -> Result<Self, Error> {
        refuse_other_ending(profile)?;
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

/// Refuses an ending that promises another format than that of profiles.
pub(super) fn refuse_other_ending(file: &Path) -> Result<(), Error> {
    const OTHERS: [&str; 8] = ["csv", "json", "html", "svg", "txt", "toml", "parquet", "md"];
    let name = file.to_string_lossy();
    match OTHERS.iter().any(|ending| has_extension(&name, ending)) {
        true => Err(Error::Input(format!(
            "-o {name}: a profile is written as FILE.jrec; `jop show FILE.jrec -o {name}` then writes other formats"
        ))),
        false => Ok(()),
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
