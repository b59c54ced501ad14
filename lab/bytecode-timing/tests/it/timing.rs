//! The machine with our microcode takes the cycles of the hardware, bytecode by bytecode, path by path.

use std::collections::HashSet;

use bytecode_timing::formula::WaitStates;
use bytecode_timing::target::{Source, Targets};
use bytecode_timing::{TimingRow, TimingVerdict, measure};
use isa::{Bytecode, Implementation, op};
use microcode::{Build, jvm};

fn rows(build: Build) -> Vec<TimingRow> {
    measure(build).unwrap_or_else(|error| panic!("{error}"))
}

fn targets() -> Targets {
    Targets::committed().unwrap_or_else(|error| panic!("{error}"))
}

/// The rows that do not hold, one line each.
fn report(rows: &[TimingRow]) -> String {
    rows.iter()
        .filter(|row| !row.is_as_expected())
        .map(|row| {
            format!(
                "{} {} `{}` missed {:?} ram_cnt {}: measured {}, expected {}\n",
                row.opcode,
                row.name,
                row.path,
                row.missed_words,
                row.ram_cnt,
                row.measured,
                row.expected
            )
        })
        .collect()
}

#[test]
fn every_path_of_the_jop_build_takes_the_cycles_of_the_hardware() {
    let rows = rows(Build::Jop);
    assert_eq!(report(&rows), "");
    assert!(rows.iter().all(|row| row.target == Some(row.expected)));
}

#[test]
fn every_path_of_the_strict_build_takes_the_cycles_of_the_hardware_or_the_listed_ones() {
    let rows = rows(Build::Strict);
    assert_eq!(report(&rows), "");
    for row in rows.iter().filter(|row| row.target != Some(row.expected)) {
        assert!(row.reason.is_some(), "no reason given for {row:?}");
    }
}

#[test]
fn every_reason_stands_alone() {
    let reasons: HashSet<_> = rows(Build::Strict)
        .into_iter()
        .filter_map(|row| row.reason)
        .collect();
    assert!(reasons.len() > 3, "{reasons:?}");
    assert!(!reasons.contains("as above") && !reasons.contains(""));
}

#[test]
fn a_row_without_a_reason_or_with_other_cycles_than_promised_is_a_defect() {
    let rows = rows(Build::Strict);
    let explained = rows
        .iter()
        .find(|row| row.verdict() == TimingVerdict::Explained);
    let explained = explained.unwrap_or_else(|| panic!("the strict build differs nowhere"));
    let without_reason = TimingRow {
        reason: None,
        ..explained.clone()
    };
    let slower = TimingRow {
        measured: explained.measured + 1,
        ..explained.clone()
    };
    assert_eq!(without_reason.verdict(), TimingVerdict::Unexplained);
    assert_eq!(slower.verdict(), TimingVerdict::Unexplained);
}

#[test]
fn every_number_counted_on_the_hardware_is_measured_again() {
    let measured: HashSet<_> = rows(Build::Jop)
        .into_iter()
        .map(|row| (row.opcode, row.path, row.missed_words, row.ram_cnt))
        .collect();
    for row in targets().bytecodes {
        for ram_cnt in [1, 2, 3, 4, 6] {
            let key = (row.opcode, row.path.as_str(), row.missed_words, ram_cnt);
            assert!(measured.contains(&key), "{} is not measured", row.name);
        }
    }
}

#[test]
fn formulas_agree_with_the_numbers_counted_on_the_hardware() {
    for row in targets().bytecodes {
        for ram_cnt in [2, 3, 4, 6] {
            let waits = WaitStates::of_sram(ram_cnt);
            let load = row.missed_words.map_or(0, |words| {
                bytecode_timing::target::load_cycles(row.opcode, words, waits)
            });
            assert_eq!(
                row.column(ram_cnt),
                Some(row.formula.cycles(waits) + load),
                "{} at ram_cnt {ram_cnt}: {}",
                row.name,
                row.formula
            );
        }
    }
}

#[test]
fn the_bytecodes_with_microcode_are_those_of_the_hardware() {
    for build in [Build::Jop, Build::Strict] {
        let program = jvm(build);
        let table = &program.jump_table;
        let unimplemented = table.bytecodes[usize::from(op::SYS_NOIM)];
        for bytecode in Bytecode::ALL {
            let entry = table.bytecodes[usize::from(bytecode.code())];
            let expected = match bytecode.implementation() {
                Implementation::Microcode => true,
                Implementation::Stub => !bytecode.is_entry(),
                Implementation::Java | Implementation::Missing => false,
            };
            assert_eq!(entry != unimplemented, expected, "{}", bytecode.name());
        }
        assert_ne!(table.interrupt, unimplemented);
        assert_ne!(table.exception, unimplemented);
    }
}

#[test]
fn only_formulas_hold_where_the_hardware_was_not_run() {
    for row in rows(Build::Jop) {
        assert!(row.ram_cnt != 5 || row.source == Source::Formula);
    }
}

#[test]
fn rom_constants_and_variables_stay_within_the_hardware() {
    for build in [Build::Jop, Build::Strict] {
        let program = jvm(build);
        let symbols = &program.symbols;
        let fixed = ["mp", "cp", "heap", "jjp", "jjhp", "lockcnt"];
        for (address, name) in (0..).zip(fixed) {
            assert_eq!(symbols.variables.get(name), Some(&address), "{name}");
        }
        assert!(symbols.variables.values().all(|address| *address < 30));
        let constants = program.stack_ram[32..62]
            .iter()
            .filter(|word| **word != UNUSED_STACK_WORD)
            .count();
        println!(
            "{build:?}: {} ROM words, {constants} constants, {} variables",
            symbols.source.len(),
            symbols.variables.len()
        );
        assert!(symbols.source.len() <= microcode::ROM_WORDS);
        assert!(constants <= 30);
    }
}

/// What the assembler leaves in stack RAM words that nothing uses (spec 10 section 8).
const UNUSED_STACK_WORD: u32 = 0x1234_5678;
