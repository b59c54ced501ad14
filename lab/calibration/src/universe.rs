//! The atoms that programs can have, measured or not.

use cost_model::{Atom, PathId, RowId, Scenario};
use isa::op;

/// Bytecodes that meet null, and those of them that meet bad indices.
const MEET_NULL: [u8; 7] = [
    op::GETFIELD,
    op::PUTFIELD,
    op::GETFIELD_REF,
    op::GETFIELD_LONG,
    op::PUTFIELD_LONG,
    op::JOPSYS_GETFIELD,
    op::JOPSYS_PUTFIELD,
];
const CALLS: [u8; 4] = [
    op::INVOKEVIRTUAL,
    op::INVOKESPECIAL,
    op::INVOKEINTERFACE,
    op::INVOKESUPER,
];
const FIELD_READS: [u8; 3] = [op::GETFIELD, op::GETFIELD_REF, op::JOPSYS_GETFIELD];

/// Every bytecode, and every scenario that a count of bytecodes with their operands distinguishes.
pub(crate) fn atoms_of_programs() -> impl Iterator<Item = Atom> {
    RowId::all().flat_map(|row| {
        let scenarios = match row {
            RowId::Bytecode(opcode) => scenarios(opcode),
            _ => vec![Scenario::Usual],
        };
        let paths = scenarios.into_iter();
        paths.flat_map(move |scenario| Atom::ways(PathId { row, scenario }))
    })
}

fn scenarios(opcode: u8) -> Vec<Scenario> {
    use Scenario as S;
    let mut all = vec![S::Usual];
    match opcode {
        op::IALOAD
        | op::FALOAD
        | op::AALOAD..=op::SALOAD
        | op::IASTORE
        | op::FASTORE
        | op::BASTORE..=op::SASTORE
        | op::LALOAD
        | op::DALOAD
        | op::LASTORE
        | op::DASTORE => {
            all.extend([S::Null, S::Index, S::Device]);
        }
        op::LSHL | op::LSHR | op::LUSHR => all.extend([S::ByZero, S::By32To63]),
        op::LCMP => all.extend([S::FirstNegative, S::SecondNegative, S::Equal]),
        op::ARRAYLENGTH => all.push(S::Null),
        op::MONITORENTER => all.push(S::Refused),
        op::MONITOREXIT => all.push(S::Nested),
        op::JOPSYS_RD..=op::JOPSYS_WRMEM | op::JOPSYS_GETSTATIC | op::JOPSYS_PUTSTATIC => {
            all.push(S::Device);
        }
        op::JOPSYS_COND_MOVE => all.push(S::ConditionZero),
        op::JOPSYS_MEMCPY => all.push(S::Stop),
        _ if MEET_NULL.contains(&opcode) => all.extend([S::Null, S::Device]),
        _ if CALLS.contains(&opcode) => all.push(S::Null),
        _ => {}
    }
    if FIELD_READS.contains(&opcode) {
        all.push(S::ObjectCacheHit);
    }
    all
}
