//! Exit codes of `jop`. Those of a run are [`run::End::exit_code`].

/// Done; also when the reader of standard output went away.
pub(crate) const DONE: u8 = 0;
/// A comparison found a difference.
pub(crate) const DIFFERS: u8 = 1;
/// Bad input or a failing system: could not run.
pub(crate) const COULD_NOT_RUN: u8 = 2;
/// Stopped by Ctrl-C: 128 and the number of the signal, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;
