//! Copies between stack RAM and memory, and the copy unit.

use isa::op;

use super::stage::{assert_result, every_machine, run, with_operands};

/// A free piece of the stack RAM.
const STACK_ADDRESS: u32 = 180;

#[test]
fn stack_words_go_to_an_array_and_nowhere_else() {
    for count in 1..=6_u32 {
        let mut scene = with_operands(&[]);
        for word in 0..count {
            scene
                .push_all(&[0x500 + word, STACK_ADDRESS + word])
                .run_before(&[op::JOPSYS_WRINT]);
        }
        let array = scene.image.array(&[1; 8], 1, 0);
        scene
            .push_all(&[STACK_ADDRESS, array, count])
            .test(&[op::JOPSYS_INT2EXT]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_result(&outcome, &[], "int2ext");
            let data = outcome.memory(array);
            let after: Vec<u32> = (0..8).map(|word| outcome.memory(data + word)).collect();
            let expected: Vec<u32> = (0..8)
                .map(|word| if word < count { 0x500 + word } else { 1 })
                .collect();
            assert_eq!(after, expected, "{count} words");
        }
    }
}

#[test]
fn array_words_go_to_the_stack_and_nowhere_else() {
    for count in 1..=6_u32 {
        let mut scene = with_operands(&[]);
        let words: Vec<u32> = (0..8).map(|word| 0x600 + word).collect();
        let array = scene.image.array(&words, 1, 0);
        scene
            .push_all(&[array, STACK_ADDRESS, count])
            .test(&[op::JOPSYS_EXT2INT]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_result(&outcome, &[], "ext2int");
            for word in 0..8 {
                let expected = if word < count {
                    0x600 + word
                } else {
                    super::stage::UNTOUCHED
                };
                assert_eq!(
                    outcome.stack_ram((STACK_ADDRESS + word) as usize),
                    expected,
                    "{count} words"
                );
            }
        }
    }
}

#[test]
fn copied_words_are_found_at_their_new_place_until_the_copy_stops() {
    let mut scene = with_operands(&[]);
    let source = scene.image.place(&[70, 71, 72]);
    let destination = scene.image.place(&[0, 0, 0]);
    for position in 0..2 {
        scene
            .push_all(&[destination, source, position])
            .run_before(&[op::JOPSYS_MEMCPY]);
    }
    // Both copied words are redirected, the third is not yet.
    for (value, word) in [(80, 0), (81, 1), (82, 2)] {
        scene
            .push_all(&[value, source + word])
            .run_before(&[op::JOPSYS_WRMEM]);
    }
    let mut stopped = scene.clone();
    scene.push(source).test(&[op::JOPSYS_RDMEM]);
    stopped
        .push_all(&[destination, source, u32::MAX])
        .test(&[op::JOPSYS_MEMCPY]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&scene, build, ram_cnt), &[80], "read of a copied word");
        let outcome = run(&stopped, build, ram_cnt);
        assert_result(&outcome, &[], "end of the copy");
        assert_eq!(
            [0, 1, 2].map(|word| outcome.memory(source + word)),
            [70, 71, 82]
        );
        assert_eq!(
            [0, 1, 2].map(|word| outcome.memory(destination + word)),
            [80, 81, 0]
        );
    }
}

#[test]
fn one_copy_step_moves_one_word() {
    for position in 0..3 {
        let mut scene = with_operands(&[]);
        let source = scene.image.place(&[70, 71, 72]);
        let destination = scene.image.place(&[0, 0, 0]);
        scene
            .push_all(&[destination, source, position])
            .test(&[op::JOPSYS_MEMCPY]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_result(&outcome, &[], "copy step");
            for word in 0..3 {
                let expected = if word == position { 70 + word } else { 0 };
                assert_eq!(
                    outcome.memory(destination + word),
                    expected,
                    "position {position}"
                );
            }
        }
    }
}
