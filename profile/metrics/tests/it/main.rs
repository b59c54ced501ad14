//! Windows of runs: their sums, their limits, their files, and phases.

mod bytecodes;
mod engines;
mod files;
mod foci;
mod gated;
mod phases;
mod sums;
mod support;
mod written;
