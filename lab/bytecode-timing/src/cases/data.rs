//! Fields, statics, plain memory, stack RAM, copies and monitors.

use isa::address::system;
use isa::op;

use super::{Case, on_stack};
use crate::scene::Scene;

/// Address of a static field of two words.
const STATIC: u32 = 8;

pub(super) fn cases() -> Vec<Case> {
    let mut cases = statics();
    cases.extend(fields());
    cases.extend(native_fields());
    cases.extend(words());
    cases.extend(copies());
    cases.extend(monitors());
    cases
}

fn statics() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcode, depth) in [
        (op::GETSTATIC, 0),
        (op::PUTSTATIC, 1),
        (op::GETSTATIC_REF, 0),
        (op::GETSTATIC_LONG, 0),
        (op::PUTSTATIC_LONG, 2),
    ] {
        let scene = on_stack(&[1, 2][..depth], &[opcode, 0, STATIC as u8]);
        cases.push(Case::new(opcode, "", &scene));
    }
    cases.push(Case::new(
        op::JOPSYS_GETSTATIC,
        "",
        &on_stack(&[STATIC], &[op::JOPSYS_GETSTATIC]),
    ));
    cases.push(Case::new(
        op::JOPSYS_PUTSTATIC,
        "",
        &on_stack(&[7, STATIC], &[op::JOPSYS_PUTSTATIC]),
    ));
    cases
}

fn fields() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcode, depth) in [
        (op::GETFIELD, 0),
        (op::PUTFIELD, 1),
        (op::GETFIELD_REF, 0),
        (op::GETFIELD_LONG, 0),
        (op::PUTFIELD_LONG, 2),
    ] {
        for path in ["", "null"] {
            let mut scene = Scene::new();
            let object = scene.image.object(&[11, 12, 13], 0);
            scene
                .push(if path == "null" { 0 } else { object })
                .push_all(&[1, 2][..depth])
                .test(&[opcode, 0, 1]);
            cases.push(Case::new(opcode, path, &scene));
        }
    }
    cases
}

fn native_fields() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcode, depth) in [(op::JOPSYS_GETFIELD, 0), (op::JOPSYS_PUTFIELD, 1)] {
        for path in ["", "null"] {
            let mut scene = Scene::new();
            let object = scene.image.object(&[11, 12, 13], 0);
            scene
                .push(if path == "null" { 0 } else { object })
                .push(1)
                .push_all(&[7][..depth])
                .test(&[opcode]);
            cases.push(Case::new(opcode, path, &scene));
        }
    }
    cases
}

fn words() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcode, operands) in [
        (op::JOPSYS_RD, vec![STATIC]),
        (op::JOPSYS_WR, vec![7, STATIC]),
        (op::JOPSYS_RDMEM, vec![STATIC]),
        (op::JOPSYS_WRMEM, vec![7, STATIC]),
        (op::JOPSYS_RDINT, vec![1]),
        (op::JOPSYS_WRINT, vec![7, 29]),
        (op::JOPSYS_SETSP, vec![crate::scene::FIRST_OPERAND + 3]),
        (op::JOPSYS_SETVP, vec![crate::scene::FIRST_LOCAL + 1]),
    ] {
        cases.push(Case::new(opcode, "", &on_stack(&operands, &[opcode])));
    }
    cases
}

fn copies() -> Vec<Case> {
    let mut cases = Vec::new();
    for (path, count) in [("1 word", 1), ("5 words", 5)] {
        let mut scene = Scene::new();
        let array = scene.image.array(&[1, 2, 3, 4, 5], 1, 0);
        let stack_address = 200;
        let mut to_memory = scene.clone();
        to_memory
            .push_all(&[stack_address, array, count])
            .test(&[op::JOPSYS_INT2EXT]);
        cases.push(Case::new(op::JOPSYS_INT2EXT, path, &to_memory));
        scene
            .push_all(&[array, stack_address, count])
            .test(&[op::JOPSYS_EXT2INT]);
        cases.push(Case::new(op::JOPSYS_EXT2INT, path, &scene));
    }
    for (path, position) in [("", 1), ("stop", u32::MAX)] {
        let mut scene = Scene::new();
        let source = scene.image.place(&[1, 2, 3]);
        let destination = scene.image.place(&[0, 0, 0]);
        scene
            .push_all(&[destination, source, position])
            .test(&[op::JOPSYS_MEMCPY]);
        cases.push(Case::new(op::JOPSYS_MEMCPY, path, &scene));
    }
    cases
}

/// Monitors with a software interrupt behind them, which shows if interrupts are enabled.
pub(super) fn watched_monitor(opcode: u8) -> Vec<Scene> {
    let before: &[&[u8]] = match opcode {
        op::MONITORENTER => &[&[], &[op::MONITORENTER]],
        op::MONITOREXIT => &[&[op::MONITORENTER], &[op::MONITORENTER, op::MONITORENTER]],
        _ => return Vec::new(),
    };
    let scenes = before.iter().map(|before| {
        let mut scene = Scene::new();
        // The mask leaves the timer out, which is pending from reset on.
        for (value, device) in [(2, system::INTERRUPT_MASK), (1, system::INTERRUPT_ENABLE)] {
            scene
                .push_all(&[value, device])
                .run_before(&[op::JOPSYS_WR]);
        }
        scene.push_all(&[5, 5, 5]).run_before(before);
        let address = scene.constant(system::SOFTWARE_INTERRUPT);
        let raise = [
            op::ICONST_1,
            op::LDC_W,
            address[0],
            address[1],
            op::JOPSYS_WR,
        ];
        scene.test(&[[opcode].as_slice(), raise.as_slice()].concat());
        scene
    });
    scenes.collect()
}

fn monitors() -> Vec<Case> {
    let mut nested = Scene::new();
    nested
        .push_all(&[5, 5, 5])
        .run_before(&[op::MONITORENTER, op::MONITORENTER])
        .test(&[op::MONITOREXIT]);
    let mut outermost = Scene::new();
    outermost
        .push_all(&[5, 5])
        .run_before(&[op::MONITORENTER])
        .test(&[op::MONITOREXIT]);
    vec![
        Case::new(
            op::MONITORENTER,
            "granted",
            &on_stack(&[5], &[op::MONITORENTER]),
        ),
        Case::new(op::MONITOREXIT, "outermost", &outermost),
        Case::new(op::MONITOREXIT, "nested", &nested),
    ]
}
