//! Disassembly and assembly undo each other, for every program a ROM can hold.

use microcode::{
    JumpTable, Options, Program, ProgramSymbols, ROM_WORDS, STACK_RAM_WORDS, assemble_str,
    disassemble, listing,
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

/// Statements that may stand in any order; `#` becomes a number that makes names differ.
const STATEMENTS: &[&str] = &[
    "v# ?",
    "c# = #",
    "l#: nop nxt",
    "ldi #",
    "ldi c0",
    "ldm v0 opd",
    "stm v0",
    "ldm 31",
    "jmp l0",
    "bz l0 nxt",
    "jmp 100",
    "iadd:",
    "isub: sub nxt",
    "nop:",
    "sys_noim:",
    "sys_int: nop",
    "sys_exc:",
    ":entry #",
    ":word #",
    ":1# = -#",
    "ldi :#",
    "l#x: l#y: ldi l0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_source_survives_assembly_disassembly_and_assembly(
        chosen in vec(proptest::sample::select(STATEMENTS), 0..28),
    ) {
        let lines = (32..).zip(chosen).map(|(number, line)| line.replace('#', &format!("{number}")) + "\n");
        let source = format!("version = 7\nv0 ?\nc0 = -1\nl0: nop\n{}", lines.collect::<String>());
        let program = assemble_str("source.asm", &source, &Options::default());
        let program = program.unwrap_or_else(|error| panic!("{error}"));
        let again = reassembled(&program);
        prop_assert_eq!(memories(&again), memories(&program));
        prop_assert_eq!(again.symbols.variables, program.symbols.variables);
    }

    #[test]
    fn names_that_no_source_could_have_do_no_harm(
        names in vec(any::<String>(), 1..20),
        words in vec(0..4096_u16, 20),
    ) {
        let mut program = program(words, vec![0; STACK_RAM_WORDS], &[3; 258]);
        program.rom.resize(ROM_WORDS, 0);
        let known = ["nop", "nxt", "version", "iadd", "l0005", "v", "a b"].map(str::to_owned);
        for (place, name) in (0..).zip(names.into_iter().chain(known)) {
            program.symbols.labels.insert(name.clone(), place);
            program.symbols.variables.insert(name.clone(), place as u8);
            program.symbols.constants.insert(name, 5);
        }
        let again = reassembled(&program);
        prop_assert_eq!(memories(&again), memories(&program));
    }
}

#[test]
fn a_program_with_short_memories_is_shown_as_if_they_were_filled_with_zeros() {
    let jump_table = JumpTable {
        bytecodes: Vec::new(),
        interrupt: 1,
        exception: 2,
    };
    let symbols = ProgramSymbols::default();
    let short = Program {
        rom: vec![0x0C0, 0x9FF],
        stack_ram: Vec::new(),
        jump_table,
        symbols,
    };
    let again = reassembled(&short);
    assert_eq!(again.rom[..3], [0x0C0, 0x9FF, 0]);
    assert_eq!(again.jump_table.to_words()[255..], [0, 1, 2]);
}

#[test]
fn a_usual_program_is_disassembled_to_usual_source() {
    let source = "version = 5\nmask = -112\n\na ?\nb ?\n\nstart: nop\nnop\niadd: ldi mask opd\nstm b\njmp start\nnop\nldi 7 nxt\n";
    let program = assemble_str("usual.asm", source, &Options::default()).unwrap();
    let expected = "\
version = 5
mask = -112
a ?
b ?

start:
        nop                             // 0000 100
        nop                             // 0001 100
iadd:
        ldi mask opd                    // 0002 4c0
        stm b                           // 0003 021
        jmp start                       // 0004 3fb
        nop                             // 0005 100
        ldi 7 nxt                       // 0006 8c1
";
    assert_eq!(disassemble(&program), expected);
    let expected = "\
addr word  instruction
           start:
0000  100      nop                              usual.asm:7
0001  100      nop                              usual.asm:8
           iadd:
0002  4c0      ldi mask opd                     usual.asm:9
0003  021      stm b                            usual.asm:10
0004  3fb      jmp start                        usual.asm:11
0005  100      nop                              usual.asm:12
0006  8c1      ldi 7 nxt                        usual.asm:13
0007  000      pop, and so on to the end
";
    assert_eq!(listing(&program), expected);
}

#[test]
fn codes_without_a_mnemonic_are_raw_words_with_their_behaviour() {
    let source = "version = 0\n:word 2303\n:word 3\n";
    let program = assemble_str("raw.asm", source, &Options::default()).unwrap();
    let text = disassemble(&program);
    let behaviour = "Pushes old B: new A is old B, new B is old A.";
    assert!(
        text.contains(&format!(
            "        :word 2303                      // 0000 8ff  {behaviour}\n"
        )),
        "{text}"
    );
    assert!(listing(&program).contains("0000  8ff      undefined 0x0ff nxt "));
}
