//! Bounds of worst-case execution times held against runs on the fast engine, which is exact to the cycle.
//!
//! ```text
//!   image ──▶ fast engine ──probe──▶ Calls: longest call of each method, without excluded events
//!     │                      └─────▶ Loops: most repetitions of each loop (not sound as bounds, and held against other runs)
//!     └────▶ wcet ──▶ bound ≥ longest call, or a violation
//! ```
//!
//! [`random`] makes Java methods whose loops end by construction, for the same comparison on thousands of methods.

mod calls;
mod check;
mod generated;
mod machines;

mod loops;
pub mod random;
mod runs;

pub use calls::{Calls, Seen};
pub use check::{Checked, Machine, Verdict, check};
pub use generated::{check_random, has_jdk, link};
pub use loops::Loops;
pub use machines::{ObservedLoops, embedded, machines, observe};
pub use runs::{ObserveError, Watched, calls_of, loops_of};
