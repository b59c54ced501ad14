//! Bytecodes that a macro moves into microcode or into Java.

use microcode::{Build, MOVES, jvm, jvm_with};

#[test]
fn each_move_changes_the_entry_of_its_bytecode_alone() {
    let usual = jvm(Build::Jop);
    let entries = |program: &microcode::Program| -> Vec<bool> {
        let default = program.jump_table.entry(255);
        (0..=255)
            .map(|opcode| program.jump_table.entry(opcode) == default)
            .collect()
    };
    let before = entries(&usual);
    for (name, what) in MOVES {
        let moved =
            jvm_with(Build::Jop, &[(*name).to_owned()]).unwrap_or_else(|error| panic!("{error}"));
        let after = entries(&moved.program);
        let changed: Vec<u8> = (0..=255)
            .filter(|opcode| before[usize::from(*opcode)] != after[usize::from(*opcode)])
            .collect();
        assert_eq!(changed.len(), 1, "{name}: {changed:?}");
        let bytecode = isa::Bytecode::of(changed[0]).name();
        assert!(what.starts_with(bytecode), "{name}: {bytecode}");
        assert_eq!(
            name.ends_with("_JAVA"),
            after[usize::from(changed[0])],
            "{name}"
        );
    }
}
