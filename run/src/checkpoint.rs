//! The whole machine in a file, and replay from checkpoints.
//!
//! A [`Checkpoint`] holds everything that a run needs to continue: machine, microcode, memory, symbols, and the probes of the
//! run besides the machine's. A restored run gives the output, the statistics and the report of an uninterrupted
//! run. [`Checkpoint::to_bytes`] and [`Checkpoint::from_bytes`] are the file (`docs/checkpoint.md`).
//!
//! A [`Timeline`] keeps snapshots of a running machine in memory, so that one can go back to any cycle: to the nearest
//! snapshot before it, and forward from there with the same input.

mod error;
mod file;
mod now;
mod thinning;
mod timeline;
mod watcher;

pub use error::CheckpointError;
pub use file::{EXTENSION, FORMAT, MOST_BYTES};
pub use timeline::{Moment, Timeline};
pub use watcher::{Companion, Watcher};

use crate::probes::CollectionProbe;
use crate::setup::Subject;
use serde::{Deserialize, Serialize};
use sim_core::statistics::SavedStatistics;
use sim_core::{Machine, MachineError, MachineState};

/// Bytes of printed text that a checkpoint keeps, to find a text that began before it.
pub const TAIL: usize = 4096;

/// A run at one cycle.
#[derive(Debug, Clone)]
pub struct Checkpoint {
    /// Program, machine and microcode of the run.
    pub subject: Subject,
    /// Registers and memories.
    pub state: MachineState,
    /// Surroundings of the machine.
    pub run: RunState,
}

/// State of a run besides the machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunState {
    /// Counters.
    pub statistics: SavedStatistics,
    /// Figures of the collector.
    pub collections: CollectionProbe,
    /// Bytes that left the UART.
    pub printed: u64,
    /// Bytes of diagnostic text.
    pub diagnostics: u64,
    /// The last [`TAIL`] bytes that left the UART, or all of them.
    pub tail: Vec<u8>,
    /// Words of a stack trace whose end has not come yet.
    pub trace: Vec<u32>,
    /// Cycle by which the line of an original image's exit text must have ended.
    pub exit_line_ends: Option<u64>,
}

impl Checkpoint {
    /// The machine as it was.
    ///
    /// # Errors
    /// When no machine of this configuration can be in this state.
    pub fn machine(&self) -> Result<Machine, MachineError> {
        let Subject {
            machine, microcode, ..
        } = &self.subject;
        Machine::restore(machine, &microcode.program, self.state.clone())
    }
}
