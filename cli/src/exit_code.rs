//! What the exit codes of `jop` mean.

/// Done; also when the reader of standard output went away.
pub(crate) const DONE: u8 = 0;
/// A comparison found a difference.
pub(crate) const DIFFERS: u8 = 1;
/// Bad input or a failing system: could not run.
pub(crate) const COULD_NOT_RUN: u8 = 2;
