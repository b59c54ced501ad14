//! Tests of the organisations, against definitions and on random calls.

mod examples;
mod fifo;
mod one_block;
mod organisation;
mod replay;
mod support;
mod two_block;
