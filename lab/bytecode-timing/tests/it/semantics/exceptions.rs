//! Bytecodes implemented in Java, interrupt and exception entry.

use bytecode_timing::image::Shape;
use bytecode_timing::scene::{Event, FIRST_LOCAL, Outcome, Scene};
use isa::address::system;
use isa::{Bytecode, Implementation, op};
use sim_core::probe::Entry;

use super::stage::{assert_result, every_machine, run, with_operands};

const CONSTANT: u32 = 0xc0de_0001;

/// The frame of the method that ended the run, which has no locals of its own: saved pc, vp, cp and mp.
fn saved(outcome: &Outcome) -> [u32; 4] {
    [3, 2, 1, 0].map(|below| outcome.stack_word(outcome.top() - below))
}

fn assert_called_from_test(outcome: &Outcome, method: u32, saved_pc: u32, context: &str) {
    assert_eq!(outcome.stack_ram(0), method, "mp, {context}");
    let expected = [
        saved_pc,
        FIRST_LOCAL,
        outcome.constants,
        outcome.main_method,
    ];
    assert_eq!(saved(outcome), expected, "frame, {context}");
}

#[test]
fn a_bytecode_without_microcode_calls_its_method_with_nothing_pushed_and_operands_left() {
    for bytecode in Bytecode::ALL {
        let in_java = matches!(
            bytecode.implementation(),
            Implementation::Java | Implementation::Missing
        );
        if !in_java && bytecode.name() != "sys_noim" {
            continue;
        }
        let mut scene = with_operands(&[1, 2, 3, 4]);
        scene.test(&[bytecode.code(), 9, 9, 9]);
        let method = scene.java_method(bytecode.code());
        for (build, ram_cnt) in every_machine().skip(2).take(2) {
            let outcome = run(&scene, build, ram_cnt);
            let saved_pc = scene.marker_offset() + 2;
            assert_called_from_test(&outcome, method, saved_pc, bytecode.name());
            let frame = outcome.top() - 4;
            let operands = [4, 3, 2, 1].map(|below| outcome.stack_word(frame - below));
            assert_eq!(operands, [1, 2, 3, 4], "{}", bytecode.name());
        }
    }
}

#[test]
fn a_bytecode_with_a_stub_pushes_its_operand_and_skips_it() {
    for bytecode in Bytecode::ALL {
        if bytecode.implementation() != Implementation::Stub || bytecode.is_entry() {
            continue;
        }
        let opcode = bytecode.code();
        let mut scene = with_operands(&[1, 2]);
        let index = scene.constant(CONSTANT);
        let (code, pushed) = match opcode {
            op::NEWARRAY => (vec![opcode, 0x8b], 0x8b),
            op::PUTFIELD_REF | op::PUTSTATIC_REF => (vec![opcode, 0x81, 0xf2], 0x81f2),
            _ => (vec![opcode, index[0], index[1]], CONSTANT),
        };
        scene.test(&code);
        let method = scene.java_method(opcode);
        let end = scene.method_that_ends(
            5,
            Shape {
                arguments: 3,
                locals: 0,
            },
        );
        scene.set_java_method(opcode, end);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            let saved_pc = scene.marker_offset() + 1 + code.len() as u32;
            assert_called_from_test(&outcome, method, saved_pc, bytecode.name());
            let arguments = [0, 1, 2].map(|local| outcome.stack_word(outcome.vp() + local));
            assert_eq!(arguments, [1, 2, pushed], "{}", bytecode.name());
        }
    }
}

/// Lets a write of I/O raise what `device` raises; the next bytecode is the tested one.
fn raise(scene: &mut Scene, value: u32, device: u32) {
    scene
        .push_all(&[value, device])
        .run_before(&[op::JOPSYS_WR]);
}

#[test]
fn an_exception_takes_the_place_of_the_next_bytecode_which_is_fetched_again_later() {
    for number in [2, 3, 5, 8] {
        let mut scene = with_operands(&[]);
        let handler = scene.image.code(
            &[op::GETSTATIC, 0, 2, op::POP, op::RETURN],
            0,
            Shape {
                arguments: 0,
                locals: 3,
            },
        );
        scene.set_help_method(3, handler);
        scene
            .push_all(&[number, system::EXCEPTION])
            .test(&[op::JOPSYS_WR]);
        for (build, ram_cnt) in every_machine() {
            let outcome = run(&scene, build, ram_cnt);
            assert_eq!(outcome.next_event(), Event::Entry(Entry::Exception));
            let rest: Vec<Event> = outcome.events[3..].iter().map(|event| event.1).collect();
            let expected = [
                op::GETSTATIC,
                op::POP,
                op::RETURN,
                op::NOP,
                op::NOP,
                op::NOP,
                op::NOP,
                op::NOP,
                op::NOP,
                op::JOPSYS_NOP,
            ]
            .map(Event::Bytecode);
            assert_eq!(rest, expected, "handler, then all six nops");
            assert_eq!(outcome.operands().len(), 3);
        }
    }
}

#[test]
fn an_interrupt_takes_the_place_of_the_next_bytecode_which_is_fetched_again_later() {
    let (enable, software, mask) = (
        system::INTERRUPT_ENABLE,
        system::SOFTWARE_INTERRUPT,
        system::INTERRUPT_MASK,
    );
    let mut scene = with_operands(&[]);
    let handler = scene.image.code(
        &[op::GETSTATIC, 0, 2, op::POP, op::RETURN],
        0,
        Shape {
            arguments: 0,
            locals: 3,
        },
    );
    scene.set_help_method(0, handler);
    raise(&mut scene, 2, mask);
    raise(&mut scene, 1, enable);
    scene.push_all(&[1, software]).test(&[op::JOPSYS_WR]);
    for (build, ram_cnt) in every_machine() {
        let outcome = run(&scene, build, ram_cnt);
        let events: Vec<Event> = outcome.events.iter().map(|event| event.1).collect();
        assert!(events.contains(&Event::Entry(Entry::Interrupt)));
        let nops = events
            .iter()
            .filter(|event| **event == Event::Bytecode(op::NOP))
            .count();
        assert_eq!(nops, 6, "{events:?}");
        assert_eq!(outcome.operands(), super::stage::BELOW);
        assert!(!outcome.interrupts_enabled());
    }
}

#[test]
fn a_scene_without_events_runs_straight_through() {
    let mut scene = with_operands(&[]);
    scene.test(&[op::NOP]);
    for (build, ram_cnt) in every_machine() {
        assert_result(&run(&scene, build, ram_cnt), &[], "nop");
    }
}
