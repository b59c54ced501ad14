//! Fields, statics, plain memory, stack RAM, copies and monitors.

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
    for (opcode, depth) in [(178, 0), (179, 1), (224, 0), (228, 0), (229, 2)] {
        let scene = on_stack(&[1, 2][..depth], &[opcode, 0, STATIC as u8]);
        cases.push(Case::new(opcode, "", &scene));
    }
    cases.push(Case::new(238, "", &on_stack(&[STATIC], &[238])));
    cases.push(Case::new(239, "", &on_stack(&[7, STATIC], &[239])));
    cases
}

fn fields() -> Vec<Case> {
    let mut cases = Vec::new();
    for (opcode, depth) in [(180, 0), (181, 1), (226, 0), (230, 0), (231, 2)] {
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
    for (opcode, depth) in [(233, 0), (234, 1)] {
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
        (209, vec![STATIC]),
        (210, vec![7, STATIC]),
        (211, vec![STATIC]),
        (212, vec![7, STATIC]),
        (213, vec![1]),
        (214, vec![7, 29]),
        (216, vec![crate::scene::FIRST_OPERAND + 3]),
        (218, vec![crate::scene::FIRST_LOCAL + 1]),
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
            .test(&[219]);
        cases.push(Case::new(219, path, &to_memory));
        scene.push_all(&[array, stack_address, count]).test(&[220]);
        cases.push(Case::new(220, path, &scene));
    }
    for (path, position) in [("", 1), ("stop", u32::MAX)] {
        let mut scene = Scene::new();
        let source = scene.image.place(&[1, 2, 3]);
        let destination = scene.image.place(&[0, 0, 0]);
        scene
            .push_all(&[destination, source, position])
            .test(&[232]);
        cases.push(Case::new(232, path, &scene));
    }
    cases
}

fn monitors() -> Vec<Case> {
    let mut nested = Scene::new();
    nested
        .push_all(&[5, 5, 5])
        .run_before(&[194, 194])
        .test(&[195]);
    let mut outermost = Scene::new();
    outermost.push_all(&[5, 5]).run_before(&[194]).test(&[195]);
    vec![
        Case::new(194, "granted", &on_stack(&[5], &[194])),
        Case::new(195, "outermost", &outermost),
        Case::new(195, "nested", &nested),
    ]
}
