//! Tests of the fast engine, against the machine and its own exact steps.

mod programs;
mod random;
mod support;
mod tables;
