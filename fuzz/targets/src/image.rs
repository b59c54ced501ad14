//! Linked images: `.jop` files.

use isa::MachineConfig;
use jopizer::inspect::Inspection;
use jopizer::structure::Structure;
use jopizer::{Image, Symbols, disassemble};

use crate::short_run::{MICROCODE, short_run};

/// Reads, takes apart, lists and runs an image.
pub fn image(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Ok(image) = Image::parse(&text) else {
        return;
    };
    let again = Image::parse(&image.to_text(None));
    assert_eq!(
        again.as_ref(),
        Ok(&image),
        "what was written reads otherwise"
    );
    if Structure::of(&image).is_ok() {
        take_apart(&image);
    }
    short_run(&MachineConfig::default(), &MICROCODE, &image.words);
}

fn take_apart(image: &Image) {
    let Ok(symbols) = Symbols::of_image(image) else {
        return;
    };
    // An image may have thousands of methods on the same words.
    for method in symbols.methods.iter().take(100) {
        let _ = disassemble::disassemble(image, &symbols, method);
    }
    let _ = Inspection::of(image, &symbols, Some);
    let _ = Symbols::from_link_txt(&symbols.to_link_txt(), image);
}
