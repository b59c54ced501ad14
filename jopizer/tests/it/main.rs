//! Tests of the linker: images, symbols, messages.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod arguments;
mod common;
mod damaged_classes;
mod dynamic;
mod errors;
mod extensions;
mod image_text;
mod initialisers;
mod java_sources;
mod link_txt;
mod linking;
mod listing;
mod stripping;
mod structure;
mod worked_example;
