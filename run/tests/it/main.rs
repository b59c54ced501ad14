//! Tests of checkpoints: files, restored runs, timelines.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod checked_runs;
mod endings;
mod files;
mod ledger;
mod one_judge;
mod restored_runs;
mod support;
mod timelines;
mod widths;
