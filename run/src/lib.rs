//! One notion of a run: its setup, its ending, and its report.
//!
//! ```text
//!   Program --+
//!   machine --+--> Setup --> Engine <--- to_end      the only loop; Ending, the only judge of when a run has ended
//!   microcode-+      |         |
//!                    |         +-------> Counters ---+
//!                    +--> Provenance ----------------+--> Report
//! ```
//!
//! [`to_end()`] runs a program to its end: whatever executes one does it this way. Explorers of time, which go back as well, ask
//! [`Ending`] in loops of their own; a test of the workspace looks for others.

pub mod blocks;
pub mod checked;
pub mod checkpoint;
pub mod core_windows;
pub mod counters;
pub mod end;
pub mod ending;
pub mod engine;
pub mod events;
pub mod executions;
pub mod exit_code;
pub mod fast;
mod fingerprint;
mod idle;
mod lock;
pub mod machine;
pub mod polls;
pub mod probes;
pub mod program;
pub mod report;
pub mod setup;
pub mod several;
mod several_blocks;
mod several_checked;
pub mod standstill;
mod system_error;
mod text_watch;
pub mod to_end;
pub mod waiting;

pub use blocks::BlockRun;
pub use checked::Checked;
pub use core_windows::{CoreTime, CoreWindow, CoreWindows};
pub use counters::{Counters, MachineCounters};
pub use end::{End, EndKind};
pub use ending::{BLOCKED, Ending};
pub use engine::{Counted, Engine, View};
pub use executions::Executions;
pub use exit_code::Unfinished;
pub use fast::FastRun;
pub use fingerprint::Fingerprint;
pub use machine::MachineRun;
pub use program::{Program, ProgramIdentity};
pub use report::{EngineKind, Report};
pub use setup::{Microcode, Provenance, Setup, Subject};
pub use several::{
    CoreEnd, CoreFigures, OnSeveral, SeveralFault, SeveralFigures, SeveralRun, is_unshared,
};
pub use several_blocks::SeveralBlockRun;
pub use several_checked::CheckedSeveral;
pub use system_error::plain;
pub use to_end::{Guest, Host, Limits, NotingInput, Silent, alone, to_end};
pub use waiting::{Input, Need, end_of_input, sent};
