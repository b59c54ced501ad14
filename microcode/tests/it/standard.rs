//! Which ROMs are our builds.

use isa::op;
use microcode::isa::{Instruction, Op, Word};
use microcode::{Build, Entry, Program, ROM_WORDS, jvm, standard_build};

/// The first place of the constants in the stack RAM.
const FIRST_CONSTANT: u8 = 32;

fn wrapped(address: i32) -> u16 {
    address.rem_euclid(ROM_WORDS as i32) as u16
}

/// The ROM with everything behind `address` one word later; branches across it lead where they led.
fn moved(program: &Program, address: u16) -> Option<Program> {
    let mut moved = program.clone();
    let later = |it: u16| if it >= address { it + 1 } else { it };
    moved.rom.insert(usize::from(address), 0x100);
    moved.rom.truncate(ROM_WORDS);
    for (from, word) in program.rom.iter().enumerate().take(ROM_WORDS - 1) {
        let from = from as u16;
        let word = Word::decode(*word);
        let Some(target) = word.instruction.target(from) else {
            continue;
        };
        let op = word.instruction.op()?;
        let displacement = i32::from(later(wrapped(target))) - i32::from(later(from)) - 1;
        let instruction = Instruction::with_operand(op, displacement)?;
        moved.rom[usize::from(later(from))] = Word {
            instruction,
            ..word
        }
        .encode();
    }
    let table = &mut moved.jump_table;
    table.bytecodes.iter_mut().for_each(|it| *it = later(*it));
    table.interrupt = later(table.interrupt);
    table.exception = later(table.exception);
    Some(moved)
}

#[test]
fn our_builds_are_themselves() {
    for build in [Build::Jop, Build::Strict] {
        assert_eq!(standard_build(&jvm(build)), Ok(build));
    }
}

#[test]
fn a_rom_whose_words_lie_elsewhere_is_standard() {
    for build in [Build::Jop, Build::Strict] {
        let ours = jvm(build);
        let entry = ours.jump_table.entry(op::IADD);
        let moved = moved(&ours, entry).expect("branches reach");
        assert_ne!(moved.rom, ours.rom);
        assert_eq!(standard_build(&moved), Ok(build));
    }
}

#[test]
fn any_other_word_on_the_way_is_told_with_its_bytecode() {
    let ours = jvm(Build::Jop);
    let entry = ours.jump_table.entry(op::IADD);
    let mut other = ours.clone();
    // `sub` for `add`.
    other.rom[usize::from(entry)] ^= 1;
    let error = standard_build(&other).expect_err("it subtracts");
    assert_eq!(
        (error.entry, error.address),
        (Entry::Bytecode(op::IADD), entry)
    );
    assert_eq!(
        error.to_string(),
        format!(
            "iadd is not that of our microcode: word {entry} is `sub nxt`, where ours has `add nxt`"
        )
    );
}

#[test]
fn another_constant_is_told_with_who_takes_it() {
    let mut other = jvm(Build::Strict);
    let value = other.ram_word(FIRST_CONSTANT + 1).cast_signed();
    other.stack_ram[usize::from(FIRST_CONSTANT) + 1] ^= 1;
    let error = standard_build(&other).expect_err("another constant");
    let constants = [value ^ 1, value].map(|value| format!("ldi 1 ({value})"));
    let texts = [error.found, error.expected];
    let texts = texts.map(|text| text.trim_end_matches(" nxt").to_owned());
    assert_eq!(texts, constants);
}

#[test]
fn a_constant_may_have_another_place() {
    let ours = jvm(Build::Jop);
    let (mut other, free) = (ours.clone(), 31);
    let ldi = |n: i32| {
        let instruction = Instruction::with_operand(Op::LoadConstant, n);
        instruction.expect("a constant").encode()
    };
    other.stack_ram[usize::from(FIRST_CONSTANT) + 31] = ours.stack_ram[usize::from(FIRST_CONSTANT)];
    let mut moved = 0;
    for word in &mut other.rom {
        if *word & microcode::isa::CODE_MASK == ldi(0) {
            *word = *word & !microcode::isa::CODE_MASK | ldi(free);
            moved += 1;
        }
    }
    assert!(moved > 0);
    assert_eq!(standard_build(&other), Ok(Build::Jop));
}

#[test]
fn a_branch_that_leads_elsewhere_is_told() {
    let ours = jvm(Build::Jop);
    let mut told = 0;
    for address in 0..ROM_WORDS {
        let mut other = ours.clone();
        let word = Word::decode(other.rom[address]);
        if word.instruction.op() == Some(Op::BranchIfZero) {
            other.rom[address] ^= 1;
            told += usize::from(standard_build(&other).is_err());
        }
    }
    assert!(told > 10, "{told}");
}
