//! Disassembly and assembly undo each other, for every program a ROM can hold.

use microcode::{
    JumpTable, Options, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS, assemble_str,
    disassemble,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn program(rom: Vec<u16>, stack_ram: Vec<u32>, addresses: &[u16]) -> Program {
    let (bytecodes, entries) = addresses.split_at(256);
    let jump_table = JumpTable {
        bytecodes: bytecodes.to_vec(),
        interrupt: entries[0],
        exception: entries[1],
    };
    Program {
        rom,
        stack_ram,
        jump_table,
        symbols: ProgramSymbols::default(),
    }
}

/// Everything a processor is loaded with, without the names.
fn memories(program: &Program) -> (&[u16], &[u32], &JumpTable) {
    (&program.rom, &program.stack_ram, &program.jump_table)
}

fn reassembled(program: &Program) -> Program {
    let source = disassemble(program);
    match assemble_str("disassembly.asm", &source, &Options::default()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}

/// Sparse and dense contents: random words, and mostly one value as in real programs.
fn words<T>(
    word: impl Strategy<Value = T> + Clone,
    unused: T,
    count: usize,
) -> impl Strategy<Value = Vec<T>>
where
    T: Clone + std::fmt::Debug + 'static,
{
    let sparse = vec(
        prop_oneof![word.clone(), Just(unused.clone()), Just(unused)],
        count,
    );
    prop_oneof![vec(word, count), sparse]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_program_survives_disassembly_and_assembly(
        rom in words(0..4096_u16, 0, ROM_WORDS),
        stack_ram in words(any::<u32>(), 0x1234_5678, STACK_RAM_WORDS),
        addresses in words(0..2048_u16, 7, 258),
    ) {
        let program = program(rom, stack_ram, &addresses);
        let again = reassembled(&program);
        prop_assert_eq!(memories(&again), memories(&program));
    }
}

#[test]
fn every_rom_word_survives_at_its_place() {
    for half in 0..2 {
        let rom = (0..ROM_WORDS as u16)
            .map(|place| half * 2048 + place)
            .collect();
        let program = program(rom, vec![0; STACK_RAM_WORDS], &[0; 258]);
        assert_eq!(memories(&reassembled(&program)), memories(&program));
    }
}
