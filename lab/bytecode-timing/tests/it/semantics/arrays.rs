//! Arrays: every index, every check.

use isa::op;

use bytecode_timing::scene::Scene;
use microcode::Build;

use super::stage::{
    BOUNDS, NULL_POINTER, assert_result, assert_thrown, every_machine, run, with_operands,
};

const LENGTH: u32 = 5;
const OLD: u32 = 0x0a00_0000;
const NEW: [u32; 2] = [0x0b00_0001, 0x0b00_0002];
const LOADS: [u8; 6] = [
    op::IALOAD,
    op::FALOAD,
    op::AALOAD,
    op::BALOAD,
    op::CALOAD,
    op::SALOAD,
];
const STORES: [u8; 5] = [
    op::IASTORE,
    op::FASTORE,
    op::BASTORE,
    op::CASTORE,
    op::SASTORE,
];
const LONG_LOADS: [u8; 2] = [op::LALOAD, op::DALOAD];
const LONG_STORES: [u8; 2] = [op::LASTORE, op::DASTORE];
/// Bad indices that every build must report.
const BAD: [u32; 5] = [LENGTH, LENGTH + 1, 0x1_0000, u32::MAX, -5_i32 as u32];
/// Bad indices that the memory unit lets pass: it sees 23 bits of them, and does not check one that leads out of the
/// main memory (spec 04 section 8).
const UNSEEN: [u32; 6] = [
    0x8000_0000,
    0x8000_0001,
    0x0080_0002,
    0x7f80_0000,
    0x003f_ffff,
    0x0020_0000,
];

/// A scene with an array of [`LENGTH`] elements, their words [`OLD`] + number, its handle and its data's address.
fn with_array(words_each: u32) -> (Scene, u32, u32) {
    let mut scene = with_operands(&[]);
    let words: Vec<u32> = (0..LENGTH * words_each).map(|word| OLD + word).collect();
    let handle = scene.image.array(&words, words_each, 0);
    let data = handle - LENGTH * words_each;
    (scene, handle, data)
}

fn elements(scene: &Scene, build: Build, ram_cnt: u8, data: u32, words: u32) -> Vec<u32> {
    let outcome = run(scene, build, ram_cnt);
    assert_result(&outcome, &[], "array store");
    (0..words).map(|word| outcome.memory(data + word)).collect()
}

#[test]
fn loads_push_the_element() {
    for (opcode, words) in LOADS
        .map(|op| (op, 1))
        .into_iter()
        .chain(LONG_LOADS.map(|op| (op, 2)))
    {
        for index in 0..LENGTH {
            let (mut scene, handle, _) = with_array(words);
            scene.push_all(&[handle, index]).test(&[opcode]);
            let expected: Vec<u32> = (0..words).map(|i| OLD + index * words + i).collect();
            for (build, ram_cnt) in every_machine() {
                assert_result(&run(&scene, build, ram_cnt), &expected, "array load");
            }
        }
    }
}

#[test]
fn stores_change_only_their_element() {
    for (opcode, words) in STORES
        .map(|op| (op, 1))
        .into_iter()
        .chain(LONG_STORES.map(|op| (op, 2)))
    {
        for index in 0..LENGTH {
            let (mut scene, handle, data) = with_array(words);
            scene
                .push_all(&[handle, index])
                .push_all(&NEW[..words as usize])
                .test(&[opcode]);
            let mut expected: Vec<u32> = (0..LENGTH * words).map(|word| OLD + word).collect();
            let first = (index * words) as usize;
            expected[first..first + words as usize].copy_from_slice(&NEW[..words as usize]);
            for (build, ram_cnt) in every_machine() {
                let after = elements(&scene, build, ram_cnt, data, LENGTH * words);
                assert_eq!(after, expected, "opcode {opcode}, index {index}");
            }
        }
    }
}

#[test]
fn arraylength_reads_the_handle() {
    let (mut scene, handle, _) = with_array(2);
    scene.push(handle).test(&[op::ARRAYLENGTH]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&scene, build, ram_cnt), &[LENGTH], "arraylength");
    }
}

