//! Tables that are derived in numbers, for one memory, against those of formulas.

use cost_model::{EvaluatedTable, MemoryTiming, derive, derive_with, evaluated};
use isa::MemoryKind;
use microcode::{Build, jvm};

const LONGEST_READ: u8 = 14;

/// Formulas have the least slack, 1, for an access whose cycle depends on the memory; numbers have what it is.
fn take_slack(numbers: &mut EvaluatedTable, values: &EvaluatedTable) {
    for (numbers, values) in numbers.bytecodes.iter_mut().zip(&values.bytecodes) {
        let others = numbers.others.iter_mut().zip(&values.others);
        let others = others.map(|((_, numbers), (_, values))| (numbers, values));
        for (numbers, values) in others.chain([(&mut numbers.usual, &values.usual)]) {
            for (numbers, values) in numbers.accesses.iter_mut().zip(&values.accesses) {
                assert!(numbers.slack == values.slack || values.slack == 1);
                assert!(numbers.slack >= values.slack);
                numbers.slack = values.slack;
                // In numbers, an access after a loop may seem to be the next of one before.
                assert!(values.every.is_none() || numbers.every == values.every);
                numbers.every = values.every;
            }
        }
    }
}

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
                let mut numbers = evaluated(&program, kind, ram_cnt).expect("a memory");
                let values = formulas.evaluate(timing);
                take_slack(&mut numbers, &values);
                assert_eq!(numbers, values, "{build:?}, {kind:?}, {ram_cnt}");
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
