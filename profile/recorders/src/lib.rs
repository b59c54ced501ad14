//! One run recorded: contexts, and what goes along with them, each a section of one recording.
//!
//! ```text
//!                       ┌─ contexts ──────────────────┐
//!   engine ───▶ events ─┼─ lines: bytecodes, words    ├──▶ Recorded ──▶ recording (.jrec)
//!                       ├─ windows                    │
//!                       ├─ heap and stack             │
//!                       ├─ lookups                    │
//!                       └─ threads ───────────────────┘
//! ```
//!
//! All but microinstructions, lookups and threads, for which branches and accesses of the machine are watched, see the same events. Sums agree: the cycles of the contexts are those of the lines and those of the windows.
//! [`RecordedRun`] is the machine under the recorders that a [`Choice`] asks for, [`FastRecordedRun`] the
//! fast engine under those that it can tell; what nobody asks for is not there.

mod choice;
mod fast_run;
mod recorded;
mod recorded_run;
pub mod threads;

pub use choice::{Choice, ChoiceError, Windows};
pub use fast_run::{FastRecordedRun, FastRecorders, Loop};
pub use recorded::Recorded;
pub use recorded_run::RecordedRun;
pub use threads::Threads;
