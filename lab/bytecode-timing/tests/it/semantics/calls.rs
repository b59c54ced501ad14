//! Calls: how the method is found, the frame, the way back.

use isa::op;

use bytecode_timing::image::{MethodStruct, Shape};
use bytecode_timing::scene::{FIRST_LOCAL, MARKER, Outcome, Scene};
use microcode::Build;

use super::stage::{
    BELOW, NULL_POINTER, assert_result, assert_thrown, every_machine, run, with_operands,
};

const CALLEE_CONSTANTS: u32 = 0x1_2345;
const ARGUMENTS: [u32; 6] = [0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5];
const RECEIVER_CALLS: [u8; 3] = [op::INVOKEVIRTUAL, op::INVOKEINTERFACE, op::INVOKESUPER];

/// Length of a call's bytecode.
fn length(opcode: u8) -> u32 {
    match opcode {
        op::JOPSYS_INVOKE => 1,
        op::INVOKEINTERFACE => 5,
        _ => 3,
    }
}

/// A call on stage: the bytecode, the callee's struct and the operands it takes.
struct Call {
    scene: Scene,
    bytecode: Vec<u8>,
    method: u32,
    operands: Vec<u32>,
}

/// Lays `callee` out so that `opcode` reaches it; calls with a receiver find it in slot `slot` of its class.
fn call(opcode: u8, callee: MethodStruct, mut scene: Scene, arguments: u32, slot: usize) -> Call {
    let decoy = scene.method_that_ends(
        4,
        Shape {
            arguments: 0,
            locals: 0,
        },
    );
    let mut table = vec![decoy; slot];
    table.push(callee);
    let class = scene.image.class(0, 0, &table);
    let in_table = class + 5 + 2 * slot as u32;
    let alone = scene.image.method(callee);
    let entries = [vec![alone], vec![0; slot], vec![alone]].concat();
    let interface_table = scene.image.place(&entries);
    let implementor = scene.image.class(class, interface_table, &[decoy]);
    let of_subclass = scene.image.object(&[], implementor);
    let of_class = scene.image.object(&[], class);
    let others = arguments.saturating_sub(1);
    let (constant, method, receiver) = match opcode {
        op::INVOKEVIRTUAL => (((2 * slot as u32) << 8) | others, in_table, of_class),
        op::INVOKEINTERFACE => (((slot as u32 + 1) << 8) | others, alone, of_subclass),
        op::INVOKESUPER => (((2 * slot as u32) << 8) | others, in_table, of_subclass),
        _ => (alone, alone, of_class),
    };
    if opcode == op::INVOKESUPER {
        scene.class = implementor;
    }
    let mut operands = ARGUMENTS[..arguments as usize].to_vec();
    if let Some(this) = operands.first_mut() {
        *this = receiver;
    }
    scene.push_all(&operands);
    let mut bytecode = vec![opcode];
    if opcode == op::JOPSYS_INVOKE {
        scene.push(alone);
    } else {
        bytecode.extend(scene.constant(constant));
    }
    bytecode.resize(length(opcode) as usize, 0);
    Call {
        scene,
        bytecode,
        method,
        operands,
    }
}

fn assert_entered(outcome: &Outcome, call: &Call, shape: Shape, saved_pc: u32, context: &str) {
    let first_operand = FIRST_LOCAL + bytecode_timing::scene::LOCALS + 5 + BELOW.len() as u32;
    assert_eq!(outcome.vp(), first_operand, "vp, {context}");
    let frame = first_operand + shape.arguments + shape.locals;
    assert_eq!(outcome.top(), frame + 4, "operand stack, {context}");
    for (place, argument) in (first_operand..).zip(&call.operands) {
        assert_eq!(outcome.stack_word(place), *argument, "argument, {context}");
    }
    let saved = [0, 1, 2, 3, 4].map(|word| outcome.stack_word(frame + word));
    let expected = [
        first_operand - 1,
        saved_pc,
        FIRST_LOCAL,
        outcome.constants,
        outcome.main_method,
    ];
    assert_eq!(saved, expected, "frame, {context}");
    assert_eq!(outcome.stack_ram(0), call.method, "mp, {context}");
    assert_eq!(outcome.stack_ram(1), CALLEE_CONSTANTS, "cp, {context}");
}

#[test]
fn a_call_builds_the_frame_above_its_arguments() {
    for opcode in [
        op::INVOKEVIRTUAL,
        op::INVOKESPECIAL,
        op::INVOKESTATIC,
        op::INVOKEINTERFACE,
        op::JOPSYS_INVOKE,
        op::INVOKESUPER,
    ] {
        let least = u32::from(opcode != op::INVOKESTATIC && opcode != op::JOPSYS_INVOKE);
        for arguments in least..=6 {
            for locals in [0, 1, 2, 3, 9, 31] {
                let shape = Shape { arguments, locals };
                let mut scene = with_operands(&[]);
                let mut callee = scene.method_that_ends(20, shape);
                callee.shape |= CALLEE_CONSTANTS << 10;
                let mut call = call(opcode, callee, scene, arguments, 3);
                call.scene.test(&call.bytecode);
                let saved_pc = call.scene.marker_offset() + 1 + length(opcode);
                for (build, ram_cnt) in every_machine().skip(2).take(2) {
                    let outcome = run(&call.scene, build, ram_cnt);
                    let context = format!("opcode {opcode}, {shape:?}, {build:?}");
                    assert_entered(&outcome, &call, shape, saved_pc, &context);
                }
            }
        }
    }
}

