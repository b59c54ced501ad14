//! Tests of runs: their ends, reports, checkpoints and timelines.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod checked_runs;
mod core_windows;
mod ending;
mod endings;
mod exit_code;
mod files;
mod fingerprint;
mod ledger;
mod one_judge;
mod private;
mod report;
mod restored_runs;
mod several_timeline;
mod support;
mod system_error;
mod timelines;
mod widths;