#[test]
fn a_null_array_is_thrown_before_the_next_bytecode() {
    let operations = accesses().chain([(op::ARRAYLENGTH, 0, 0)]);
    for (opcode, _, values) in operations {
        for index in [0, 1, u32::MAX, 0x8000_0000] {
            let mut scene = with_operands(&[0]);
            if opcode != op::ARRAYLENGTH {
                scene.push(index);
            }
            scene.push_all(&NEW[..values]).test(&[opcode]);
            for (build, ram_cnt) in every_machine() {
                // The jop build does not look: spec 12 section 5.
                if build == Build::Jop && opcode == op::ARRAYLENGTH {
                    continue;
                }
                let context =
                    format!("opcode {opcode}, index {index:x}, {build:?}, ram_cnt {ram_cnt}");
                let outcome = run(&scene, build, ram_cnt);
                assert_thrown(&outcome, &scene, NULL_POINTER, 1, &context);
            }
        }
    }
}

#[test]
fn a_bad_index_is_thrown_before_the_next_bytecode_and_nothing_is_written() {
    for (opcode, words, values) in accesses() {
        for index in BAD {
            let (mut scene, handle, data) = with_array(words);
            scene
                .push_all(&[handle, index])
                .push_all(&NEW[..values])
                .test(&[opcode]);
            for (build, ram_cnt) in every_machine() {
                // Fast memory lets the load go on too early: spec 04 section 8.
                if build == Build::Jop && ram_cnt <= 2 && LOADS.contains(&opcode) {
                    continue;
                }
                let context =
                    format!("opcode {opcode}, index {index:x}, {build:?}, ram_cnt {ram_cnt}");
                let outcome = run(&scene, build, ram_cnt);
                assert_thrown(&outcome, &scene, BOUNDS, 1, &context);
                for word in 0..LENGTH * words {
                    assert_eq!(outcome.memory(data + word), OLD + word, "{context}");
                }
            }
        }
    }
}

#[test]
fn the_strict_build_and_long_arrays_look_at_all_bits_of_an_index() {
    for (opcode, words, values) in accesses() {
        for index in UNSEEN {
            let (mut scene, handle, data) = with_array(words);
            scene
                .push_all(&[handle, index])
                .push_all(&NEW[..values])
                .test(&[opcode]);
            for (build, ram_cnt) in every_machine() {
                if build == Build::Jop && words == 1 {
                    continue;
                }
                let context =
                    format!("opcode {opcode}, index {index:x}, {build:?}, ram_cnt {ram_cnt}");
                let outcome = run(&scene, build, ram_cnt);
                assert_thrown(&outcome, &scene, BOUNDS, 1, &context);
                for word in 0..LENGTH * words {
                    assert_eq!(outcome.memory(data + word), OLD + word, "{context}");
                }
            }
        }
    }
}

#[test]
fn the_jop_build_reports_a_bad_load_at_most_two_bytecodes_late_on_fast_memory() {
    let (mut scene, handle, _) = with_array(1);
    scene.push_all(&[handle, LENGTH]).test(&[op::IALOAD]);
    for ram_cnt in [1, 2] {
        let outcome = run(&scene, Build::Jop, ram_cnt);
        let late = outcome.events[2..]
            .iter()
            .position(|(_, event)| matches!(event, bytecode_timing::scene::Event::Entry(_)));
        assert_eq!(late, Some(2), "ram_cnt {ram_cnt}");
    }
}

/// Opcode, words of an element, values pushed.
fn accesses() -> impl Iterator<Item = (u8, u32, usize)> {
    let loads = LOADS.map(|opcode| (opcode, 1, 0));
    let stores = STORES.map(|opcode| (opcode, 1, 1));
    let long_loads = LONG_LOADS.map(|opcode| (opcode, 2, 0));
    let long_stores = LONG_STORES.map(|opcode| (opcode, 2, 2));
    loads
        .into_iter()
        .chain(stores)
        .chain(long_loads)
        .chain(long_stores)
}