#[test]
fn a_slot_may_be_far_behind_the_first() {
    for opcode in RECEIVER_CALLS {
        for slot in [0, 1, 17, 300] {
            let shape = Shape {
                arguments: 2,
                locals: 1,
            };
            let mut scene = with_operands(&[]);
            let mut callee = scene.method_that_ends(5, shape);
            callee.shape |= CALLEE_CONSTANTS << 10;
            let mut call = call(opcode, callee, scene, 2, slot);
            call.scene.test(&call.bytecode);
            let saved_pc = call.scene.marker_offset() + 1 + length(opcode);
            for (build, ram_cnt) in every_machine() {
                let outcome = run(&call.scene, build, ram_cnt);
                assert_entered(
                    &outcome,
                    &call,
                    shape,
                    saved_pc,
                    &format!("opcode {opcode}, slot {slot}"),
                );
            }
        }
    }
}

#[test]
fn a_null_receiver_is_thrown_before_the_next_bytecode() {
    for opcode in RECEIVER_CALLS.into_iter().chain([op::INVOKESPECIAL]) {
        for arguments in [1, 2, 3, 6] {
            let mut scene = with_operands(&[]);
            let callee = scene.method_that_ends(
                5,
                Shape {
                    arguments,
                    locals: 1,
                },
            );
            let mut call = call(opcode, callee, scene, arguments, 2);
            // Once more, with null in the receiver's place.
            call.scene
                .push(0)
                .push_all(&call.operands[1..])
                .test(&call.bytecode);
            for (build, ram_cnt) in every_machine() {
                // The jop build does not look: spec 12 section 3.
                if build == Build::Jop && opcode == op::INVOKESPECIAL {
                    continue;
                }
                let outcome = run(&call.scene, build, ram_cnt);
                let context =
                    format!("opcode {opcode}, {arguments} arguments, {build:?}, ram_cnt {ram_cnt}");
                assert_thrown(
                    &outcome,
                    &call.scene,
                    NULL_POINTER,
                    length(opcode),
                    &context,
                );
            }
        }
    }
}

#[test]
fn an_array_has_the_methods_of_object_in_the_strict_build() {
    let shape = Shape {
        arguments: 1,
        locals: 0,
    };
    let mut scene = with_operands(&[]);
    let mut callee = scene.method_that_ends(5, shape);
    callee.shape |= CALLEE_CONSTANTS << 10;
    let decoy = scene.method_that_ends(4, shape);
    let object = scene.image.class(0, 0, &[decoy, callee]);
    let array = scene.image.array(&[1, 2, 3], 1, object);
    scene.push(array);
    let [high, low] = scene.constant(2 << 8);
    scene.test(&[op::INVOKEVIRTUAL, high, low]);
    for ram_cnt in [1, 2, 6] {
        let outcome = run(&scene, Build::Strict, ram_cnt);
        assert_eq!(outcome.stack_ram(0), object + 5 + 2);
        assert_eq!(outcome.stack_word(outcome.vp()), array);
    }
}

/// A callee that spoils its operand stack and locals, then returns `results`.
fn returning(scene: &mut Scene, opcode: u8, results: &[u32], shape: Shape) -> MethodStruct {
    let constants = scene.image.place(&[&[0], results].concat());
    let mut code = Vec::new();
    for index in 1..=results.len() as u8 {
        code.extend([op::LDC, index]);
    }
    code.extend([MARKER, opcode]);
    scene.image.code(&code, constants, shape)
}

#[test]
fn a_return_brings_the_caller_back_with_the_results_in_place_of_the_arguments() {
    for (opcode, results) in [
        (op::IRETURN, 1),
        (op::LRETURN, 2),
        (op::FRETURN, 1),
        (op::DRETURN, 2),
        (op::ARETURN, 1),
        (op::RETURN, 0),
    ] {
        for arguments in 0..=4 {
            for locals in [0, 1, 5] {
                let results = &[0x0e50_0001, 0x0e50_0002][..results];
                let mut scene = with_operands(&[]);
                let callee = returning(&mut scene, opcode, results, Shape { arguments, locals });
                let call = call(op::INVOKESTATIC, callee, scene, arguments, 1);
                let mut scene = call.scene;
                scene.run_to_end(&call.bytecode);
                for (build, ram_cnt) in every_machine().skip(2).take(2) {
                    let outcome = run(&scene, build, ram_cnt);
                    let context =
                        format!("opcode {opcode}, {arguments} arguments, {locals} locals");
                    assert_result(&outcome, results, &context);
                }
            }
        }
    }
}

#[test]
fn a_return_finds_a_caller_that_was_lost_from_the_cache() {
    for (opcode, results) in [(op::IRETURN, 1), (op::LRETURN, 2), (op::RETURN, 0)] {
        let results = &[0x0e50_0001, 0x0e50_0002][..results];
        let mut scene = with_operands(&[]);
        let constants = scene.image.place(&[&[0], results].concat());
        let mut code: Vec<u8> = (1..=results.len() as u8)
            .flat_map(|index| [op::LDC, index])
            .collect();
        code.extend([MARKER, opcode]);
        code.resize(4_000, 0);
        let callee = scene.image.code(
            &code,
            constants,
            Shape {
                arguments: 0,
                locals: 2,
            },
        );
        let call = call(op::INVOKESTATIC, callee, scene, 0, 1);
        let mut scene = call.scene;
        scene.run_to_end(&call.bytecode);
        for (build, ram_cnt) in every_machine() {
            assert_result(
                &run(&scene, build, ram_cnt),
                results,
                &format!("opcode {opcode}"),
            );
        }
    }
}
