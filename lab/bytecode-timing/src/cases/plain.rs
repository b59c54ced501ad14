//! Constants, locals, stack, arithmetic, branches: what needs no memory but the constant pool.

use super::{Case, on_stack};
use crate::scene::Scene;

/// Stands between a branch and its target.
const NOP: u8 = 0;
const VALUES: [u32; 4] = [0x1234_5678, 3, 0x8765_4321, 5];

/// Bytecodes that take no operands, with the number of stack words they look at.
const WITHOUT_OPERANDS: [(&[u8], usize); 15] = [
    (&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14], 0),
    (&[26, 27, 28, 29, 30, 31, 32, 33], 0),
    (&[34, 35, 36, 37, 38, 39, 40, 41], 0),
    (&[42, 43, 44, 45], 0),
    (&[59, 60, 61, 62, 67, 68, 69, 70, 75, 76, 77, 78], 1),
    (&[63, 64, 65, 66, 71, 72, 73, 74], 2),
    (&[87, 89, 116, 133, 146], 1),
    (&[88, 90, 92, 95, 136, 117], 2),
    (&[91, 93], 3),
    (&[94], 4),
    (&[96, 100, 104, 120, 122, 124, 126, 128, 130], 2),
    (&[97, 101, 127, 129, 131], 4),
    (&[204, 217, 221], 0),
    (&[215], 0),
    (&[223], 3),
];

pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcodes, depth) in WITHOUT_OPERANDS {
        for opcode in opcodes {
            let scene = on_stack(&VALUES[..depth], &[*opcode]);
            cases.push(Case::new(*opcode, "", &scene));
        }
    }
    cases.extend(with_operand_bytes());
    cases.extend(constant_pool());
    cases.extend(branches());
    cases.extend(long_shifts());
    cases.extend(long_comparisons());
    cases
}

fn with_operand_bytes() -> Vec<Case> {
    let loads = [21, 22, 23, 24, 25].map(|load| (vec![load, 2], 0));
    let stores = [54, 55, 56, 57, 58].map(|store| (vec![store, 2], 2));
    let others = [
        (vec![16, 0x85], 0),
        (vec![17, 0x85, 7], 0),
        (vec![132, 1, 0xff], 0),
    ];
    loads
        .into_iter()
        .chain(stores)
        .chain(others)
        .map(|(bytecode, depth)| Case::new(bytecode[0], "", &on_stack(&VALUES[..depth], &bytecode)))
        .collect()
}

fn constant_pool() -> Vec<Case> {
    let mut cases = Vec::new();
    for opcode in [18, 19, 20] {
        let mut scene = Scene::new();
        let [high, low] = scene.constant(7);
        scene.constant(8);
        match opcode {
            18 => scene.test(&[opcode, low]),
            _ => scene.test(&[opcode, high, low]),
        };
        cases.push(Case::new(opcode, "", &scene));
    }
    cases
}

/// Taken and not taken: these operands decide every condition both ways, and both ways lead to the end.
fn branches() -> Vec<Case> {
    let mut cases = Vec::new();
    for opcode in (153..=167).chain([198, 199]) {
        for (first, second) in [(1, 0), (0, 1), (1, u32::MAX), (1, 1)] {
            let scene = on_stack(&[first, second], &[opcode, 0, 4, NOP]);
            cases.push(Case::new(opcode, "", &scene));
        }
    }
    cases
}

fn long_shifts() -> Vec<Case> {
    let mut cases = Vec::new();
    for opcode in [121, 123, 125] {
        for (path, counts) in [
            ("by 0", [0, 64, u32::MAX << 6]),
            ("1 to 31", [1, 31, 64 + 17]),
            ("32 to 63", [32, 63, u32::MAX]),
        ] {
            for count in counts {
                let scene = on_stack(&[0x8765_4321, 0x1234_5678, count], &[opcode]);
                cases.push(Case::new(opcode, path, &scene));
            }
        }
    }
    cases
}

fn long_comparisons() -> Vec<Case> {
    let (negative, positive) = ([u32::MAX, 3], [0, 3]);
    [
        ("first negative", negative, positive),
        ("second negative", positive, negative),
        ("equal", positive, positive),
        ("equal", negative, negative),
        ("less or greater", positive, [0, 4]),
        ("less or greater", [0, 4], positive),
        ("less or greater", [1, 0], positive),
        ("less or greater", negative, [u32::MAX - 1, 9]),
    ]
    .map(|(path, first, second)| Case::new(148, path, &on_stack(&[first, second].concat(), &[148])))
    .into()
}
