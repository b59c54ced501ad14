//! Native operations on memory, stack RAM and the registers of the frame.

use isa::address::system;
use isa::op;

use bytecode_timing::image::Shape;
use bytecode_timing::scene::{FIRST_LOCAL, FIRST_OPERAND, LOCALS, MARKER};
use microcode::Build;

use super::stage::{
    BELOW, NULL_POINTER, UNTOUCHED, assert_result, assert_thrown, every_machine, run, with_operands,
};

const VALUE: u32 = 0xfeed_0001;

#[test]
fn words_of_memory_are_read_and_written() {
    for (read, write) in [
        (op::JOPSYS_RD, op::JOPSYS_WR),
        (op::JOPSYS_RDMEM, op::JOPSYS_WRMEM),
    ] {
        let mut scene = with_operands(&[]);
        let address = scene.image.place(&[1, 2, 3]) + 1;
        let mut writing = scene.clone();
        scene.push(address).test(&[read]);
        writing.push_all(&[VALUE, address]).test(&[write]);
        for (build, ram_cnt) in every_machine() {
            assert_result(&run(&scene, build, ram_cnt), &[2], "read");
            let outcome = run(&writing, build, ram_cnt);
            assert_result(&outcome, &[], "write");
            assert_eq!(
                [0, 1, 2].map(|i| outcome.memory(address - 1 + i)),
                [1, VALUE, 3]
            );
        }
    }
}

#[test]
fn words_of_the_stack_ram_are_read_and_written() {
    let mut reading = with_operands(&[1]);
    reading.test(&[op::JOPSYS_RDINT]);
    let mut writing = with_operands(&[VALUE, 30]);
    writing.test(&[op::JOPSYS_WRINT]);
    for (build, ram_cnt) in every_machine() {
        let outcome = run(&reading, build, ram_cnt);
        assert_result(&outcome, &[outcome.constants], "rdint of cp");
        let outcome = run(&writing, build, ram_cnt);
        assert_result(&outcome, &[], "wrint");
        assert_eq!(outcome.stack_ram(30), VALUE);
        assert_eq!(outcome.stack_ram(31), UNTOUCHED);
    }
}

#[test]
fn an_operand_is_in_the_stack_ram_when_two_lie_above_it() {
    let own = FIRST_OPERAND + BELOW.len() as u32;
    let mut scene = with_operands(&[VALUE, 5]);
    scene.push(own).test(&[op::JOPSYS_RDINT]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&scene, build, ram_cnt), &[VALUE, 5, VALUE], "rdint");
    }
}

#[test]
fn the_stack_pointer_is_the_address_of_the_top_before_its_push() {
    let mut scene = with_operands(&[]);
    scene.test(&[op::JOPSYS_GETSP]);
    let top = FIRST_OPERAND + BELOW.len() as u32 - 1;
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&scene, build, ram_cnt), &[top], "getsp");
    }
}

#[test]
fn a_new_stack_pointer_makes_its_word_the_top() {
    let first = FIRST_OPERAND + BELOW.len() as u32;
    let mut scene = with_operands(&[10, 11, 12, 13, 14]);
    scene.push(first + 1).test(&[op::JOPSYS_SETSP]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&scene, build, ram_cnt), &[10, 11], "setsp");
    }
}

#[test]
fn the_frame_of_locals_can_be_moved() {
    let mut getting = with_operands(&[]);
    getting.test(&[op::JOPSYS_GETVP]);
    let mut setting = with_operands(&[]);
    for local in 0..LOCALS as u8 {
        setting.set_local(local, 0x100 + u32::from(local));
    }
    // Local 0 right after the move, with and without an operand byte, then back.
    setting
        .push(FIRST_LOCAL + 3)
        .run_before(&[op::JOPSYS_SETVP, op::ILOAD_0, op::ILOAD, 1]);
    setting.push(FIRST_LOCAL).test(&[op::JOPSYS_SETVP]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&getting, build, ram_cnt), &[FIRST_LOCAL], "getvp");
        assert_result(&run(&setting, build, ram_cnt), &[0x103, 0x104], "setvp");
    }
}

