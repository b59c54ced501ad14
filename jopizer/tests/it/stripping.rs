//! What is linked and what is not, and what calls find at run time.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{class, fixture, link_minimal, method, minimal, word, words};
use jopizer::{LinkOptions, Linked, link};

fn is_linked(linked: &Linked, class: &str, name: &str) -> bool {
    linked.symbols.methods_named(class, name).next().is_some()
}

#[test]
fn methods_that_cannot_run_are_not_linked() {
    let linked = link_minimal("t.Dispatch");
    assert!(is_linked(&linked, "t.Dispatch$Square", "area"));
    assert!(!is_linked(&linked, "t.Dispatch$Square", "unusedVirtual"));
    assert!(!is_linked(&linked, "t.Dispatch", "unusedStatic"));
}

#[test]
fn a_class_that_is_never_instantiated_receives_no_calls() {
    let linked = link_minimal("t.Dispatch");
    assert!(!is_linked(&linked, "t.Dispatch$Circle", "area"));
    assert!(
        linked.symbols.class("t.Dispatch$Circle").is_some(),
        "but it is tested for"
    );
}

#[test]
fn keep_all_links_every_method() {
    let linked = link(&LinkOptions {
        keep_all: true,
        ..minimal("t.Dispatch")
    })
    .unwrap();
    for (class, name) in [
        ("t.Dispatch$Square", "unusedVirtual"),
        ("t.Dispatch", "unusedStatic"),
        ("t.Dispatch$Circle", "area"),
        ("com.jopdesign.sys.JVM", "<init>"),
    ] {
        assert!(is_linked(&linked, class, name), "{class}.{name}");
    }
}

#[test]
fn an_entry_without_a_body_is_zero() {
    let linked = link_minimal("t.Garden");
    let garden = class(&linked, "t.Garden");
    assert!(!is_linked(&linked, "t.Garden", "area"));
    assert_eq!(words(&linked, garden.method_table, 2), [0; 2], "area");
    let square = class(&linked, "t.Garden$Square");
    let entry = linked.symbols.method_of_struct(square.method_table);
    assert_eq!(entry.unwrap().to_string(), "t.Garden$Square.area()I");
}

#[test]
fn a_class_without_objects_has_no_entries_for_calls() {
    let linked = link_minimal("t.Dispatch");
    let circle = class(&linked, "t.Dispatch$Circle");
    assert_eq!(circle.pool, circle.method_table + 1);
}

#[test]
fn a_subclass_repeats_no_entry_that_only_direct_calls_use() {
    let linked = link_minimal("t.Dispatch");
    for (class, method) in [("t.Dispatch$Square", "<init>"), ("t.Dispatch", "main")] {
        let structs = &self::method(&linked, class, method).structs;
        assert_eq!(structs.len(), 1, "{class}.{method}");
    }
}

#[test]
fn a_default_method_stands_in_the_tables_of_its_classes_unless_overridden() {
    let linked = link_minimal("t.Dispatch");
    let entry = |class_name: &str, index: u32| {
        let table = class(&linked, class_name).interface_table;
        linked
            .symbols
            .method_of_struct(word(&linked, table + index))
            .unwrap()
            .to_string()
    };
    assert_eq!(entry("t.Dispatch$Square", 1), "t.Dispatch$Shape.twice()I");
    assert_eq!(entry("t.Dispatch$Fine", 1), "t.Dispatch$Fine.twice()I");
    assert_eq!(entry("t.Dispatch$Fine", 0), "t.Dispatch$Square.area()I");
}

#[test]
fn a_default_method_runs_with_the_pool_of_its_interface() {
    let linked = link_minimal("t.Dispatch");
    let twice = linked
        .symbols
        .methods_named("t.Dispatch$Shape", "twice")
        .next()
        .unwrap();
    let shape = class(&linked, "t.Dispatch$Shape");
    assert!(
        twice.structs.len() >= 2,
        "in the interface and in classes: {:?}",
        twice.structs
    );
    for address in &twice.structs {
        assert_eq!(word(&linked, address + 1) >> 10, shape.pool);
    }
}

#[test]
fn an_interface_has_a_method_table_for_its_own_code_alone() {
    let linked = link_minimal("t.Dispatch");
    let shape = class(&linked, "t.Dispatch$Shape");
    let in_table = |name| method(&linked, "t.Dispatch$Shape", name).structs[0] - shape.method_table;
    assert_eq!((in_table("twice"), in_table("zero")), (0, 2));
    assert_eq!(shape.pool, shape.method_table + 5);
}

/// The embedded runtime, whose JVM class has all bytecode methods.
fn with_runtime() -> Linked {
    link(&LinkOptions::new("t.Arrays", [fixture("full.jar")])).unwrap()
}

#[test]
fn bytecodes_that_linked_code_never_uses_share_the_method_of_bytecode_0() {
    let linked = with_runtime();
    let jvm = linked.symbols.pointers.jvm;
    let entry = |opcode: u32| {
        (
            word(&linked, jvm + 2 * opcode),
            word(&linked, jvm + 2 * opcode + 1),
        )
    };
    assert_ne!(entry(0), (0, 0));
    let used = &linked.symbols.bytecodes;
    for opcode in used.iter().filter(|opcode| **opcode != isa::op::NOP) {
        assert_ne!(entry((*opcode).into()), entry(0), "bytecode {opcode}");
    }
    let shared = (1..=255)
        .filter(|opcode| entry(*opcode) == entry(0))
        .count();
    assert!(shared > 80, "{shared} unused bytecodes");
    assert_eq!(entry(0xed), entry(0));
}

#[test]
fn entries_of_the_special_classes_keep_their_order() {
    let linked = with_runtime();
    let name = |address| {
        linked
            .symbols
            .method_of_struct(address)
            .unwrap()
            .name
            .as_str()
    };
    let pointers = &linked.symbols.pointers;
    assert_eq!(name(pointers.jvm + 2 * 0xbc), "f_newarray");
    assert_eq!(name(pointers.jvm + 2 * 0xbf), "f_athrow");
    assert_eq!(name(pointers.help), "interrupt");
    let fourth = name(pointers.help + 6);
    assert_eq!(fourth, "except");
}
