//! What the assembler makes of each kind of statement (spec 10 sections 2 to 6).

use isa::op;
use microcode::isa::Word;
use microcode::{Options, Program, assemble_str};

fn program(source: &str) -> Program {
    let source = format!("version = 20130708\n{source}\n");
    assemble_str("test.asm", &source, &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn words(source: &str) -> Vec<u16> {
    let program = program(source);
    program.rom[..program.symbols.source.len()].to_vec()
}

fn texts(source: &str) -> Vec<String> {
    words(source)
        .into_iter()
        .map(|word| Word::decode(word).to_string())
        .collect()
}

#[test]
fn an_instruction_is_its_code_with_its_flags() {
    assert_eq!(
        words("nop\nadd nxt\nst opd\nopd nxt ld_opd_8s"),
        [0x100, 0x804, 0x414, 0xCF5]
    );
}

#[test]
fn case_does_not_matter() {
    assert_eq!(
        words("Start: NOP Nxt\nJmp sTART"),
        words("start: nop nxt\njmp start")
    );
}

#[test]
fn branches_count_from_the_word_behind_them() {
    assert_eq!(
        texts("a: nop\nbz a\nbnz b\njmp b\nb: jmp a"),
        ["nop", "bz -2", "bnz 1", "jmp 0", "jmp -5"]
    );
}

#[test]
fn the_farthest_targets_are_reached() {
    let ahead = format!("bz end\n{}end: nop", "nop\n".repeat(31));
    assert_eq!(texts(&ahead)[0], "bz 31");
    let back = format!("start: {}jmp start", "nop\n".repeat(255));
    assert_eq!(texts(&back)[255], "jmp -256");
}

#[test]
fn several_labels_stand_for_one_address() {
    let program = program("nop\none:\ntwo: nop\niadd:\nisub: sub nxt");
    let labels: Vec<_> = program
        .symbols
        .labels
        .iter()
        .map(|(name, at)| (name.as_str(), *at))
        .collect();
    assert_eq!(labels, [("one", 1), ("two", 1), ("iadd", 2), ("isub", 2)]);
}

#[test]
fn only_the_text_before_the_first_colon_is_a_label() {
    assert_eq!(
        texts("loop:: nop\nagain:jmp nop\njmp loop\njmp again"),
        ["nop", "nop", "jmp -3", "jmp -3"]
    );
}

#[test]
fn a_bytecode_label_defines_no_symbol() {
    let program = program("iadd = 5\niadd: ldm iadd nxt");
    assert_eq!(
        (
            program.rom[0],
            program.jump_table.bytecodes[usize::from(op::IADD)]
        ),
        (0x8A5, 0)
    );
    assert_eq!(texts("pop: pop nxt\ndup: dup nxt"), ["pop nxt", "dup nxt"]);
}

#[test]
fn variables_are_numbered_in_order_of_appearance() {
    assert_eq!(texts("stm b\na ?\nb ?\nldm a"), ["stm 1", "ldm 0"]);
}

#[test]
fn constants_are_numbered_in_order_of_first_use_and_equal_values_share() {
    let program = program("x = -112\ny = 7\nldi 7\nldi x\nldi y\nldi -112\nldi 0");
    assert_eq!(
        texts("x = -112\ny = 7\nldi 7\nldi x\nldi y\nldi -112\nldi 0"),
        ["ldi 0", "ldi 1", "ldi 0", "ldi 1", "ldi 2"]
    );
    assert_eq!(
        program.stack_ram[32..36],
        [7, (-112_i32).cast_unsigned(), 0, 0x1234_5678]
    );
}

#[test]
fn a_constant_may_be_the_address_of_a_label_or_of_a_variable() {
    assert_eq!(
        program("a ?\nb ?\nnop\nnop\nhere: ldi here\nldi b").stack_ram[32..34],
        [2, 1]
    );
}

#[test]
fn the_stack_ram_holds_variables_constants_version_zero_and_a_pattern() {
    let ram = program("a ?\nb ?\nldi 5").stack_ram;
    assert_eq!(ram.len(), 256);
    assert_eq!((ram[0], ram[1], ram[2]), (0, 0, 0x1234_5678));
    assert_eq!(
        (ram[32], ram[62], ram[63], ram[64]),
        (5, 20_130_708, 0, 0x1234_5678)
    );
}

#[test]
fn bytecodes_without_a_label_go_to_sys_noim() {
    let table = program("nop\nsys_noim: nop\nsys_int: nop\nsys_exc: nop\niadd: add nxt").jump_table;
    assert_eq!(
        (
            table.bytecodes[usize::from(op::IADD)],
            table.bytecodes[usize::from(op::NOP)]
        ),
        (4, 1)
    );
    assert_eq!((table.interrupt, table.exception), (2, 3));
    assert_eq!(
        [240, 241, 254].map(|code: usize| table.bytecodes[code]),
        [1, 1, 1]
    );
}

#[test]
fn missing_entries_are_zero() {
    let table = program("nop\niadd: nop").jump_table;
    assert_eq!(
        (
            table.bytecodes[usize::from(op::NOP)],
            table.interrupt,
            table.exception
        ),
        (0, 0, 0)
    );
}

#[test]
fn a_placeholder_name_is_an_ordinary_label() {
    let program = program("nop\nresCB: nop");
    assert_eq!(program.jump_table.bytecodes[usize::from(op::RESCB)], 0);
    assert_eq!(program.symbols.labels["rescb"], 1);
}

#[test]
fn a_single_slash_comments_to_the_end_of_the_line() {
    assert_eq!(
        texts("nop / nxt\nadd/nxt\nsub // nxt"),
        ["nop", "add", "sub"]
    );
}

#[test]
fn a_block_comment_joins_lines_to_one_statement() {
    assert_eq!(texts("ldm /* the\nfirst */ 3 nxt"), ["ldm 3 nxt"]);
}

#[test]
fn numbers_saturate_at_32_bits() {
    assert_eq!(
        program("ldi 99999999999\nldi -99999999999").stack_ram[32..34],
        [0x7FFF_FFFF, 0x8000_0000]
    );
}

#[test]
fn every_word_knows_its_line_and_the_symbol_it_names() {
    let program = program("\nx = 5\nldi x nxt\n\nldi 5");
    assert_eq!(program.symbols.source_line(0), Some(("test.asm", 4)));
    assert_eq!(program.symbols.source_line(1), Some(("test.asm", 6)));
    assert_eq!(program.symbols.source_line(2), None);
    let operands: Vec<_> = program
        .symbols
        .source
        .iter()
        .map(|word| word.operand.as_deref())
        .collect();
    assert_eq!(operands, [Some("x"), None]);
}

#[test]
fn the_extensions_fill_single_words_of_all_three_memories() {
    let program = program(":word 4095\nldi :63\n:entry 203\n:entry 254\n:200 = -1\nldm :7");
    assert_eq!(program.rom[..3], [0xFFF, 0x0DF, 0x0A7]);
    assert_eq!(program.stack_ram[200], u32::MAX);
    assert_eq!(
        (
            program.jump_table.bytecodes[usize::from(op::RESCB)],
            program.jump_table.bytecodes[usize::from(op::SYS_NOIM)]
        ),
        (2, 2)
    );
}

#[test]
fn the_data_files_hold_decimal_numbers_each_with_a_blank_behind() {
    let program = program("a ?\nnop nxt\nldi -1");
    let rom = program.rom_dat();
    assert!(rom.starts_with("2304 \n192 \n0 \n"), "{}", &rom[..20]);
    assert_eq!(rom.lines().count(), 2048);
    let ram: Vec<_> = program.stack_ram_dat().lines().map(str::to_owned).collect();
    assert_eq!(ram.len(), 256);
    assert_eq!(
        [0, 1, 32, 62, 63].map(|at: usize| ram[at].as_str()),
        ["0 ", "305419896 ", "-1 ", "20130708 ", "0 "]
    );
}
