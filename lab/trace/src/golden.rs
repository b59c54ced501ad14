//! Golden traces: runs of the JOP RTL from reset, compared with the machine cycle by cycle.
//!
//! A vector ([`vector::Vector`]) holds microcode, jump table, stack RAM and main memory, and one row for each
//! clock cycle. Row *c* shows every value *during* cycle *c*, after the combinational signals have settled and
//! before the edge that ends it; row 0 is the first cycle after reset. [`compare::compare`] runs the machine
//! beside the trace, or several processors ([`several_columns`]) beside theirs. Every value counts: nothing is left out, not even what a vector calls informative.

mod cell;
pub mod columns;
pub mod compare;
pub mod config;
mod rows;
pub mod several_columns;
mod several_rows;
pub mod vector;

pub use cell::Cell;
pub use compare::{Comparison, Divergence, compare};
pub use vector::{Vector, VectorError};
