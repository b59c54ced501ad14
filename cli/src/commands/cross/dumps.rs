//! Dumps of a run: the agent writes counts, here they become profiles while the program goes on.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use cross_profile::Provenance;
use host_profile::{Counts, Pricing, price};

use crate::output::atomic_file;
use crate::output::errors::Error;

/// The dumps of one run.
pub(super) struct Dumps<'a> {
    /// The counts of the whole run; those of dumps have a number behind this name.
    pub(super) counts: PathBuf,
    /// The profile of the whole run; those of dumps have a number before its ending.
    pub(super) output: &'a Path,
    pub(super) pricing: Pricing<'a>,
    pub(super) provenance: Provenance,
    /// Dumps so far.
    pub(super) written: u32,
    /// Why there are no more of them.
    pub(super) failed: Option<Error>,
}

impl Dumps<'_> {
    /// Refuses a run whose dumps would be mixed up with earlier ones.
    pub(super) fn check(&self) -> Result<(), Error> {
        let first = self.output(1);
        if first.exists() {
            return Err(Error::Input(format!(
                "{}: a dump of an earlier run; remove its dumps, or name another output",
                first.display()
            )));
        }
        Ok(())
    }

    /// Writes profiles of the dumps that are there; after a failure, none.
    pub(super) fn collect(&mut self) {
        while self.failed.is_none() && self.counts(self.written + 1).exists() {
            match self.convert(self.written + 1) {
                Ok(()) => self.written += 1,
                Err(error) => self.failed = Some(error),
            }
        }
    }

    fn convert(&self, number: u32) -> Result<(), Error> {
        let path = self.counts(number);
        let read = |reason| Error::Read {
            path: path.clone(),
            reason,
        };
        let counts = Counts::read(File::open(&path).map_err(read)?)
            .map_err(|error| Error::Input(error.to_string()))?;
        let outcome = price(&counts, &self.pricing, self.provenance.clone());
        let packed = super::outputs::packed(&outcome.profile)?;
        atomic_file::write(&self.output(number), &packed)?;
        fs::remove_file(&path).map_err(read)
    }

    fn counts(&self, number: u32) -> PathBuf {
        let mut name = self.counts.clone().into_os_string();
        name.push(format!(".{number:04}"));
        name.into()
    }

    /// `app.0001.jrec` of `app.jrec`.
    pub(super) fn output(&self, number: u32) -> PathBuf {
        let ending = self.output.extension().unwrap_or_default();
        let mut name = self.output.file_stem().unwrap_or_default().to_owned();
        name.push(format!(".{number:04}"));
        if !ending.is_empty() {
            name.push(".");
            name.push(ending);
        }
        self.output.with_file_name(name)
    }
}
