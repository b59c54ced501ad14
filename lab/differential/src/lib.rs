//! Differential tests: the same Java on the simulated machine and on the host's JVM.
//!
//! ```text
//!   seed ─▶ generate ─▶ tree ─▶ print ─▶ javac ─┬─▶ java ───────────────────┐
//!                        ▲                      └─▶ jopizer ─▶ sim-core ────┤
//!                        └──── shrink ◀───────────────────── differences ◀──┘
//! ```
//!
//! [`campaign`] does this for random methods; [`floats`] compares each arithmetic operation with the host's on random and
//! corner operands. Both need a JDK.

mod batch;
pub mod campaign;
pub mod coverage;
mod error;
pub mod floats;
pub mod generate;
mod host;
pub mod shrink;
mod target;
pub mod tree;

pub use batch::{Reason, sources};
pub use error::Error;
pub use target::Target;

#[cfg(test)]
extern crate self as differential;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
