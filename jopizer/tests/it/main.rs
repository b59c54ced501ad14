//! Tests of the linker: images, symbols, messages.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod arguments;
mod bundles;
mod class_files;
mod common;
mod damaged_classes;
mod dynamic;
mod embedded_programs;
mod errors;
mod extensions;
mod image_text;
mod initialisers;
mod java_sources;
mod link_txt;
mod linked_code_of_methods;
mod linking;
mod listing;
mod private;
mod stack_traces;
mod stripping;
mod structure;
mod worked_example;

// Private files name each other and what the library shows from the root.
use jopizer::{linked_code, symbols};
use private::{
    assemble, class_file, class_path, descriptor, error, hashing, instructions, known_classes,
};
