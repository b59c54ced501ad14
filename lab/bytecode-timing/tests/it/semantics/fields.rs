//! Instance fields and static fields, of one word and of two.

use isa::op;

use bytecode_timing::scene::Scene;

use super::stage::{NULL_POINTER, assert_result, assert_thrown, every_machine, run, with_operands};

const FIELDS: u32 = 31;
const OLD: u32 = 0xf1e1_d000;
const NEW: [u32; 2] = [0xaaaa_0001, 0xbbbb_0002];

/// A scene with an object whose fields are [`OLD`] + number, and the object's handle and first field's address.
fn with_object() -> (Scene, u32, u32) {
    let mut scene = with_operands(&[]);
    let fields: Vec<u32> = (0..FIELDS).map(|field| OLD + field).collect();
    let data = scene.image.place(&fields);
    let handle = scene.image.handle(data, 0, 0, 0);
    (scene, handle, data)
}

#[test]
fn instance_fields_are_read() {
    for (opcode, words) in [
        (op::GETFIELD, 1),
        (op::GETFIELD_REF, 1),
        (op::GETFIELD_LONG, 2),
    ] {
        for field in [0, 1, 7, 8, 29] {
            let (mut scene, handle, _) = with_object();
            scene.push(handle).test(&[opcode, 0, field as u8]);
            let expected: Vec<u32> = (field..field + words).map(|field| OLD + field).collect();
            for (build, ram_cnt) in every_machine() {
                assert_result(&run(&scene, build, ram_cnt), &expected, "field read");
            }
        }
    }
}

#[test]
fn instance_fields_are_written_and_their_neighbours_are_not() {
    for (opcode, words) in [(op::PUTFIELD, 1), (op::PUTFIELD_LONG, 2)] {
        for field in [0, 1, 7, 8, 29] {
            let (mut scene, handle, data) = with_object();
            scene
                .push(handle)
                .push_all(&NEW[..words])
                .test(&[opcode, 0, field as u8]);
            for (build, ram_cnt) in every_machine() {
                let outcome = run(&scene, build, ram_cnt);
                assert_result(&outcome, &[], "field write");
                let mut expected: Vec<u32> = (0..FIELDS).map(|field| OLD + field).collect();
                expected[field as usize..][..words].copy_from_slice(&NEW[..words]);
                let after: Vec<u32> = (0..FIELDS).map(|i| outcome.memory(data + i)).collect();
                assert_eq!(after, expected, "opcode {opcode}, field {field}");
            }
        }
    }
}

#[test]
fn static_fields_are_read_and_written_at_their_16_bit_address() {
    for (read, write, words) in [
        (op::GETSTATIC, op::PUTSTATIC, 1),
        (op::GETSTATIC_REF, op::PUTSTATIC, 1),
        (op::GETSTATIC_LONG, op::PUTSTATIC_LONG, 2),
    ] {
        for above in [0, 300] {
            let mut scene = with_operands(&NEW[..words]);
            for _ in 0..above {
                scene.image.place(&[0]);
            }
            let address = scene.image.place(&[1, 2, 3]);
            let [_, _, high, low] = address.to_be_bytes();
            scene
                .run_before(&[write, high, low])
                .test(&[read, high, low]);
            for (build, ram_cnt) in every_machine() {
                let outcome = run(&scene, build, ram_cnt);
                assert_result(&outcome, &NEW[..words], "static field");
                assert_eq!(outcome.memory(address + words as u32), words as u32 + 1);
            }
        }
    }
}

#[test]
fn statics_are_written_by_the_tested_bytecode_alone() {
    for (write, words) in [(op::PUTSTATIC, 1), (op::PUTSTATIC_LONG, 2)] {
        let mut scene = with_operands(&NEW[..words]);
        let address = scene.image.place(&[7, 8, 9]);
        let [_, _, high, low] = address.to_be_bytes();
        scene.test(&[write, high, low]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_result(&outcome, &[], "static write");
            let after = [0, 1, 2].map(|i| outcome.memory(address + i));
            let expected = if words == 1 {
                [NEW[0], 8, 9]
            } else {
                [NEW[0], NEW[1], 9]
            };
            assert_eq!(after, expected);
        }
    }
}

#[test]
fn a_null_reference_is_thrown_before_the_next_bytecode() {
    for (opcode, values) in [
        (op::GETFIELD, 0),
        (op::GETFIELD_REF, 0),
        (op::GETFIELD_LONG, 0),
        (op::PUTFIELD, 1),
        (op::PUTFIELD_LONG, 2),
    ] {
        let mut scene = with_operands(&[0]);
        scene.push_all(&NEW[..values]).test(&[opcode, 0, 1]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            let context = format!("opcode {opcode}, {build:?}, ram_cnt {ram_cnt}");
            assert_thrown(&outcome, &scene, NULL_POINTER, 3, &context);
        }
    }
}
