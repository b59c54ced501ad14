//! Why a sweep stops.

use std::io;
use std::path::PathBuf;

use lookups::LookupsError;
use run::{BLOCKED, End};
use sim_core::MachineError;

/// Reasons why a sweep stops.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// Somebody asked it to.
    #[error("interrupted")]
    Interrupted,
    /// A machine whose cache has no model.
    #[error(
        "the method cache of this machine has no model; choose another with method_cache in its file"
    )]
    NoCache,
    /// A program that goes on.
    #[error("{program} has not ended after {cycles} cycles; a sweep needs a program that ends")]
    NoEnd {
        /// Its name.
        program: String,
        /// Cycle in which it was stopped.
        cycles: u64,
    },
    /// A program that cannot go on.
    #[error("{0}: {BLOCKED}; a sweep needs a program that ends")]
    Blocked(String),
    /// A recording of a program that sees time.
    #[error("{}: {reason}; give the program instead of its recording, so that the machine can run it, or replay with --assume-path", path.display())]
    SeesTime {
        /// The recording.
        path: PathBuf,
        /// Places where it reads time.
        reason: String,
    },
    /// A recording whose lookups cannot be read.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: LookupsError,
    },
    /// A recorded run that cannot be read back.
    #[error("a recorded run cannot be read back: {0}")]
    Recording(#[from] LookupsError),
    /// A machine that cannot be built.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A file that cannot be written or read.
    #[error("cannot keep a recorded run: {0}")]
    Io(#[from] io::Error),
}

impl SweepError {
    /// The end of the run that stopped the sweep, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self {
            Self::Interrupted => Some(End::Interrupted),
            Self::NoEnd { .. } => Some(End::MaxCycles),
            Self::Blocked(_) => Some(End::Blocked),
            _ => None,
        }
    }
}
