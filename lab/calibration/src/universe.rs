//! The atoms that programs can have, measured or not.

use cost_model::{PathId, RowId, Scenario};

use crate::atom::{Atom, is_conditional_branch};

/// Bytecodes that meet null, and those of them that meet bad indices.
const MEET_NULL: [u8; 7] = [180, 181, 226, 230, 231, 233, 234];
const CALLS: [u8; 4] = [182, 183, 185, 236];
const FIELD_READS: [u8; 3] = [180, 226, 233];

/// Every bytecode, and every scenario that a count of bytecodes with their operands tells apart.
pub(crate) fn atoms_of_programs() -> impl Iterator<Item = Atom> {
    let bytecodes = (0..=u8::MAX).flat_map(|opcode| {
        if is_conditional_branch(opcode) {
            vec![
                Atom::Branch {
                    opcode,
                    taken: false,
                },
                Atom::Branch {
                    opcode,
                    taken: true,
                },
            ]
        } else {
            let scenarios = scenarios(opcode).into_iter();
            scenarios
                .map(|scenario| Atom::in_scenario(opcode, scenario))
                .collect()
        }
    });
    let entries = [RowId::Interrupt, RowId::Exception, RowId::Reset];
    let usual = |row| {
        Atom::Path(PathId {
            row,
            scenario: Scenario::Usual,
        })
    };
    bytecodes.chain(entries.map(usual))
}

fn scenarios(opcode: u8) -> Vec<Scenario> {
    use Scenario as S;
    let mut all = vec![S::Usual];
    match opcode {
        46 | 48 | 50..=53 | 79 | 81 | 84..=86 | 47 | 49 | 80 | 82 => {
            all.extend([S::Null, S::Index, S::Device]);
        }
        121 | 123 | 125 => all.extend([S::ByZero, S::By32To63]),
        148 => all.extend([S::FirstNegative, S::SecondNegative, S::Equal]),
        190 => all.push(S::Null),
        194 => all.push(S::Refused),
        195 => all.push(S::Nested),
        209..=212 | 238 | 239 => all.push(S::Device),
        223 => all.push(S::ConditionZero),
        232 => all.push(S::Stop),
        _ if MEET_NULL.contains(&opcode) => all.extend([S::Null, S::Device]),
        _ if CALLS.contains(&opcode) => all.push(S::Null),
        _ => {}
    }
    if FIELD_READS.contains(&opcode) {
        all.push(S::ObjectCacheHit);
    }
    all
}
