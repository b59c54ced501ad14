//! Bounds of worst-case execution times held against runs on the fast engine, which is exact to the cycle.
//!
//! ```text
//!   image ──▶ fast engine ──probe──▶ Calls: longest call of each method, without excluded events
//!     │                      └─────▶ Watch: repetitions of each loop, depths of recursion, calls between calls
//!     └────▶ wcet ──▶ bound ≥ longest call, and no premise below what the run shows, or a violation
//! ```
//!
//! [`random`] makes Java methods whose loops end by construction, for the same comparison on thousands of methods.

mod calls;
mod check;
pub mod cores;
mod generated;
mod hold;
pub mod library;
mod machines;

pub mod random;
mod responses;
mod runs;
pub mod search;
pub mod tasks;
mod watch;

pub use calls::{Calls, Met, Seen};
pub use check::{Checked, Machine, Verdict, check};
pub use generated::{check_random, link};
pub use hold::{Shown, all_disproved, spread};
pub use machines::{ObservedLoops, embedded, machines, observe};
pub use responses::{LEAD, SeenSet, SeenThread, Timed, responses_of};
pub use runs::{ObserveError, Watched, calls_of, loops_of, shown};
pub use watch::{Counts, FieldValues, LimitCounts, Watch};
