//! Constants, locals, stack, arithmetic, branches: bytecodes that need no memory but the constant pool.

use isa::op;

use super::{Case, on_stack};
use crate::scene::Scene;

const VALUES: [u32; 4] = [0x1234_5678, 3, 0x8765_4321, 5];

/// Bytecodes that take no operands, with the number of stack words they look at.
const WITHOUT_OPERANDS: [(&[u8], usize); 15] = [
    (
        &[
            op::NOP,
            op::ACONST_NULL,
            op::ICONST_M1,
            op::ICONST_0,
            op::ICONST_1,
            op::ICONST_2,
            op::ICONST_3,
            op::ICONST_4,
            op::ICONST_5,
            op::LCONST_0,
            op::LCONST_1,
            op::FCONST_0,
            op::DCONST_0,
        ],
        0,
    ),
    (
        &[
            op::ILOAD_0,
            op::ILOAD_1,
            op::ILOAD_2,
            op::ILOAD_3,
            op::LLOAD_0,
            op::LLOAD_1,
            op::LLOAD_2,
            op::LLOAD_3,
        ],
        0,
    ),
    (
        &[
            op::FLOAD_0,
            op::FLOAD_1,
            op::FLOAD_2,
            op::FLOAD_3,
            op::DLOAD_0,
            op::DLOAD_1,
            op::DLOAD_2,
            op::DLOAD_3,
        ],
        0,
    ),
    (&[op::ALOAD_0, op::ALOAD_1, op::ALOAD_2, op::ALOAD_3], 0),
    (
        &[
            op::ISTORE_0,
            op::ISTORE_1,
            op::ISTORE_2,
            op::ISTORE_3,
            op::FSTORE_0,
            op::FSTORE_1,
            op::FSTORE_2,
            op::FSTORE_3,
            op::ASTORE_0,
            op::ASTORE_1,
            op::ASTORE_2,
            op::ASTORE_3,
        ],
        1,
    ),
    (
        &[
            op::LSTORE_0,
            op::LSTORE_1,
            op::LSTORE_2,
            op::LSTORE_3,
            op::DSTORE_0,
            op::DSTORE_1,
            op::DSTORE_2,
            op::DSTORE_3,
        ],
        2,
    ),
    (&[op::POP, op::DUP, op::INEG, op::I2L, op::I2C], 1),
    (
        &[op::POP2, op::DUP_X1, op::DUP2, op::SWAP, op::L2I, op::LNEG],
        2,
    ),
    (&[op::DUP_X2, op::DUP2_X1], 3),
    (&[op::DUP2_X2], 4),
    (
        &[
            op::IADD,
            op::ISUB,
            op::IMUL,
            op::ISHL,
            op::ISHR,
            op::IUSHR,
            op::IAND,
            op::IOR,
            op::IXOR,
        ],
        2,
    ),
    (&[op::LADD, op::LSUB, op::LAND, op::LOR, op::LXOR], 4),
    (&[op::JOPSYS_INVAL, op::JOPSYS_GETVP, op::JOPSYS_NOP], 0),
    (&[op::JOPSYS_GETSP], 0),
    (&[op::JOPSYS_COND_MOVE], 3),
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
    let loads =
        [op::ILOAD, op::LLOAD, op::FLOAD, op::DLOAD, op::ALOAD].map(|load| (vec![load, 2], 0));
    let stores = [op::ISTORE, op::LSTORE, op::FSTORE, op::DSTORE, op::ASTORE]
        .map(|store| (vec![store, 2], 2));
    let others = [
        (vec![op::BIPUSH, 0x85], 0),
        (vec![op::SIPUSH, 0x85, 7], 0),
        (vec![op::IINC, 1, 0xff], 0),
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
    for opcode in [op::LDC, op::LDC_W, op::LDC2_W] {
        let mut scene = Scene::new();
        let [high, low] = scene.constant(7);
        scene.constant(8);
        match opcode {
            op::LDC => scene.test(&[opcode, low]),
            _ => scene.test(&[opcode, high, low]),
        };
        cases.push(Case::new(opcode, "", &scene));
    }
    cases
}

/// Taken and not taken: these operands decide every condition both ways, and both ways lead to the end.
fn branches() -> Vec<Case> {
    let mut cases = Vec::new();
    for opcode in (op::IFEQ..=op::GOTO).chain([op::IFNULL, op::IFNONNULL]) {
        for (first, second) in [(1, 0), (0, 1), (1, u32::MAX), (1, 1)] {
            let scene = on_stack(&[first, second], &[opcode, 0, 4, op::NOP]);
            cases.push(Case::new(opcode, "", &scene));
        }
    }
    cases
}

fn long_shifts() -> Vec<Case> {
    let mut cases = Vec::new();
    for opcode in [op::LSHL, op::LSHR, op::LUSHR] {
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
    .map(|(path, first, second)| {
        Case::new(
            op::LCMP,
            path,
            &on_stack(&[first, second].concat(), &[op::LCMP]),
        )
    })
    .into()
}
