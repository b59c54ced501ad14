//! Header, end and errors of lookups in a file.

use std::collections::BTreeMap;
use std::io;

use isa::MachineConfig;
use recording::RecordingError;
use serde::{Deserialize, Serialize};

use crate::time_use::TimeUse;

/// Most bytes of a header or summary.
pub(crate) const MAX_LINE: u64 = 1 << 24;
/// Most bytes of a block.
pub(crate) const MAX_BLOCK: u64 = 1 << 24;

/// The header: program and machine of the run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Name of the program.
    pub program: String,
    /// Fingerprint of its image.
    pub image: String,
    /// Fingerprint of the microcode.
    pub microcode: String,
    /// The machine it ran on.
    pub machine: MachineConfig,
    /// True if the runs of bytecodes between the lookups are recorded.
    pub runs: bool,
    /// Names of methods by the word address of their code; empty if nobody told them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub methods: BTreeMap<u32, String>,
}

/// Summary of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Clock cycles.
    pub cycles: u64,
    /// Cycles of them in which the microcode waited for a method-cache lookup or load.
    pub load_stalls: u64,
    /// Bytecodes dispatched.
    pub bytecodes: u64,
    /// Lookups.
    pub lookups: u64,
    /// Lookups of invokes that missed on the machine that ran.
    pub invoke_misses: u64,
    /// Lookups of returns that missed on the machine that ran.
    pub return_misses: u64,
    /// Words that these misses loaded.
    pub words_loaded: u64,
    /// Words of the longest method looked up.
    pub longest_method: u32,
    /// Runs of bytecodes.
    pub runs: u64,
    /// Lookups whose stall was not that of [`crate::LoadTime`], or which the microcode did not wait for.
    pub unexplained: u64,
    /// Number of times the program read time.
    pub time_uses: u64,
    /// The first time, of those in `main` if there are any.
    pub first_time_use: Option<TimeUse>,
    /// CRC-32 of all symbols: equal for runs that took the same path.
    pub fingerprint: u32,
}

/// Lookups that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LookupsError {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(io::Error),
    /// It is no recording, or has no lookups.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// They end too early.
    #[error("the lookups end early in {place} (byte {byte}); record them again")]
    Truncated {
        /// The part.
        place: String,
        /// Start of the part.
        byte: u64,
    },
    /// Damaged contents.
    #[error("the lookups are damaged in {place} (byte {byte}): {reason}; record them again")]
    Damaged {
        /// The part.
        place: String,
        /// Start of the part.
        byte: u64,
        /// The error.
        reason: String,
    },
}
