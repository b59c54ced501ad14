//! Arrays: elements inside and outside, null, length.

use isa::op;
use microcode::Build;

use super::Case;
use crate::scene::Scene;

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
/// Bad, though the memory unit, which sees 23 bits of it, takes it for 1.
const LARGE_INDEX: u32 = 1 << 23 | 1;

pub(super) fn cases(build: Build) -> Vec<Case> {
    let mut cases = vec![length("", false)];
    if build == Build::Strict {
        cases.push(length("null", true));
    }
    for opcode in LOADS {
        cases.push(access(opcode, "", 1, 2, 0));
        cases.push(access(opcode, "null", 1, 2, 0));
        cases.push(access(opcode, "index", 1, 3, 0));
        if build == Build::Strict {
            cases.push(access(opcode, "large index", 1, LARGE_INDEX, 0));
        }
    }
    for opcode in STORES {
        cases.push(access(opcode, "", 1, 2, 1));
        cases.push(access(opcode, "null", 1, 2, 1));
        cases.push(access(opcode, "index", 1, 3, 1));
        if build == Build::Strict {
            cases.push(access(opcode, "large index", 1, LARGE_INDEX, 1));
        }
    }
    for opcode in LONG_LOADS {
        cases.push(access(opcode, "", 2, 2, 0));
        cases.push(access(opcode, "null", 2, 2, 0));
        cases.push(access(opcode, "index", 2, 3, 0));
    }
    for opcode in LONG_STORES {
        cases.push(access(opcode, "", 2, 2, 2));
        cases.push(access(opcode, "null", 2, 2, 2));
        cases.push(access(opcode, "index", 2, u32::MAX, 2));
    }
    cases
}

fn length(path: &'static str, null: bool) -> Case {
    let mut scene = Scene::new();
    let array = scene.image.array(&[1, 2, 3], 1, 0);
    scene
        .push(if null { 0 } else { array })
        .test(&[op::ARRAYLENGTH]);
    Case::new(op::ARRAYLENGTH, path, &scene)
}

/// Accesses with indices of all kinds (bits 21, 22, 23 and 31 are looked at by different units), to an array and to null.
pub(super) fn indices(opcode: u8) -> Vec<Scene> {
    let (words_each, values) = match opcode {
        _ if LOADS.contains(&opcode) => (1, 0),
        _ if STORES.contains(&opcode) => (1, 1),
        _ if LONG_LOADS.contains(&opcode) => (2, 0),
        _ if LONG_STORES.contains(&opcode) => (2, 2),
        _ => return Vec::new(),
    };
    let low = [0, 1, 2, 3, 4];
    let high = [21, 22, 23, 31].map(|bit| [1 << bit, 1 << bit | 1, 1 << bit | 3]);
    let all = low
        .into_iter()
        .chain(high.into_iter().flatten())
        .chain([u32::MAX]);
    let accesses = all.flat_map(|index| {
        ["", "null"].map(|path| access(opcode, path, words_each, index, values).scene)
    });
    accesses.collect()
}

/// Access to an array of three elements.
fn access(opcode: u8, path: &'static str, words_each: u32, index: u32, values: usize) -> Case {
    let mut scene = Scene::new();
    let words = vec![9; 3 * words_each as usize];
    let array = scene.image.array(&words, words_each, 0);
    scene
        .push(if path == "null" { 0 } else { array })
        .push(index)
        .push_all(&[1, 2][..values])
        .test(&[opcode]);
    Case::new(opcode, path, &scene)
}
