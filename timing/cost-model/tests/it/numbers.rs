//! Tables that are derived in numbers, for one memory, against those of formulas.

use cost_model::{MemoryTiming, derive, derive_with, evaluated};
use isa::MemoryKind;
use microcode::{Build, jvm};

const LONGEST_READ: u8 = 14;

#[test]
fn numbers_are_the_values_of_the_formulas_on_every_memory() {
    for build in [Build::Jop, Build::Strict] {
        let program = jvm(build);
        let formulas = derive(&program, "");
        let mut memories = 0;
        for kind in [MemoryKind::Sram32, MemoryKind::Sram16, MemoryKind::Ssram32] {
            for ram_cnt in 1..=LONGEST_READ {
                let Ok(timing) = MemoryTiming::of(kind, ram_cnt) else {
                    continue;
                };
                let numbers = evaluated(&program, kind, ram_cnt);
                let same = numbers == Ok(formulas.evaluate(timing));
                assert!(same, "{build:?}, {kind:?}, {ram_cnt}");
                memories += 1;
            }
        }
        assert_eq!(memories, 3 * usize::from(LONGEST_READ) - 2);
    }
}

#[test]
fn a_table_in_numbers_has_no_wait_states() {
    let memory = MemoryTiming::sram32(3).expect("a memory");
    let table = derive_with(
        &jvm(Build::Jop),
        "",
        &cost_model::Latencies::of_memory(memory),
    );
    let mut formulas = table.all_rows().flat_map(|row| &row.paths);
    assert!(formulas.all(|path| {
        let symbols = path.cycles.symbols();
        symbols
            .iter()
            .all(|symbol| *symbol == cost_model::Symbol::Count)
    }));
}
