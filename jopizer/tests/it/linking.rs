//! Where classes are found, and that the same input gives the same bytes.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::{Path, PathBuf};

use crate::common;
use crate::common::class_builder::{ClassBuilder, main_class};
use crate::common::{fixture, link_minimal, method, minimal};
use jopizer::{LinkOptions, Linked, Runtime, link};

fn everything(linked: &Linked) -> (String, String) {
    let text = linked.image.to_text(Some(&linked.symbols));
    (text, serde_json::to_string(&linked.symbols).unwrap())
}

#[test]
fn the_same_program_links_to_the_same_bytes() {
    for keep_all in [false, true] {
        let options = LinkOptions {
            keep_all,
            ..LinkOptions::new("t.Arrays", [fixture("full.jar")])
        };
        let (one, other) = (link(&options).unwrap(), link(&options).unwrap());
        assert!(everything(&one) == everything(&other));
        assert_eq!(one, other);
    }
}

/// Unpacks a jar into a directory.
fn unpack(jar: &Path, directory: &Path) {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(jar).unwrap()).unwrap();
    archive.extract(directory).unwrap();
}

#[test]
fn a_directory_and_a_jar_link_to_the_same_image() {
    let directory = tempfile::tempdir().unwrap();
    unpack(&fixture("programs.jar"), directory.path());
    let path = vec![directory.path().to_owned()];
    let from_directory = link(&LinkOptions {
        class_path: path,
        ..minimal("t.Order")
    })
    .unwrap();
    assert_eq!(from_directory, link_minimal("t.Order"));
}

#[test]
fn single_class_files_stand_for_their_class() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("anything.class");
    std::fs::write(&file, main_class("some/Main", &[0xb1])).unwrap();
    let linked = link(&LinkOptions {
        class_path: vec![file],
        ..minimal("some.Main")
    })
    .unwrap();
    assert_eq!(linked.symbols.main_class, "some.Main");
}

fn directory_with_main(code: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(
        directory.path().join("Main.class"),
        main_class("Main", code),
    )
    .unwrap();
    let path = directory.path().to_owned();
    (directory, path)
}

#[test]
fn the_first_entry_of_the_class_path_wins() {
    let (_keep_one, one) = directory_with_main(&[0xb1]);
    let (_keep_other, other) = directory_with_main(&[0, 0, 0xb1]);
    let length = |class_path: Vec<PathBuf>| {
        let linked = link(&LinkOptions {
            class_path,
            ..minimal("Main")
        })
        .unwrap();
        method(&linked, "Main", "main").bytes
    };
    assert_eq!(length(vec![one.clone(), other.clone()]), 1);
    assert_eq!(length(vec![other, one]), 3);
}

#[test]
fn the_runtime_comes_before_the_class_path() {
    let mut options = minimal("t.Ex");
    options.class_path.push(fixture("hashing.jar"));
    let linked = link(&LinkOptions {
        keep_all: true,
        ..options
    })
    .unwrap();
    assert!(
        linked
            .symbols
            .methods_named("java.lang.Object", "hashCode")
            .next()
            .is_none()
    );
}

#[test]
fn class_names_are_taken_with_dots_or_slashes() {
    let slashes = link(&minimal("t/Ex")).unwrap();
    assert_eq!(slashes, link_minimal("t.Ex"));
}

#[test]
fn class_files_up_to_java_21_are_read() {
    for major in [45, 50, 52, 61, 65] {
        let mut bytes = main_class("Main", &[0xb1]);
        bytes[7] = major;
        let linked = common::link_built(&[("Main", bytes)]).unwrap();
        assert_eq!(linked.symbols.main_class, "Main");
    }
}

#[test]
fn names_of_slots_that_a_method_does_not_have_are_left_out() {
    let mut builder = ClassBuilder::new("Main", "java/lang/Object");
    let rows = [
        ("last", "I", 7),
        ("half", "J", 7),
        ("beyond", "I", 8),
        ("far", "D", u16::MAX),
    ];
    for (name, descriptor, slot) in rows {
        builder.variable(name, descriptor, slot, 1);
    }
    builder.main(&[0xb1]);
    let linked = common::link_built(&[("Main", builder.build())]).unwrap();
    let main = linked.symbols.methods_named("Main", "main").next().unwrap();
    let names: Vec<&str> = main.variables.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["last"]);
}

#[test]
fn a_main_method_may_be_inherited() {
    let sub = ClassBuilder::new("Sub", "Main").build();
    let linked =
        common::link_built(&[("Sub", sub), ("Main", main_class("Main", &[0xb1]))]).unwrap();
    let main = linked
        .symbols
        .method_of_struct(linked.symbols.pointers.main)
        .unwrap();
    assert_eq!(main.to_string(), "Main.main([Ljava/lang/String;)V");
}

#[test]
fn a_program_links_with_the_embedded_runtime() {
    let linked = link(&LinkOptions::new("t.Arrays", [fixture("full.jar")])).unwrap();
    assert_eq!(linked.notes, []);
    let other = Runtime::ClassPath(vec![
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../runtime/runtime.jar"),
    ]);
    let options = LinkOptions::new("t.Arrays", [fixture("full.jar")]);
    assert_eq!(
        link(&LinkOptions {
            runtime: other,
            ..options
        })
        .unwrap(),
        linked
    );
}
