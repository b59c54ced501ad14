//! One notion of a run: its setup, its ending, and its report.
//!
//! ```text
//!   Program --+
//!   machine --+--> Setup --> Engine <--- Ending      the only judge of when a run has ended
//!   microcode-+      |         |
//!                    |         +-------> Counters ---+
//!                    +--> Provenance ----------------+--> Report
//! ```
//!
//! [`drive`] runs a program to its end and hands its output to a closure. Whatever executes a program does it this way, or
//! asks [`Ending`] in its own loop; a test of the workspace looks for loops that do neither.

pub mod blocks;
pub mod checked;
pub mod checkpoint;
pub mod counters;
pub mod ending;
pub mod engine;
pub mod exit_code;
pub mod fast;
mod fingerprint;
pub mod machine;
pub mod polls;
pub mod probes;
pub mod program;
pub mod report;
pub mod setup;
pub mod standstill;
mod system_error;
mod text_watch;
pub mod waiting;

pub use blocks::BlockRun;
pub use checked::Checked;
pub use counters::{Counters, MachineCounters};
pub use ending::{BLOCKED, End, Ending, drive, drive_noting, drive_silently};
pub use engine::{Counted, Engine, View};
pub use exit_code::Unfinished;
pub use fast::FastRun;
pub use fingerprint::Fingerprint;
pub use machine::MachineRun;
pub use program::{Program, ProgramIdentity};
pub use report::{EngineKind, Report};
pub use setup::{Microcode, Provenance, Setup, Subject};
pub use system_error::plain;
pub use waiting::{END_OF_INPUT, Input, Need};
