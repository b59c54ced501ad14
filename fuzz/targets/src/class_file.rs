//! Class files, through the whole linker.

use std::path::PathBuf;

use isa::MachineConfig;
use jopizer::structure::Structure;
use jopizer::{LinkOptions, Linked, link};
use tempfile::TempDir;

use crate::short_run::{MICROCODE, short_run};

thread_local! {
    /// The linker reads files.
    static FOLDER: TempDir = tempfile::tempdir().expect("a temporary folder");
}

/// Links a class file as the main class; a linked image must be one, and runs.
pub fn class_file(input: &[u8]) {
    let name = name_of(input).unwrap_or_else(|| "Main".to_owned());
    let Some(Linked { image, .. }) = linked(input, name) else {
        return;
    };
    Structure::of(&image).unwrap_or_else(|error| panic!("what was linked is no image: {error}"));
    short_run(&MachineConfig::default(), &MICROCODE, &image.words);
}

fn linked(input: &[u8], main_class: String) -> Option<Linked> {
    let file: PathBuf = FOLDER.with(|folder| folder.path().join("Input.class"));
    std::fs::write(&file, input).expect("the temporary folder takes a file");
    match link(&LinkOptions::new(main_class, [file])) {
        Ok(linked) => Some(linked),
        Err(error) => {
            assert!(!error.to_string().is_empty(), "an error says nothing");
            None
        }
    }
}

fn name_of(input: &[u8]) -> Option<String> {
    let class = noak::reader::Class::new(input).ok()?;
    let this = class.pool().retrieve(class.this_class()).ok()?;
    Some(this.name.to_str()?.to_owned())
}
