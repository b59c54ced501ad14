//! Checkpoint files of a run: interval, names, writing and reading.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use run::Subject;
use run::checkpoint::{Checkpoint, EXTENSION, MOST_BYTES, RunState};
use sim_core::MachineState;

use crate::output::atomic_file;
use crate::output::errors::Error;

/// Writes the checkpoints of a run.
#[derive(Debug)]
pub(crate) struct CheckpointWriter<'a> {
    subject: &'a Subject,
    folder: PathBuf,
    every: Option<u64>,
    keep: Option<usize>,
    /// Cycle of the last checkpoint, written or restored.
    at: u64,
    written: VecDeque<PathBuf>,
}

impl<'a> CheckpointWriter<'a> {
    /// Writes to this folder, which is made, from `cycle` on: one every so many cycles, of which so many are kept.
    pub(crate) fn new(
        subject: &'a Subject,
        folder: &Path,
        (every, keep): (Option<u64>, Option<usize>),
        cycle: u64,
    ) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|reason| Error::Write {
            path: folder.to_owned(),
            reason,
        })?;
        Ok(Self {
            subject,
            folder: folder.to_owned(),
            every,
            keep,
            at: cycle,
            written: VecDeque::new(),
        })
    }

    /// The first cycle after `cycle` at which one is due: a multiple of the distance.
    pub(crate) fn next(&self, cycle: u64) -> u64 {
        let next = |every: u64| (cycle / every + 1).checked_mul(every);
        self.every.and_then(next).unwrap_or(u64::MAX)
    }

    /// Checks if one is due in this cycle.
    pub(crate) fn is_due(&self, cycle: u64) -> bool {
        cycle != self.at && self.every.is_some_and(|every| cycle.is_multiple_of(every))
    }

    /// Writes one, unless that of this cycle is there, and removes what is not to be kept.
    pub(crate) fn write(&mut self, state: &MachineState, run: RunState) -> Result<(), Error> {
        if state.cycle == self.at {
            return Ok(());
        }
        self.at = state.cycle;
        let path = self.folder.join(self.file_name(state.cycle));
        let checkpoint = Checkpoint {
            subject: self.subject.clone(),
            state: state.clone(),
            run,
        };
        let bytes = checkpoint.to_bytes().map_err(Error::at(path.display()))?;
        atomic_file::write(&path, &bytes)?;
        tracing::info!("checkpoint {} has {} bytes", path.display(), bytes.len());
        self.written.push_back(path);
        while self.keep.is_some_and(|keep| self.written.len() > keep) {
            if let Some(old) = self.written.pop_front() {
                // It may have been taken away.
                let _ = std::fs::remove_file(old);
            }
        }
        Ok(())
    }

    /// Digits enough to sort by name.
    fn file_name(&self, cycle: u64) -> String {
        let name = Path::new(&self.subject.program.name);
        let stem = name.file_stem().unwrap_or(name.as_os_str());
        format!("{}-{cycle:012}.{EXTENSION}", stem.to_string_lossy())
    }
}

/// Reads a checkpoint.
pub(crate) fn read(path: &Path) -> Result<Checkpoint, Error> {
    let failed = |reason| Error::Read {
        path: path.to_owned(),
        reason,
    };
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(failed)?;
    Checkpoint::from_bytes(&bytes).map_err(Error::at(path.display()))
}
