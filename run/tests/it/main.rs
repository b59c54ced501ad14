//! Tests of checkpoints: files, restored runs, timelines.

mod files;
mod restored_runs;
mod support;
mod timelines;
