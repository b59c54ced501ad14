//! What the tests share: the fixtures, links with the minimal runtime, class files made on the spot.

#[allow(dead_code, reason = "shared with the tests of programs")]
pub(crate) mod class_builder;

use std::path::PathBuf;

use jopizer::symbols::{ClassSymbol, MethodSymbol};
use jopizer::{LinkError, LinkOptions, Linked, Runtime, link};

/// A file built by `tests/fixtures/build.sh`.
pub(crate) fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name)
}

/// Options that link a class of `programs.jar` with the minimal runtime, `first` before it.
pub(crate) fn minimal(main_class: &str) -> LinkOptions {
    let programs = ["programs.jar", "uses.jar", "jdk.jar"].map(fixture);
    let runtime = Runtime::ClassPath(vec![fixture("minimal.jar")]);
    LinkOptions {
        runtime,
        ..LinkOptions::new(main_class, programs)
    }
}

/// Links with the minimal runtime.
pub(crate) fn link_minimal(main_class: &str) -> Linked {
    link(&minimal(main_class)).unwrap()
}

/// The message of a link that must fail.
pub(crate) fn link_error(options: &LinkOptions) -> String {
    match link(options) {
        Ok(_) => panic!("{} was linked", options.main_class),
        Err(error) => error.to_string(),
    }
}

/// Links with the minimal runtime and classes written to a directory.
pub(crate) fn link_built(classes: &[(&str, Vec<u8>)]) -> Result<Linked, LinkError> {
    let directory = tempfile::tempdir().unwrap();
    for (name, bytes) in classes {
        let file = directory.path().join(format!("{name}.class"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }
    let runtime = Runtime::ClassPath(vec![fixture("minimal.jar")]);
    let path = [directory.path().to_owned()];
    link(&LinkOptions {
        runtime,
        ..LinkOptions::new(classes[0].0, path)
    })
}

/// The one method with that name.
pub(crate) fn method<'a>(linked: &'a Linked, class: &'a str, name: &'a str) -> &'a MethodSymbol {
    let mut found = linked.symbols.methods_named(class, name);
    let method = found
        .next()
        .unwrap_or_else(|| panic!("{class}.{name} is not linked"));
    assert_eq!(found.next(), None, "{class}.{name} is overloaded");
    method
}

pub(crate) fn class<'a>(linked: &'a Linked, name: &str) -> &'a ClassSymbol {
    linked
        .symbols
        .class(name)
        .unwrap_or_else(|| panic!("{name} is not linked"))
}

/// Words of the image from an address on.
pub(crate) fn words(linked: &Linked, address: u32, count: usize) -> Vec<i64> {
    let start = address as usize;
    linked.image.words[start..start + count]
        .iter()
        .map(|word| i64::from(word.cast_signed()))
        .collect()
}

pub(crate) fn word(linked: &Linked, address: u32) -> u32 {
    linked.image.words[address as usize]
}

/// The linked bytes of a method.
pub(crate) fn bytes(linked: &Linked, method: &MethodSymbol) -> Vec<u8> {
    let start = method.address as usize;
    let code = &linked.image.words[start..start + method.words as usize];
    let all: Vec<u8> = code.iter().flat_map(|word| word.to_be_bytes()).collect();
    assert!(
        all[method.bytes as usize..].iter().all(|byte| *byte == 0),
        "padding"
    );
    all[..method.bytes as usize].to_vec()
}

/// Address of a static field.
pub(crate) fn static_address(linked: &Linked, class: &str, name: &str) -> u32 {
    let mut statics = linked.symbols.statics.iter();
    let found = statics.find(|symbol| symbol.class == class && symbol.name == name);
    found
        .unwrap_or_else(|| panic!("{class}.{name} is not linked"))
        .address
}

/// The packed text at an address: length and width, then four characters or two in each word.
pub(crate) fn packed_text_at(linked: &Linked, address: u32) -> String {
    let head = word(linked, address);
    let per_word = if head & 1 == 0 { 4 } else { 2 };
    let units = (0..head >> 1).map(|index| {
        let shift = index % per_word * (32 / per_word);
        let unit = word(linked, address + 1 + index / per_word) >> shift;
        (unit & u32::MAX >> (32 - 32 / per_word)) as u16
    });
    String::from_utf16_lossy(&units.collect::<Vec<_>>())
}

/// The text of the literal whose String handle lies at an address, read from the image.
pub(crate) fn text_at(linked: &Linked, handle: u32) -> String {
    let characters = word(linked, word(linked, handle));
    let (data, length) = (word(linked, characters), word(linked, characters + 1));
    let units: Vec<u16> = (0..length)
        .map(|index| word(linked, data + index) as u16)
        .collect();
    String::from_utf16_lossy(&units)
}
