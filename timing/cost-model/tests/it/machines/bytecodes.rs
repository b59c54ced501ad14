//! Every case of the microbenchmarks on every kind of memory.

use isa::op;

use bytecode_timing::cases::{self, Case, Measured};
use cost_model::{EvaluatedRow, EvaluatedTable, Scenario};
use microcode::jvm;

use super::{BUILDS, MEMORIES, machine, table};

fn scenario(case: &Case) -> Scenario {
    Scenario::of_measured_path(case.path).unwrap_or_else(|| {
        panic!(
            "no scenario for the path `{}` of opcode {}",
            case.path, case.opcode
        )
    })
}

fn row<'a>(table: &'a EvaluatedTable, case: &Case) -> &'a EvaluatedRow {
    match (case.measured, case.opcode) {
        (Measured::Entry, op::SYS_INT) => &table.interrupt,
        (Measured::Entry, _) => &table.exception,
        (Measured::Bytecode, opcode) => &table.bytecodes[usize::from(opcode)],
    }
}

fn predicted(table: &EvaluatedTable, case: &Case) -> u64 {
    let path = row(table, case).path(scenario(case));
    let count = if case.path == "5 words" { 5 } else { 1 };
    let load = match (path.load, case.missed_words) {
        (Some(load), Some(words)) => load.miss(words),
        _ => 0,
    };
    u64::from(path.cycles_of_count(count) + load)
}

#[test]
fn every_measured_bytecode_takes_the_derived_cycles_on_every_memory() {
    let mut compared = 0;
    for build in BUILDS {
        let program = jvm(build);
        for (kind, memory, ram_cnt) in MEMORIES {
            let table = table(build, kind, ram_cnt);
            for case in cases::all(build) {
                let name = format!(
                    "{build:?}, {kind:?} with ram_cnt {ram_cnt}, opcode {}, path `{}`",
                    case.opcode, case.path
                );
                let outcome = case
                    .scene
                    .clone()
                    .run_on(&program, &machine(memory, ram_cnt));
                let outcome = outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
                let measured = match case.measured {
                    Measured::Bytecode => outcome.cycles(),
                    Measured::Entry => outcome.entry_cycles().unwrap_or(0),
                };
                assert_eq!(predicted(&table, &case), measured, "{name}");
                compared += 1;
            }
        }
    }
    assert!(compared > 5_000, "{compared}");
}
