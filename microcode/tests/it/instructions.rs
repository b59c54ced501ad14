//! The table of microinstructions and their encoding.

use microcode::isa::*;

#[test]
fn every_code_decodes_and_encodes_back() {
    for code in 0..1024 {
        assert_eq!(Instruction::decode(code).encode(), code, "code {code:#05x}");
    }
}

#[test]
fn every_rom_word_decodes_and_encodes_back() {
    for word in 0..=WORD_MASK {
        assert_eq!(Word::decode(word).encode(), word, "word {word:#05x}");
    }
}

#[test]
fn a_code_is_either_in_the_table_or_has_a_documented_undefined_behaviour() {
    for code in 0..1024 {
        let defined = Instruction::decode(code).op().is_some();
        assert_ne!(
            defined,
            undefined_behaviour(code).is_some(),
            "code {code:#05x}"
        );
    }
}

#[test]
fn no_two_rows_share_a_code_or_a_mnemonic() {
    let codes: usize = TABLE
        .iter()
        .map(|row| usize::from(row.operand.mask()) + 1)
        .sum();
    let decoded = (0..1024).filter(|code| Instruction::decode(*code).op().is_some());
    assert_eq!(codes, decoded.count());
    for row in TABLE {
        assert_eq!(Op::from_mnemonic(row.mnemonic), Some(row.op));
    }
}

#[test]
fn the_table_has_the_65_mnemonics_and_each_op_finds_its_own_row() {
    assert_eq!(TABLE.len(), 65);
    assert!(TABLE.iter().all(|row| row.op.row() == row));
}

#[test]
fn the_stack_column_agrees_with_bits_9_to_6() {
    for row in TABLE {
        assert_eq!(
            StackEffect::of_code(row.code),
            row.stack,
            "{}",
            row.mnemonic
        );
    }
    for &(first, last, text) in UNDEFINED {
        assert_eq!(
            StackEffect::of_code(first),
            StackEffect::of_code(last),
            "{text}"
        );
    }
}

#[test]
fn displacements_are_signed_and_count_from_the_next_word() {
    let back = Instruction::with_operand(Op::BranchIfZero, -32).unwrap();
    assert_eq!(back.encode(), 0x1A0);
    assert_eq!(back.target(100), Some(69));
    let ahead = Instruction::with_operand(Op::Jump, 255).unwrap();
    assert_eq!(ahead.encode(), 0x2FF);
    assert_eq!(ahead.target(100), Some(356));
    assert_eq!(Instruction::with_operand(Op::Jump, 256), None);
    assert_eq!(Instruction::with_operand(Op::BranchIfZero, -33), None);
}

#[test]
fn the_instructions_that_leave_a_alone_are_those_of_the_hardware() {
    let unchanged: Vec<_> = TABLE
        .iter()
        .filter(|row| !row.op.writes_a())
        .map(|row| row.mnemonic)
        .collect();
    assert_eq!(
        unchanged,
        [
            "dup", "nop", "wait", "jbr", "stgs", "cinval", "atmstart", "atmend", "jmp"
        ]
    );
}

#[test]
fn the_reference_has_a_line_for_every_row_and_for_every_undefined_range() {
    let rows = reference();
    assert_eq!(rows.len(), TABLE.len() + UNDEFINED.len());
    let branch = rows.iter().find(|row| row.mnemonic == "bz").unwrap();
    assert_eq!(
        (branch.code.as_str(), branch.operand, branch.stack),
        ("180-1BF", "target, 6 bits signed", "pop")
    );
}

#[test]
fn effects_carry_no_blank_from_the_doc_comment() {
    assert!(
        TABLE
            .iter()
            .all(|row| row.effect == row.effect.trim() && row.effect.ends_with('.'))
    );
}
