//! Cycles of every bytecode on every path, measured on the machine and compared with the hardware's; and what bytecodes of
//! other microcode do, compared with ours.
//!
//! ```text
//! scene ----> machine with our microcode ----> cycles from dispatch to dispatch --+--> rows
//! target-cycles.csv, paths.csv: what the hardware takes --------------------------+
//! ```
//!
//! [`standard()`] decides if the fast engine may stand for a microcode.
//! A [`scene::Scene`] lays out a small memory image and runs one bytecode; [`measure()`] does so for every bytecode,
//! every path through it and every memory speed. Symbols of the formulas: `r` and `w` read and write wait states of
//! the main memory, `m(x)` = max(1, x).

pub mod cases;
pub mod formula;
pub mod image;
pub mod java;
pub mod measure;
pub mod scene;
pub mod standard;
pub mod target;

pub use java::{JavaError, JavaRow, measure_java};
pub use measure::{MeasureError, TimingRow, TimingVerdict, measure};
pub use standard::{NotStandard, Standard, standard, standard_for};
