//! A cost table that knows no microcode: one cycle for everything, for counting alone.

use cost_model::{
    Carrier, CostRow, CostTable, EvaluatedTable, Formula, MemoryTiming, MethodLoad, Path,
    Provenance, Scenario, VERSION,
};
use isa::Bytecode;

use crate::calls::is_in_java;

/// Costs for runs in which only what happens is of interest.
pub(crate) fn unit_costs() -> EvaluatedTable {
    let memory = MemoryTiming {
        read_wait: 0,
        write_wait: 1,
    };
    blank_table(&Formula::constant(1)).evaluate(memory)
}

/// All rows with one path of so many cycles; which bytecodes Java carries out is part of the JVM (spec 12), not of the microcode.
pub(crate) fn blank_table(cycles: &Formula) -> CostTable {
    CostTable {
        version: VERSION,
        provenance: Provenance::default(),
        method_load: MethodLoad {
            hit: Formula::default(),
            miss: Formula::default(),
        },
        interrupt: blank_row("interrupt", None, cycles),
        exception: blank_row("exception", None, cycles),
        reset: blank_row("reset", None, cycles),
        bytecodes: (0..=u8::MAX)
            .map(|opcode| blank_row(Bytecode::of(opcode).name(), Some(opcode), cycles))
            .collect(),
    }
}

fn blank_row(name: &str, opcode: Option<u8>, cycles: &Formula) -> CostRow {
    let java = opcode.filter(|opcode| is_in_java(*opcode));
    CostRow {
        opcode,
        name: name.to_owned(),
        carrier: match java {
            Some(_) => Carrier::Java,
            None => Carrier::Microcode,
        },
        method: java,
        entry: None,
        paths: vec![Path::of_cycles(Scenario::Usual, cycles.clone())],
        underivable: Vec::new(),
        unexplored: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use isa::op;
    use microcode::{Build, jvm};

    use super::*;

    #[test]
    fn the_java_bytecodes_are_those_of_both_builds() {
        for build in [Build::Jop, Build::Strict] {
            let derived = cost_model::derive(&jvm(build), "");
            let blank = blank_table(&Formula::constant(1));
            // The entries are no bytecodes: their microcode is that of the entries.
            let fetched = |row: &&CostRow| !matches!(row.opcode, Some(op::SYS_INT | op::SYS_EXC));
            let rows = derived.bytecodes.iter().filter(fetched);
            for (row, blank) in rows.zip(blank.bytecodes.iter().filter(fetched)) {
                assert_eq!((row.carrier, row.method), (blank.carrier, blank.method));
            }
        }
    }
}
