//! The embedded JVM microcode assembles in both builds, without a warning.

use isa::{Bytecode, Implementation};
use microcode::{Build, assemble_str, disassemble, jvm, jvm_assembly};

const BUILDS: [Build; 2] = [Build::Jop, Build::Strict];

#[test]
fn both_builds_assemble_without_a_warning() {
    for build in BUILDS {
        let assembly = jvm_assembly(build).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            assembly.warnings().is_empty(),
            "{}",
            assembly.render_warnings(false)
        );
    }
}

#[test]
fn both_builds_have_entries_for_interrupts_exceptions_and_missing_bytecodes() {
    for build in BUILDS {
        let labels = jvm(build).symbols.labels;
        for name in ["sys_int", "sys_exc", "sys_noim"] {
            assert!(labels.contains_key(name), "{name} in {build:?}");
        }
    }
}

#[test]
fn every_bytecode_that_the_original_carries_out_in_microcode_has_an_entry() {
    for build in BUILDS {
        let program = jvm(build);
        let missing = Bytecode::ALL
            .into_iter()
            .filter(|bytecode| bytecode.implementation() == Implementation::Microcode);
        let missing =
            missing.filter(|bytecode| !program.symbols.labels.contains_key(bytecode.name()));
        assert_eq!(
            missing.map(Bytecode::name).collect::<Vec<_>>(),
            Vec::<&str>::new(),
            "{build:?}"
        );
    }
}

#[test]
fn the_disassembly_is_usual_source_and_assembles_back() {
    for build in BUILDS {
        let program = jvm(build);
        let source = disassemble(&program);
        assert!(
            !source
                .lines()
                .any(|line| line.trim_start().starts_with(':')),
            "{source}"
        );
        let again = assemble_str("again.asm", &source, &Default::default()).unwrap();
        assert_eq!(
            (again.rom, again.stack_ram, again.jump_table),
            (program.rom, program.stack_ram, program.jump_table)
        );
    }
}

#[test]
fn words_name_their_source_in_the_repository() {
    assert_eq!(
        jvm(Build::Jop).symbols.source_line(0).unwrap().0,
        "microcode/asm/boot.asm"
    );
}
