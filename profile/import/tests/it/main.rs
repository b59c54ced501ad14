//! Tests of files of other tools.

mod other_tools;
#[cfg(feature = "packed")]
mod pprof;
mod units;
