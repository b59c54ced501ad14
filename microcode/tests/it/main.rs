//! Tests of the assembler, its messages and its file formats from outside.

mod assembler;
mod jvm;
mod messages;
mod moves;
mod never_panics;
mod original_sources;
mod preprocessor;
mod raw_formats;
mod round_trip;
mod rules;
