//! Tests of checkpoints: files, restored runs, timelines.

mod files;
mod one_judge;
mod restored_runs;
mod support;
mod timelines;
