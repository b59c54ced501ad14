//! Tests of the shared vocabulary: bytecodes, addresses, machines, documents.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod address;
mod bounded_file;
mod bytecode;
mod cells;
mod config;
mod config_reference;
mod document;
mod geometry;
mod image;
mod one_vocabulary;
mod organisation_kind;
mod processors;
mod quantity;
mod stack_words;
mod system;
mod tokens;
mod toml_text;
