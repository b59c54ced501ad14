//! The preprocessor, seen through what is assembled.

use std::io;
use std::path::Path;

use microcode::isa::Word;
use microcode::{AsmError, Assembly, Options, Program};

/// Assembles `main.asm` of a few files kept in memory.
fn assemble_files(files: &[(&str, &str)], defines: &[&str]) -> Result<Assembly, AsmError> {
    let options = Options {
        defines: defines.iter().map(|define| (*define).to_owned()).collect(),
    };
    let loader = |path: &Path| {
        let file = files.iter().find(|(name, _)| Path::new(name) == path);
        file.map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| io::Error::other("not found"))
    };
    Assembly::of_source(Path::new("main.asm"), &loader, &options)
}

fn program(source: &str, defines: &[&str]) -> Program {
    let source = format!("version = 1\n{source}\n");
    assemble_files(&[("main.asm", &source)], defines)
        .unwrap_or_else(|error| panic!("{error}"))
        .program
}

/// The instructions of a source, as text.
fn words(source: &str, defines: &[&str]) -> Vec<String> {
    let program = program(source, defines);
    let words = program.rom.iter().take(program.symbols.source.len());
    words.map(|word| Word::decode(*word).to_string()).collect()
}

#[test]
fn the_branch_whose_condition_holds_is_assembled() {
    let source = "#if A == 1\nnop\n#elif A == 2\nadd\n#elif A == 2\nsub\n#else\nand\n#endif";
    assert_eq!(words(source, &["A"]), ["nop"]);
    assert_eq!(words(source, &["A=2"]), ["add"]);
    assert_eq!(words(source, &[]), ["and"]);
}

#[test]
fn what_is_not_assembled_need_not_make_sense() {
    let source = "#ifdef A\n#if 1 +\n'\n#else\n#unknown\n#endif\n#include \"x\"\n#define A\n#endif\n#ifndef A\nnop\n#endif";
    assert_eq!(words(source, &[]), ["nop"]);
}

#[test]
fn macros_are_expanded_inside_words_and_inside_each_other() {
    let source = "#define OP ld\n#define REG 2\n#define BOTH OP nxt\nBOTH\nldm REG\n#undef REG\nreg = 3\nldm reg";
    assert_eq!(words(source, &[]), ["ld nxt", "ldm 2", "ldm 3"]);
}

#[test]
fn a_macro_is_not_expanded_inside_itself() {
    assert_eq!(words("#define nop nop nxt\nnop", &[]), ["nop nxt"]);
}

#[test]
fn a_macro_name_is_case_sensitive_while_words_are_not() {
    assert_eq!(
        words("#define ADD sub\nADD\nadd\nAdd", &[]),
        ["sub", "add", "add"]
    );
}

#[test]
fn macros_with_parameters_are_expanded_with_their_arguments() {
    let source = "#define load(what, how) ldm what how\n#define X 7\nload(X, nxt)\nload (1,)\nload = 3\nldm load";
    assert_eq!(words(source, &[]), ["ldm 7 nxt", "ldm 1", "ldm 3"]);
}

#[test]
fn macros_are_not_expanded_in_comments() {
    assert_eq!(
        words(
            "#define nop bad(\nadd // nop\nadd / nop\nadd /* nop */ nxt",
            &[]
        ),
        ["add", "add", "add nxt"]
    );
}

#[test]
fn a_comment_behind_a_definition_is_not_part_of_it() {
    let source = "#define A 1 // one\n#define B 2 /* two */\n#define C 3 / three\nldm A nxt\nldm B nxt\nldm C nxt";
    assert_eq!(words(source, &[]), ["ldm 1 nxt", "ldm 2 nxt", "ldm 3 nxt"]);
}

#[test]
fn a_definition_may_go_on_in_the_next_line() {
    assert_eq!(words("#define BOTH nop \\\n  nxt\nBOTH", &[]), ["nop nxt"]);
}

#[test]
fn the_command_line_defines_one_unless_it_says_otherwise() {
    assert_eq!(
        words("ldm A\nldm B\nldm 5 C", &["A", "B=3", "C="]),
        ["ldm 1", "ldm 3", "ldm 5"]
    );
}

#[test]
fn paths_of_includes_are_relative_to_the_file_they_stand_in() {
    let files = [
        ("main.asm", "version = 1\n#include \"parts/first.asm\"\nnop"),
        ("parts/first.asm", "#include \"second.asm\"\nadd"),
        ("parts/second.asm", "\n\nsub"),
    ];
    let symbols = assemble_files(&files, &[]).unwrap().program.symbols;
    assert_eq!(symbols.source_line(0), Some(("parts/second.asm", 3)));
    assert_eq!(symbols.source_line(1), Some(("parts/first.asm", 2)));
    assert_eq!(symbols.source_line(2), Some(("main.asm", 3)));
}

#[test]
fn a_file_without_a_line_end_is_assembled_to_its_last_character() {
    assert_eq!(words("nop\nadd", &[]), ["nop", "add"]);
    let files = [
        ("main.asm", "version = 1\n#include \"a\"\n#include \"a\""),
        ("a", "nop nxt"),
    ];
    assert_eq!(
        assemble_files(&files, &[]).unwrap().program.rom[..3],
        [0x900, 0x900, 0]
    );
}

#[test]
fn places_survive_continued_lines_and_block_comments() {
    let source = "version = 1\n/* two\nlines */ nop\n\\\n\nldm nowhere";
    let error = assemble_files(&[("main.asm", source)], &[]).unwrap_err();
    let place = error.location(&error.errors()[0]).unwrap();
    assert_eq!(place.to_string(), "main.asm:6:5");
}
