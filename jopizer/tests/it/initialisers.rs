//! Class initialisers: which are linked, in which order, and what becomes of long ones.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{bytes, class, link_minimal, method, word};
use jopizer::{Linked, Note};

fn order(linked: &Linked) -> Vec<String> {
    let pointers = linked.symbols.pointers.initialisers.iter();
    pointers
        .map(|address| {
            linked
                .symbols
                .method_of_struct(*address)
                .unwrap()
                .class
                .clone()
        })
        .collect()
}

#[test]
fn initialisers_run_in_order_of_first_use_after_what_they_need() {
    let linked = link_minimal("t.Order");
    assert_eq!(
        order(&linked),
        [
            "t.Order",
            "t.Order$Pong",
            "t.Order$Ping",
            "t.Order$Early",
            "t.Order$Late"
        ]
    );
}

#[test]
fn the_list_stands_behind_its_length_after_the_special_pointers() {
    let linked = link_minimal("t.Order");
    let special = linked.image.special_pointers();
    assert_eq!(word(&linked, special + 6), 5);
    let first = linked
        .symbols
        .method_of_struct(word(&linked, special + 7))
        .unwrap();
    assert_eq!(first.to_string(), "t.Order.<clinit>()V");
}

#[test]
fn a_cycle_is_noted() {
    let linked = link_minimal("t.Order");
    let cycle = Note::InitialiserCycle {
        first: "t.Order$Ping".to_owned(),
        second: "t.Order$Pong".to_owned(),
    };
    assert!(linked.notes.contains(&cycle), "{:?}", linked.notes);
    assert_eq!(
        cycle.to_string(),
        "the initialisers of t.Order$Ping and t.Order$Pong use each other; \
         t.Order$Pong runs first and sees the fields of t.Order$Ping unset"
    );
}

#[test]
fn an_initialiser_that_nothing_starts_is_not_linked() {
    let linked = link_minimal("t.Order");
    assert!(linked.symbols.class("t.Order$Unused").is_none());
}

#[test]
fn a_long_initialiser_becomes_calls_of_pieces_that_fit() {
    let linked = link_minimal("t.LongInitialiser");
    let split = Note::InitialiserSplit {
        class: "t.LongInitialiser".to_owned(),
        pieces: 3,
    };
    assert!(linked.notes.contains(&split), "{:?}", linked.notes);
    let initialiser = method(&linked, "t.LongInitialiser", "<clinit>");
    let code = bytes(&linked, initialiser);
    assert_eq!(code.len(), 3 * 3 + 1);
    let pool = class(&linked, "t.LongInitialiser").pool;
    for (number, call) in (1..).zip(code[..9].chunks(3)) {
        assert_eq!(call[0], 0xb8);
        let slot = u32::from(call[1]) << 8 | u32::from(call[2]);
        let piece = linked
            .symbols
            .method_of_struct(word(&linked, pool + slot))
            .unwrap();
        assert_eq!(piece.name, format!("<clinit>${number}"));
        assert!(piece.words <= 511);
        assert!(piece.is_static);
    }
}

#[test]
fn the_array_being_filled_is_passed_from_piece_to_piece() {
    let linked = link_minimal("t.LongInitialiser");
    let piece = |name| method(&linked, "t.LongInitialiser", name);
    let descriptors =
        ["<clinit>$1", "<clinit>$2", "<clinit>$3"].map(|name| piece(name).descriptor.as_str());
    assert_eq!(
        descriptors,
        [
            "()Ljava/lang/Object;",
            "(Ljava/lang/Object;)Ljava/lang/Object;",
            "(Ljava/lang/Object;)V"
        ]
    );
    let code = bytes(&linked, piece("<clinit>$2"));
    assert_eq!(
        (code[0], code.last()),
        (42, Some(&176)),
        "aload_0 to areturn"
    );
    assert_eq!(piece("<clinit>$2").arguments, 1);
}

#[test]
fn pieces_keep_their_source_lines() {
    let linked = link_minimal("t.LongInitialiser");
    let last = method(&linked, "t.LongInitialiser", "<clinit>$3");
    let first_line = last.line(0).unwrap();
    let last_line = last.line(last.bytes - 1).unwrap();
    assert!(first_line < last_line, "{first_line} to {last_line}");
    assert!(last.lines.iter().all(|(pc, _)| u32::from(*pc) < last.bytes));
}
