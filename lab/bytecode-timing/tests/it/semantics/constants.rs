//! Constants from the code and from the constant pool.

use isa::op;

use bytecode_timing::scene::Scene;

use super::stage::{
    BELOW, assert_locals_untouched, assert_result, every_machine, run, with_operands,
};
use super::values::{INTS, LONGS, words};

fn check(scene: &Scene, expected: &[u32], context: &str) {
    for (build, ram_cnt) in every_machine() {
        let outcome = run(scene, build, ram_cnt);
        assert_result(&outcome, expected, context);
        assert_locals_untouched(&outcome, context);
    }
}

fn check_code(code: &[u8], expected: &[u32]) {
    let mut scene = with_operands(&[]);
    scene.test(code);
    check(&scene, expected, &format!("{code:?}"));
}

#[test]
fn constants_of_the_opcode_are_pushed() {
    check_code(&[op::ACONST_NULL], &[0]);
    check_code(&[op::FCONST_0], &[0]);
    check_code(&[op::LCONST_0], &[0, 0]);
    check_code(&[op::LCONST_1], &[0, 1]);
    check_code(&[op::DCONST_0], &[0, 0]);
    for value in -1..=5_i32 {
        check_code(&[(3 + value) as u8], &[value as u32]);
    }
}

#[test]
fn constants_of_the_operand_bytes_are_sign_extended() {
    for byte in [0, 1, 0x7f, 0x80, 0xff_u8] {
        check_code(&[op::BIPUSH, byte], &[byte as i8 as u32]);
        for low in [0, 0x7f, 0x80, 0xff_u8] {
            check_code(
                &[op::SIPUSH, byte, low],
                &[i16::from_be_bytes([byte, low]) as u32],
            );
        }
    }
}

#[test]
fn constants_of_the_pool_are_read_at_any_index() {
    for value in INTS {
        for index in [1_u16, 200, 255, 256, 700] {
            let (mut scene, [high, low]) = with_constant_at(index, &[value]);
            scene.test(&[op::LDC_W, high, low]);
            check(&scene, &[value], &format!("ldc_w {index}"));
            if high == 0 {
                let (mut scene, _) = with_constant_at(index, &[value]);
                scene.test(&[op::LDC, low]);
                check(&scene, &[value], &format!("ldc {index}"));
            }
        }
    }
}

#[test]
fn long_constants_take_two_words_high_word_first() {
    for value in LONGS {
        for index in [7_u16, 255, 512] {
            let (mut scene, [high, low]) = with_constant_at(index, &words(value));
            scene.test(&[op::LDC2_W, high, low]);
            check(&scene, &words(value), &format!("ldc2_w {index}"));
        }
    }
}

/// A scene whose constants from `index` on are these; [`BELOW`] takes the first ones.
fn with_constant_at(index: u16, values: &[u32]) -> (Scene, [u8; 2]) {
    let mut scene = with_operands(&[]);
    let first = usize::from(index).max(BELOW.len() + 1);
    for _ in BELOW.len() + 1..first {
        scene.constant(0xdead_0000);
    }
    let place = scene.constant(values[0]);
    for value in &values[1..] {
        scene.constant(*value);
    }
    (scene, place)
}
