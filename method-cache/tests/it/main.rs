//! Tests of the organisations, against definitions and on random calls.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod bits;
mod examples;
mod fifo;
mod names;
mod one_block;
mod organisation;
mod private;
mod replay;
mod support;
mod two_block;
