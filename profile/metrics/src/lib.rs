//! Metrics over time: what each calling context did in each window of a run.
//!
//! ```text
//!   contexts (record) ──▶ WindowLayer ── lookups, allocations ──▶ Recorded: windows of cells
//!                                                                             cell = context, figures
//!   windows that have ended ──▶ Journal, while the run goes on
//!   Recorded + names = Metrics ──▶ file
//!                        ├─ Focus × Metric ──▶ a figure for each window
//!                        ├─ between two windows ──▶ profile
//!                        └─ change of mix ──▶ phases
//! ```
//!
//! A window ends with the bytecode that runs in its last cycle, so a bytecode is never divided, and windows follow each other
//! without a gap. What the contexts of all windows have adds up to the profile of the run.

mod figures;
pub mod file;
pub mod focus;
mod heap_watch;
pub mod journal;
mod metrics;
pub mod phases;
mod probe;
mod window;

pub use figures::{Field, Figures, Metric};
pub use focus::{Foci, Focus, FocusError, Kind, Share};
pub use journal::Journal;
pub use metrics::Metrics;
pub use phases::{Phase, Phases};
pub use probe::WindowLayer;
pub use window::{Cell, Every, EveryError, Recorded, Window};
