//! Arithmetic, shifts and comparison of long.

use isa::op;

use super::stage::{assert_locals_untouched, assert_result, every_machine, run, with_operands};
use super::values::{LONGS, long, long_pairs, random, words};

/// Opcode, value and count to result.
type Shift = (u8, fn(i64, u32) -> i64);

fn check_pairs(opcode: u8, expected: fn(i64, i64) -> Vec<u32>) {
    for (a, b) in long_pairs() {
        let operands = [words(a), words(b)].concat();
        check(opcode, &operands, &expected(a, b));
    }
}

fn check(opcode: u8, operands: &[u32], expected: &[u32]) {
    let mut scene = with_operands(operands);
    scene.test(&[opcode]);
    let context = format!("opcode {opcode} on {operands:x?}");
    for (build, ram_cnt) in every_machine().skip(2).take(2) {
        let outcome = run(&scene, build, ram_cnt);
        assert_result(&outcome, expected, &context);
        assert_locals_untouched(&outcome, &context);
    }
}

#[test]
fn addition_and_subtraction_carry_into_the_high_word() {
    check_pairs(op::LADD, |a, b| words(a.wrapping_add(b)).into());
    check_pairs(op::LSUB, |a, b| words(a.wrapping_sub(b)).into());
}

#[test]
fn negation_is_the_difference_from_zero() {
    for value in LONGS.into_iter().chain(random(&proptest::num::i64::ANY)) {
        check(op::LNEG, &words(value), &words(value.wrapping_neg()));
    }
}

#[test]
fn logic_works_on_both_words() {
    check_pairs(op::LAND, |a, b| words(a & b).into());
    check_pairs(op::LOR, |a, b| words(a | b).into());
    check_pairs(op::LXOR, |a, b| words(a ^ b).into());
}

#[test]
fn comparison_gives_minus_one_zero_or_one() {
    check_pairs(op::LCMP, |a, b| vec![a.cmp(&b) as i32 as u32]);
}

#[test]
fn shifts_take_six_bits_of_the_count() {
    let definitions: [Shift; 3] = [
        (op::LSHL, |value, count| value << count),
        (op::LSHR, |value, count| value >> count),
        (op::LUSHR, |value, count| ((value as u64) >> count) as i64),
    ];
    let values = [0x8123_4567_89ab_cdef_u64 as i64, 0x7edc_ba98_7654_3210, -1];
    for (opcode, expected) in definitions {
        for value in values
            .into_iter()
            .chain(random(&proptest::num::i64::ANY).into_iter().take(3))
        {
            for count in (0..=64).chain([95, 96, 127, u32::MAX, u32::MAX << 6, 0x8000_0021]) {
                let [high, low] = words(value);
                check(
                    opcode,
                    &[high, low, count],
                    &words(expected(value, count & 63)),
                );
            }
        }
    }
}

#[test]
fn words_and_longs_convert_both_ways() {
    assert!(LONGS.iter().all(|value| long(words(*value)) == *value));
}
