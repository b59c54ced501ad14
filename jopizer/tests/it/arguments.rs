//! The program's arguments: built when linking, replaced later.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{class, fixture, link_error, link_minimal, minimal, static_address, text_at};
use jopizer::{Image, LinkOptions, Linked, link};

fn linked_with(arguments: &[&str]) -> Linked {
    let arguments = arguments.iter().map(ToString::to_string).collect();
    let options = LinkOptions::new("t.Arrays", [fixture("full.jar")]);
    link(&LinkOptions {
        arguments,
        ..options
    })
    .unwrap()
}

/// The arguments as the program will find them.
fn arguments(linked: &Linked) -> Vec<String> {
    let word = |address: u32| linked.image.words[address as usize];
    let handle = word(static_address(
        linked,
        "com.jopdesign.sys.LinkInfo",
        "arguments",
    ));
    let (data, length) = (word(handle), word(handle + 1));
    (data..data + length)
        .map(|element| text_at(linked, word(element)))
        .collect()
}

#[test]
fn arguments_are_strings_in_an_array_at_the_end() {
    let linked = linked_with(&["one", "zwei é", "one"]);
    assert_eq!(arguments(&linked), ["one", "zwei é", "one"]);
    let region = linked.symbols.regions.last().unwrap();
    assert_eq!(region.name, "arguments");
    assert_eq!(
        (region.start + region.words) as usize,
        linked.image.words.len()
    );
}

#[test]
fn the_arrays_handle_has_type_and_class() {
    let linked = linked_with(&["x"]);
    let word = |address: u32| linked.image.words[address as usize];
    let handle = word(static_address(
        &linked,
        "com.jopdesign.sys.LinkInfo",
        "arguments",
    ));
    let mut arrays = linked.symbols.arrays.iter();
    let strings = arrays
        .find(|array| array.name == "[Ljava.lang.String;")
        .unwrap();
    assert_eq!(handle % 8, 0);
    assert_eq!([word(handle + 3), word(handle + 6)], [1, strings.address]);
    let string = word(word(handle));
    assert_eq!(
        word(string + 1),
        class(&linked, "java.lang.String").method_table
    );
}

#[test]
fn no_arguments_are_an_empty_array() {
    assert_eq!(arguments(&linked_with(&[])), [""; 0]);
}

#[test]
fn arguments_can_be_replaced_without_linking_again() {
    let long = linked_with(&["many", "more", "arguments"]);
    let wanted = linked_with(&["b"]);
    let replaced = long
        .image
        .with_arguments(&long.symbols, &["b".to_owned()])
        .unwrap();
    assert_eq!(replaced, wanted.image, "as if linked so");
    let text = replaced.to_text(None);
    assert_eq!(Image::parse(&text).unwrap(), replaced);
}

#[test]
fn symbols_fit_whatever_the_arguments() {
    let linked = linked_with(&["a"]);
    let replaced = linked
        .image
        .with_arguments(&linked.symbols, &["other".to_owned()])
        .unwrap();
    assert!(linked.symbols.fits(&replaced));
}

#[test]
fn symbols_of_another_program_are_refused() {
    let (linked, other) = (linked_with(&[]), link_minimal("t.Ex"));
    let error = other
        .image
        .with_arguments(&linked.symbols, &[])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the symbols do not belong to this image; link the program again"
    );
}

#[test]
fn a_runtime_that_takes_no_arguments_refuses_them() {
    let linked = link_minimal("t.Ex");
    let error = linked
        .image
        .with_arguments(&linked.symbols, &["a".to_owned()])
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the runtime in this image takes no arguments"
    );
}

#[test]
fn linking_arguments_that_nothing_takes_is_refused() {
    let options = LinkOptions {
        arguments: vec!["a".to_owned()],
        ..minimal("t.Ex")
    };
    assert_eq!(
        link_error(&options),
        "the runtime takes no arguments: com.jopdesign.sys.LinkInfo.arguments is not linked"
    );
}
