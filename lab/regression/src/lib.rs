//! Regression checks of timing: figures of programs checked against goldens, and comparison of two results.

pub mod check;
#[cfg(feature = "diff")]
pub mod diff;
