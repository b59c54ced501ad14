//! Bytecodes implemented in Java, interrupt and exception entry.

use isa::address::system;
use isa::{Bytecode, Implementation, op};

use super::{Case, Measured};
use crate::image::Shape;
use crate::scene::Scene;

pub(super) fn cases() -> Vec<Case> {
    let mut cases = vec![interrupt(), exception()];
    for bytecode in Bytecode::ALL {
        let pushed = match bytecode.implementation() {
            Implementation::Microcode => continue,
            Implementation::Stub if matches!(bytecode, Bytecode::SysInt | Bytecode::SysExc) => {
                continue;
            }
            Implementation::Stub if bytecode != Bytecode::SysNoim => 1,
            _ => 0,
        };
        cases.push(dispatch_hit(bytecode.code(), pushed));
        for words in missed_words(bytecode.code()) {
            cases.push(dispatch_miss(bytecode.code(), pushed, *words));
        }
    }
    cases
}

/// Lengths at which the load of a method begins to show, and those at which the hardware was measured.
fn missed_words(opcode: u8) -> &'static [usize] {
    match opcode {
        op::FCONST_1 | op::NEW | op::NEWARRAY | op::PUTSTATIC_REF => &[1, 14, 15, 57],
        op::I2B => &[6],
        op::I2S => &[5],
        op::MULTIANEWARRAY => &[79],
        _ => &[],
    }
}

fn bytecode(scene: &mut Scene, opcode: u8, pushed: u32) -> Vec<u8> {
    let [high, low] = scene.constant(77);
    match (opcode, pushed) {
        (op::NEWARRAY, _) => vec![opcode, 10],
        (_, 1) => vec![opcode, high, low],
        _ => vec![opcode],
    }
}

fn dispatch_hit(opcode: u8, pushed: u32) -> Case {
    let mut scene = Scene::new();
    let method = scene.method_called_twice(Shape {
        arguments: pushed,
        locals: 1,
    });
    scene.set_java_method(opcode, method);
    let bytecode = bytecode(&mut scene, opcode, pushed);
    scene.run_before(&bytecode).call_again().test(&bytecode);
    Case::new(opcode, "", &scene)
}

fn dispatch_miss(opcode: u8, pushed: u32, words: usize) -> Case {
    let mut scene = Scene::new();
    let method = scene.method_that_ends(
        words,
        Shape {
            arguments: pushed,
            locals: 1,
        },
    );
    scene.set_java_method(opcode, method);
    let bytecode = bytecode(&mut scene, opcode, pushed);
    scene.test(&bytecode);
    Case::new(opcode, "", &scene).missing(words)
}

/// A software interrupt, taken between `nop`s; its handler has run before and returns the first time.
fn interrupt() -> Case {
    let mut scene = Scene::new();
    let handler = scene.method_called_twice(Shape {
        arguments: 0,
        locals: 1,
    });
    scene.set_help_method(0, handler);
    let (enable, software, mask) = (
        system::INTERRUPT_ENABLE,
        system::SOFTWARE_INTERRUPT,
        system::INTERRUPT_MASK,
    );
    let write = |scene: &mut Scene, value: u32, device: u32| {
        scene
            .push_all(&[value, device])
            .run_before(&[op::JOPSYS_WR]);
    };
    // The mask leaves the timer out, which is pending from reset on.
    for (value, device) in [(2, mask), (1, enable), (1, software)] {
        write(&mut scene, value, device);
    }
    scene.run_before(&[op::NOP; 4]).call_again();
    write(&mut scene, 1, enable);
    scene.push_all(&[1, software]).test(&[op::JOPSYS_WR]);
    Case {
        measured: Measured::Entry,
        ..Case::new(op::SYS_INT, "", &scene)
    }
}

/// The entry after a null reference, its method in the cache.
fn exception() -> Case {
    let mut scene = Scene::new();
    let handler = scene.method_called_twice(Shape {
        arguments: 0,
        locals: 1,
    });
    scene.set_help_method(3, handler);
    scene.push(0).run_before(&[op::GETFIELD, 0, 0]).call_again();
    scene.push(0).test(&[op::GETFIELD, 0, 0]);
    Case {
        measured: Measured::Entry,
        ..Case::new(op::SYS_EXC, "", &scene)
    }
}
