//! Bounds against runs.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod advice;
mod arbiters;
mod arrays;
mod cores;
mod correlations;
mod embedded;
mod fields;
mod given;
mod kept;
mod library;
mod lies;
mod limits;
mod random;
mod refusals;
mod search;
mod shared;
mod tasks;
mod verdicts;
