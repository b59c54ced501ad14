//! Whatever bytes a class file has, linking ends with an image or an error.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::class_builder::main_class;
use crate::common::fixture;
use jopizer::{Image, LinkOptions, Runtime, disassemble, link};
use proptest::prelude::*;
use proptest::sample::Index;

/// Class files of the fixtures: name and bytes.
static CLASSES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    ["programs.jar", "uses.jar", "jdk.jar"]
        .iter()
        .flat_map(|jar| classes_of(&fixture(jar)))
        .collect()
});

/// Class files with call sites, which need the library.
static MODERN: LazyLock<Vec<(String, Vec<u8>)>> =
    LazyLock::new(|| classes_of(&fixture("modern.jar")));

fn classes_of(jar: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(jar).unwrap()).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let name = entry.name().unwrap().trim_end_matches(".class").to_owned();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (name, bytes)
        })
        .collect()
}

/// Links a class whose bytes are given with the minimal runtime, everything else of the fixtures behind it.
fn try_link(name: &str, bytes: &[u8], keep_all: bool) {
    let runtime = Runtime::ClassPath(vec![fixture("minimal.jar")]);
    try_link_with(runtime, "programs.jar", name, bytes, keep_all);
}

/// Looks at all of the result.
fn try_link_with(runtime: Runtime, jar: &str, name: &str, bytes: &[u8], keep_all: bool) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join(format!("{name}.class"));
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, bytes).unwrap();
    let path = [directory.path().to_owned(), fixture(jar)];
    let options = LinkOptions {
        runtime,
        keep_all,
        ..LinkOptions::new(name, path)
    };
    match link(&options) {
        Ok(linked) => {
            let text = linked.image.to_text(Some(&linked.symbols));
            assert_eq!(Image::parse(&text).unwrap(), linked.image);
            for method in &linked.symbols.methods {
                let listing = disassemble::disassemble(&linked.image, &linked.symbols, method);
                assert!(!listing.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// One change to a file.
#[derive(Debug, Clone)]
enum Change {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index),
    CutOff(Index),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let length = bytes.len();
        match self {
            Change::Replace(at, value) => bytes[at.index(length)] = *value,
            Change::Insert(at, value) => bytes.insert(at.index(length), *value),
            Change::Remove(at) => {
                bytes.remove(at.index(length));
            }
            Change::CutOff(at) => bytes.truncate(at.index(length)),
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        8 => (any::<Index>(), any::<u8>()).prop_map(|(at, value)| Change::Replace(at, value)),
        1 => (any::<Index>(), any::<u8>()).prop_map(|(at, value)| Change::Insert(at, value)),
        1 => any::<Index>().prop_map(Change::Remove),
        1 => any::<Index>().prop_map(Change::CutOff),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_change_to_a_class_file_makes_the_linker_panic(
        which: Index,
        changes in prop::collection::vec(change(), 1..6),
        keep_all: bool,
    ) {
        let (name, bytes) = which.get(&CLASSES);
        let mut bytes = bytes.clone();
        changes.iter().for_each(|change| change.apply(&mut bytes));
        try_link(name, &bytes, keep_all);
    }

    #[test]
    fn no_bytes_make_the_linker_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut class = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52];
        class.extend(&bytes);
        try_link("Main", &bytes, false);
        try_link("Main", &class, false);
    }

    #[test]
    fn no_code_makes_the_linker_panic(code in prop::collection::vec(any::<u8>(), 1..60)) {
        try_link("Main", &main_class("Main", &code), false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_change_to_a_class_file_with_call_sites_makes_the_linker_panic(
        which: Index,
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let (name, bytes) = which.get(&MODERN);
        let mut bytes = bytes.clone();
        changes.iter().for_each(|change| change.apply(&mut bytes));
        // The changed class stands before the one in the jar.
        try_link_with(Runtime::Embedded, "modern.jar", name, &bytes, false);
    }
}
