//! One notion of a run.

pub mod checkpoint;
pub mod probes;
