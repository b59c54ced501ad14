//! Tests of the assembler, its messages and its file formats from outside.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod assembler;
mod embedded_sources;
mod instructions;
mod jvm;
mod messages;
mod moves;
mod never_panics;
mod original_sources;
mod preprocessor;
mod private;
mod raw_formats;
mod round_trip;
mod rules;
mod standard;

// Private files name each other from the root.
use microcode::isa;
use private::{diagnostics, errors, explain, lines, macros, source, warnings};
