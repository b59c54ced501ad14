//! Bounds against runs.

mod embedded;
mod random;
mod refusals;
