//! Stack shuffles, integer arithmetic and conversions.

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
        (87, 1, |_| vec![]),
        (88, 2, |_| vec![]),
        (89, 1, |v| vec![v[0], v[0]]),
        (90, 2, |v| vec![v[1], v[0], v[1]]),
        (91, 3, |v| vec![v[2], v[0], v[1], v[2]]),
        (92, 2, |v| vec![v[0], v[1], v[0], v[1]]),
        (93, 3, |v| vec![v[1], v[2], v[0], v[1], v[2]]),
        (94, 4, |v| vec![v[2], v[3], v[0], v[1], v[2], v[3]]),
        (95, 2, |v| vec![v[1], v[0]]),
    ]);
}

#[test]
fn integer_arithmetic_wraps_at_32_bits() {
    check(&[
        (96, 2, |v| vec![v[0].wrapping_add(v[1])]),
        (100, 2, |v| vec![v[0].wrapping_sub(v[1])]),
        (104, 2, |v| vec![v[0].wrapping_mul(v[1])]),
        (116, 1, |v| vec![v[0].wrapping_neg()]),
        (126, 2, |v| vec![v[0] & v[1]]),
        (128, 2, |v| vec![v[0] | v[1]]),
        (130, 2, |v| vec![v[0] ^ v[1]]),
    ]);
}

#[test]
fn integer_shifts_take_five_bits_of_the_count() {
    check(&[
        (120, 2, |v| vec![v[0] << (v[1] & 31)]),
        (122, 2, |v| vec![((v[0] as i32) >> (v[1] & 31)) as u32]),
        (124, 2, |v| vec![v[0] >> (v[1] & 31)]),
    ]);
}

#[test]
fn conversions_follow_the_language() {
    check(&[
        (133, 1, |v| vec![((v[0] as i32) >> 31) as u32, v[0]]),
        (136, 2, |v| vec![v[1]]),
        (146, 1, |v| vec![v[0] & 0xffff]),
    ]);
}

#[test]
fn nops_do_nothing() {
    check(&[
        (0, 0, |_| vec![]),
        (204, 0, |_| vec![]),
        (221, 0, |_| vec![]),
    ]);
}

#[test]
fn conditional_move_takes_the_first_unless_the_condition_is_zero() {
    check(&[(223, 3, |v| vec![if v[2] != 0 { v[0] } else { v[1] }])]);
}
