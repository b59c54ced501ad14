//! Words that bytecodes take from the stack and leave on it.

use isa::{Bytecode, op};

#[test]
fn words_are_those_of_the_java_virtual_machine() {
    for (name, expected) in [
        ("sipush", (0, 1)),
        ("ldc2_w", (0, 2)),
        ("aload_3", (0, 1)),
        ("saload", (2, 1)),
        ("laload", (2, 2)),
        ("astore", (1, 0)),
        ("dstore_0", (2, 0)),
        ("lastore", (4, 0)),
        ("sastore", (3, 0)),
        ("dup2_x2", (4, 6)),
        ("swap", (2, 2)),
        ("drem", (4, 2)),
        ("dneg", (2, 2)),
        ("lushr", (3, 2)),
        ("lxor", (4, 2)),
        ("iinc", (0, 0)),
        ("i2d", (1, 2)),
        ("d2f", (2, 1)),
        ("lcmp", (4, 1)),
        ("fcmpg", (2, 1)),
        ("if_acmpne", (2, 0)),
        ("ifnull", (1, 0)),
    ] {
        let bytecode: Bytecode = name.parse().unwrap();
        assert_eq!(bytecode.stack_words(), Some(expected), "{name}");
    }
}

#[test]
fn all_java_bytecodes_have_words_but_those_whose_operands_tell() {
    let without = Bytecode::ALL
        .into_iter()
        .filter(|it| it.code() <= op::MONITOREXIT && it.stack_words().is_none());
    let without: Vec<_> = without.map(Bytecode::name).collect();
    assert_eq!(
        without,
        [
            "jsr",
            "ret",
            "invokevirtual",
            "invokespecial",
            "invokestatic",
            "invokeinterface",
            "unused_ba"
        ]
    );
}
