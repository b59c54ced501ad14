//! Stack shuffles, integer arithmetic and conversions.

use isa::op;

use super::stage::{assert_locals_untouched, assert_result, every_machine, run, with_operands};
use super::values::{corner_words, random_words};

/// Opcode, words taken, words given.
type Definition = (u8, usize, fn(&[u32]) -> Vec<u32>);

fn check(definitions: &[Definition]) {
    for (opcode, takes, gives) in definitions {
        for operands in corner_words(*takes).into_iter().chain(random_words(*takes)) {
            let mut scene = with_operands(&operands);
            scene.test(&[*opcode]);
            let context = format!("opcode {opcode} on {operands:x?}");
            for (build, ram_cnt) in every_machine().skip(2).take(2) {
                let outcome = run(&scene, build, ram_cnt);
                assert_result(&outcome, &gives(&operands), &context);
                assert_locals_untouched(&outcome, &context);
            }
        }
    }
}

#[test]
fn stack_shuffles_move_words() {
    check(&[
        (op::POP, 1, |_| vec![]),
        (op::POP2, 2, |_| vec![]),
        (op::DUP, 1, |v| vec![v[0], v[0]]),
        (op::DUP_X1, 2, |v| vec![v[1], v[0], v[1]]),
        (op::DUP_X2, 3, |v| vec![v[2], v[0], v[1], v[2]]),
        (op::DUP2, 2, |v| vec![v[0], v[1], v[0], v[1]]),
        (op::DUP2_X1, 3, |v| vec![v[1], v[2], v[0], v[1], v[2]]),
        (op::DUP2_X2, 4, |v| vec![v[2], v[3], v[0], v[1], v[2], v[3]]),
        (op::SWAP, 2, |v| vec![v[1], v[0]]),
    ]);
}

#[test]
fn integer_arithmetic_wraps_at_32_bits() {
    check(&[
        (op::IADD, 2, |v| vec![v[0].wrapping_add(v[1])]),
        (op::ISUB, 2, |v| vec![v[0].wrapping_sub(v[1])]),
        (op::IMUL, 2, |v| vec![v[0].wrapping_mul(v[1])]),
        (op::INEG, 1, |v| vec![v[0].wrapping_neg()]),
        (op::IAND, 2, |v| vec![v[0] & v[1]]),
        (op::IOR, 2, |v| vec![v[0] | v[1]]),
        (op::IXOR, 2, |v| vec![v[0] ^ v[1]]),
    ]);
}

#[test]
fn integer_shifts_take_five_bits_of_the_count() {
    check(&[
        (op::ISHL, 2, |v| vec![v[0] << (v[1] & 31)]),
        (op::ISHR, 2, |v| vec![((v[0] as i32) >> (v[1] & 31)) as u32]),
        (op::IUSHR, 2, |v| vec![v[0] >> (v[1] & 31)]),
    ]);
}

#[test]
fn conversions_follow_the_language() {
    check(&[
        (op::I2L, 1, |v| vec![((v[0] as i32) >> 31) as u32, v[0]]),
        (op::L2I, 2, |v| vec![v[1]]),
        (op::I2C, 1, |v| vec![v[0] & 0xffff]),
    ]);
}

#[test]
fn nops_do_nothing() {
    check(&[
        (op::NOP, 0, |_| vec![]),
        (op::JOPSYS_INVAL, 0, |_| vec![]),
        (op::JOPSYS_NOP, 0, |_| vec![]),
    ]);
}

#[test]
fn conditional_move_takes_the_first_unless_the_condition_is_zero() {
    check(&[(op::JOPSYS_COND_MOVE, 3, |v| {
        vec![if v[2] != 0 { v[0] } else { v[1] }]
    })]);
}
