//! Bounds against runs.

mod embedded;
mod random;