#[test]
fn native_fields_take_their_index_from_the_stack() {
    let mut scene = with_operands(&[]);
    let data = scene.image.place(&[20, 21, 22, 23]);
    let handle = scene.image.handle(data, 0, 0, 0);
    let mut writing = scene.clone();
    // A getfield behind it uses its own index again.
    scene
        .push_all(&[handle, handle, 2])
        .run_before(&[op::JOPSYS_GETFIELD, op::POP])
        .test(&[op::GETFIELD, 0, 1]);
    let mut reading = with_operands(&[]);
    reading.image = scene.image.clone();
    reading.push_all(&[handle, 2]).test(&[op::JOPSYS_GETFIELD]);
    writing
        .push_all(&[handle, 3, VALUE])
        .test(&[op::JOPSYS_PUTFIELD]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&reading, build, ram_cnt), &[22], "native getfield");
        assert_result(&run(&scene, build, ram_cnt), &[21], "getfield behind it");
        let outcome = run(&writing, build, ram_cnt);
        assert_result(&outcome, &[], "native putfield");
        assert_eq!(
            [0, 1, 2, 3].map(|i| outcome.memory(data + i)),
            [20, 21, 22, VALUE]
        );
    }
}

#[test]
fn native_statics_take_their_address_from_the_stack() {
    let mut reading = with_operands(&[]);
    let address = reading.image.place(&[30, 31, 32]) + 1;
    let mut writing = reading.clone();
    reading.push(address).test(&[op::JOPSYS_GETSTATIC]);
    writing
        .push_all(&[VALUE, address])
        .test(&[op::JOPSYS_PUTSTATIC]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&reading, build, ram_cnt), &[31], "native getstatic");
        let outcome = run(&writing, build, ram_cnt);
        assert_result(&outcome, &[], "native putstatic");
        assert_eq!(
            [0, 1, 2].map(|i| outcome.memory(address - 1 + i)),
            [30, VALUE, 32]
        );
    }
}

#[test]
fn native_fields_of_null_are_thrown() {
    for (opcode, operands) in [
        (op::JOPSYS_GETFIELD, &[0, 1][..]),
        (op::JOPSYS_PUTFIELD, &[0, 1, 2]),
    ] {
        let mut scene = with_operands(operands);
        scene.test(&[opcode]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_thrown(
                &outcome,
                &scene,
                NULL_POINTER,
                1,
                &format!("opcode {opcode}"),
            );
        }
    }
}

#[test]
fn the_strict_build_reads_the_right_field_after_a_native_field_of_null() {
    for (opcode, operands) in [
        (op::JOPSYS_GETFIELD, &[0, 9][..]),
        (op::JOPSYS_PUTFIELD, &[0, 9, 2]),
    ] {
        let mut scene = with_operands(operands);
        let address = scene.image.place(&[VALUE]);
        let [_, _, high, low] = address.to_be_bytes();
        let reads_static = [
            &[op::GETSTATIC, high, low][..],
            &[op::NOP; 6],
            &[MARKER, op::GOTO, 0, 0],
        ]
        .concat();
        let handler = Shape {
            arguments: 0,
            locals: 0,
        };
        let handler = scene.image.code(&reads_static, 0, handler);
        scene.set_help_method(3, handler);
        scene.test(&[opcode]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            let read = outcome.stack_word(outcome.top());
            // Spec 04 section 8: the hardware goes on with the index of the failed access.
            assert_eq!(
                read == VALUE,
                build == Build::Strict,
                "{build:?}, opcode {opcode}"
            );
        }
    }
}

#[test]
fn monitors_count_their_nesting_and_keep_interrupts_off() {
    const LOCK_COUNT: usize = 5;
    for (before, opcode, count, enabled) in [
        (&[][..], op::MONITORENTER, 1, false),
        (&[op::MONITORENTER], op::MONITORENTER, 2, false),
        (
            &[op::MONITORENTER, op::MONITORENTER],
            op::MONITOREXIT,
            1,
            false,
        ),
        (&[op::MONITORENTER], op::MONITOREXIT, 0, true),
    ] {
        let mut scene = with_operands(&[]);
        let all = [before, &[opcode]].concat();
        let enable = system::INTERRUPT_ENABLE;
        scene.push_all(&[1, enable]).run_before(&[op::JOPSYS_WR]);
        scene
            .push_all(&vec![0x77; all.len()])
            .run_before(before)
            .test(&[opcode]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_result(&outcome, &[], &format!("{all:?}"));
            assert_eq!(outcome.stack_ram(LOCK_COUNT), count, "{all:?}");
            assert_eq!(outcome.interrupts_enabled(), enabled, "{all:?}");
        }
    }
}
