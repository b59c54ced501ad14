//! Sources in the manner of the original's: every freedom that spec 10 lists, in the variants its build defines.

use std::fs;
use std::path::Path;

use microcode::isa::Word;
use microcode::{Assembly, Build, Options, Program, assemble_str, disassemble, jvm};

/// Assembles the source in `tests/original`.
fn assembly(defines: &[&str]) -> Assembly {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/original/jvm.asm");
    let options = Options {
        defines: defines.iter().map(|define| (*define).to_owned()).collect(),
    };
    Assembly::of_file(&path, &options).unwrap_or_else(|error| panic!("{}", error.render(false)))
}

fn texts(program: &Program) -> Vec<String> {
    let words = program.rom.iter().take(program.symbols.source.len());
    words.map(|word| Word::decode(*word).to_string()).collect()
}

/// The words before the first jump, where the variants differ.
fn boot(defines: &[&str]) -> String {
    let texts = texts(&assembly(defines).program);
    let words = texts.iter().take_while(|text| !text.starts_with("jmp"));
    words.cloned().collect::<Vec<_>>().join("; ")
}

#[test]
#[rustfmt::skip]
fn every_word_is_what_the_original_would_make_of_it() {
    assert_eq!(
        texts(&assembly(&[]).program),
        [
            // boot.inc
            "nop", "nop", "ldi 0", "stmra", "wait", "wait", "ldmrd", "ldi 1", "stmwa", "bz -6", "nop nxt", "jmp 10",
            // bytecodes.inc
            "nop", "nop", "add nxt", "xor nxt", "stmul nxt", "pop nxt", "nop opd", "ld nxt", "ldi 1 opd", "dup nxt",
            "ldm 2", "stm 7", "ldi 2", "ldi 3", "ldi 4", "ldi 2", "ldm 3 nxt",
            "nop", "add opd nxt", "jmp -3", "nop", "nop", "nop", "jmp 2", "nop", "nop", "nop nxt",
        ]
    );
}

#[test]
fn each_variant_has_the_words_its_definitions_choose() {
    let start = "nop; nop; ldi 0; stmra; wait; wait; ldmrd";
    assert_eq!(boot(&[]), format!("{start}; ldi 1; stmwa; bz -6; nop nxt"));
    assert_eq!(boot(&["USB"]), format!("{start}; stmwa; bz -5; nop nxt"));
    for defines in [&["SIMULATION"][..], &["FLASH=1"], &["SIMULATION", "FLASH"]] {
        assert_eq!(boot(defines), format!("{start}; ldm 1; bz -5; nop nxt"));
    }
    let status = |defines| assembly(defines).program.stack_ram[32].cast_signed();
    assert_eq!((status(&[]), status(&["USB"])), (-112, -96));
}

#[test]
fn variables_and_constants_fill_the_stack_ram() {
    let program = assembly(&[]).program;
    let variables: Vec<_> = program
        .symbols
        .variables
        .iter()
        .map(|(name, address)| (name.as_str(), *address))
        .collect();
    assert_eq!(variables, [("mp", 0), ("cp", 1), ("a.b-c", 2), ("late", 3)]);
    let ram: Vec<i32> = program.stack_ram[32..38]
        .iter()
        .map(|word| word.cast_signed())
        .collect();
    assert_eq!(ram, [-112, -111, 2, i32::MAX, 0, 0x1234_5678]);
    assert_eq!(
        (program.stack_ram[62], program.stack_ram[63]),
        (20_130_708, 0)
    );
}

#[test]
fn bytecode_labels_make_entries_and_everything_else_goes_to_sys_noim() {
    let table = assembly(&[]).program.jump_table;
    let noim = 34;
    // iadd, isub and ixor, imul, pop, iload, ldc, dup
    let entries = [96, 100, 130, 104, 87, 21, 18, 89].map(|code| table.entry(code));
    assert_eq!(entries, [30, 15, 15, 16, 17, 18, 20, 21]);
    assert_eq!(
        (table.entry(203), table.entry(254), table.entry(0)),
        (noim, noim, noim)
    );
    assert_eq!((table.interrupt, table.exception), (0, 35));
}

#[test]
fn what_the_original_drops_silently_is_told_in_a_warning() {
    let warnings = assembly(&[]).render_warnings(false);
    for dropped in [
        "two:	three:",
        "imul:	hidden:",
        "stmul ldmul",
        "3 ldi Io_UART nop",
        "dup 5",
        "run:rest",
        "iadd:	add	nxt opd",
        "nothing		=",
        "huge		= 99999999999",
    ] {
        let shown = dropped.replace('\t', "    ");
        assert!(
            warnings.contains(&shown),
            "`{shown}` has no warning:\n{warnings}"
        );
    }
}

/// The same source as another hand would write it: capitals, other comments, labels apart, statements over lines.
fn disguised(source: &str) -> String {
    let mut text = String::from("/* \"x\" it's */");
    for (index, line) in source.lines().enumerate() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let code = match index % 4 {
            0 => code.to_uppercase(),
            1 => code.replace(": ", ":\n"),
            2 => code.replace(' ', " /* over\n * lines */ "),
            _ => code.replace(' ', "\t \t"),
        };
        let mark = ["/", "//", "/ /", "//*"][index % 4];
        text += &format!("{code} {mark}{comment}\r\n\n");
    }
    text
}

#[test]
fn our_microcode_in_another_hand_is_the_same_microcode() {
    for build in [Build::Jop, Build::Strict] {
        let program = jvm(build);
        let text = disguised(&disassemble(&program));
        let again = assemble_str("another-hand.asm", &text, &Options::default());
        let again = again.unwrap_or_else(|error| panic!("{}", error.render(false)));
        assert!(again.rom == program.rom && again.stack_ram == program.stack_ram);
        assert_eq!(again.jump_table, program.jump_table);
    }
}

#[test]
fn letters_beyond_ascii_belong_to_words_in_either_encoding() {
    let source = "version = 1\nz\u{e4}hler ?\nz\u{f6}hler ?\nldm z\u{f6}hler // \u{fc}ber\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letters.asm");
    let latin: Vec<u8> = source.chars().map(|c| c as u8).collect();
    for bytes in [source.as_bytes(), &latin] {
        fs::write(&path, bytes).unwrap();
        let program = Assembly::of_file(&path, &Options::default())
            .unwrap()
            .program;
        assert_eq!(texts(&program), ["ldm 1"]);
    }
}
