//! Whatever is typed is an answer or an error.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::cell::RefCell;

use crate::it::support::session;
use debugger::{COMMANDS, Session};
use proptest::prelude::*;

thread_local! {
    /// In the middle of a call, which is where stacks and frames are strangest.
    static SESSION: RefCell<Session> = RefCell::new({
        let mut session = session();
        session.execute("goto 30_003").expect("a cycle");
        session
    });
}

/// Commands that stay where they are, so that each case is short.
fn names() -> Vec<&'static str> {
    let moves = [
        "continue",
        "back",
        "finish",
        "back-finish",
        "goto",
        "restart",
    ];
    let names = COMMANDS.iter().map(|command| command.names[0]);
    let near =
        |name: &&str| !moves.contains(name) && !name.contains("next") && !name.contains("step");
    names.filter(near).collect()
}

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<u64>().prop_map(|number| number.to_string()),
        (0u32..400).prop_map(|number| number.to_string()),
        "[-+*.,:()\\[\\]$ ]{1,3}",
        prop::sample::select(vec![
            "l0",
            "l1",
            "this",
            "mem[",
            "stack[",
            "]",
            "-",
            "Heap.free",
            "QuickSort.main",
            "$sp",
            "$vp",
            "length",
            "==",
            "cycle:",
            "mc:",
            "*",
            "change",
            "read",
            "0x7fffffff",
            "-1",
            "array",
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_command_ends_the_debugger(
        name in prop::sample::select(names()),
        words in prop::collection::vec(word(), 0..5),
        glue in prop::sample::select(vec!["", " "]),
    ) {
        let line = format!("{name} {}", words.join(glue)).replace(['\n', '\r'], " ");
        // Long ways are not what is asked here.
        let long = ["cycle", "micro", "bytecode"].iter().any(|it| name.contains(it));
        prop_assume!(!long || words.is_empty());
        SESSION.with_borrow_mut(|session| match session.execute(&line) {
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().contains('\n'), "{line}"),
        });
    }
}
