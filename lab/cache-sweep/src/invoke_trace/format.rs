//! Header, end and errors of a trace file.

use std::io;

use isa::MachineConfig;
use serde::{Deserialize, Serialize};

use crate::invoke_trace::time_use::TimeUse;

/// First bytes of a trace.
pub(crate) const MAGIC: &[u8; 8] = b"jopcalls";
/// Version of the file that this library writes, and the only one it reads.
pub const VERSION: u16 = 1;
/// Most bytes of a header.
pub(crate) const MAX_HEADER: u32 = 1 << 20;
/// Most bytes of a block, unpacked or packed.
pub(crate) const MAX_BLOCK: u32 = 1 << 24;

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
    /// Lookups whose stall was not that of [`crate::invoke_trace::LoadTime`], or which the microcode did not wait for.
    pub unexplained: u64,
    /// Number of times the program read time.
    pub time_uses: u64,
    /// The first time, of those in `main` if there are any.
    pub first_time_use: Option<TimeUse>,
    /// CRC-32 of all symbols: equal for runs that took the same path.
    pub fingerprint: u32,
}

/// A trace that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(io::Error),
    /// Another kind of file.
    #[error(
        "no trace of lookups: it does not begin with `jopcalls`; record one with `jop sweep --save-trace`"
    )]
    NoTrace,
    /// A file of another version of the format.
    #[error(
        "version {0} of the trace format, but this program reads version {VERSION}; record the trace again"
    )]
    Version(u16),
    /// The file ends too early.
    #[error("the trace ends early in {place} (byte {byte}); record it again")]
    Truncated {
        /// The part.
        place: String,
        /// Start of the part.
        byte: u64,
    },
    /// Damaged contents.
    #[error("the trace is damaged in {place} (byte {byte}): {reason}; record it again")]
    Damaged {
        /// The part.
        place: String,
        /// Start of the part.
        byte: u64,
        /// The error.
        reason: String,
    },
}
