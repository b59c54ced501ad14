//! The cases of the bytecodes that are implemented in Java.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use bytecode_timing::{JavaRow, measure_java};
use isa::{Bytecode, Implementation, op};
use microcode::Build;

fn row<'a>(rows: &'a [JavaRow], name: &str, operands: &str) -> &'a JavaRow {
    let mut found = rows.iter();
    found
        .find(|row| row.name == name && row.operands == operands)
        .unwrap_or_else(|| panic!("{name}: {operands}"))
}

#[test]
fn every_bytecode_carried_out_in_java_has_a_case() {
    let rows = measure_java(Build::Jop).unwrap();
    for bytecode in Bytecode::ALL {
        let in_java = matches!(
            bytecode.implementation(),
            Implementation::Java | Implementation::Stub
        );
        let measured = rows.iter().any(|row| row.opcode == bytecode.code());
        assert_eq!(
            measured,
            in_java && bytecode.code() != op::SYS_NOIM,
            "{}",
            bytecode.name()
        );
    }
}

/// What is dearer for a reason that the method shows.
#[test]
fn more_work_takes_more_cycles() {
    let rows = measure_java(Build::Strict).unwrap();
    for (name, less, more) in [
        ("new", "no fields", "31 words of fields"),
        ("newarray", "int, 100", "long, 100"),
        ("athrow", "through 1 call", "through 8 calls"),
        ("checkcast", "to a class: null", "to an interface"),
        ("lookupswitch", "first of 2", "none of 8"),
    ] {
        let (less, more) = (row(&rows, name, less), row(&rows, name, more));
        assert!(less.warm < more.warm, "{less:?} {more:?}");
    }
    let loads = row(&rows, "dadd", "1.5 + 2.25");
    assert!(loads.warm < loads.cold, "{loads:?}");
}
