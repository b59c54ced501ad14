//! Calls and returns, in the method cache and not.

use isa::op;
use microcode::Build;

use super::Case;
use crate::image::{MethodStruct, Shape};
use crate::scene::Scene;

/// A method of so many words leaves nothing else in the method cache of 1,024 words.
const EVERYTHING: usize = 1_000;
/// The method whose slot virtual and interface calls name; two lie before it.
const SLOT: u32 = 2;
/// The constant of a call through this slot, whose entries have two words, without arguments beside `this`.
const SLOT_CONSTANT: u32 = (2 * SLOT) << 8;
const THIS: Shape = Shape {
    arguments: 1,
    locals: 2,
};

pub(super) fn cases(build: Build) -> Vec<Case> {
    let mut cases = Vec::new();
    for opcode in [
        op::INVOKEVIRTUAL,
        op::INVOKESPECIAL,
        op::INVOKESTATIC,
        op::INVOKEINTERFACE,
        op::JOPSYS_INVOKE,
        op::INVOKESUPER,
    ] {
        cases.push(hit(opcode));
        for words in [1, 11, 14, 15, 57] {
            cases.push(miss(opcode, words));
        }
        let checked = match opcode {
            op::INVOKEVIRTUAL | op::INVOKEINTERFACE | op::INVOKESUPER => true,
            op::INVOKESPECIAL => build == Build::Strict,
            _ => false,
        };
        if checked {
            cases.push(null(opcode));
        }
    }
    if build == Build::Strict {
        cases.push(call_on_array());
        cases.push(call_on_hardware_object());
    }
    for (opcode, results) in [
        (op::IRETURN, 1),
        (op::LRETURN, 2),
        (op::FRETURN, 1),
        (op::DRETURN, 2),
        (op::ARETURN, 1),
        (op::RETURN, 0),
    ] {
        cases.push(return_to_cached(opcode, results));
        for words in [16, 57] {
            cases.push(return_to_lost(opcode, results, words));
        }
    }
    cases
}

/// Lets `callee` be reached by `opcode` through constants, classes and an object, and gives the object and the bytecode.
fn reach(scene: &mut Scene, opcode: u8, callee: MethodStruct) -> (u32, Vec<u8>) {
    let other = scene.method_that_ends(3, THIS);
    let methods = [other, other, callee];
    let (table, methods) = match opcode {
        op::INVOKEINTERFACE => {
            let callee = scene.image.method(callee);
            (scene.image.place(&[0, 0, 0, 0, callee]), &[other][..])
        }
        _ => (0, &methods[..]),
    };
    let class = scene.image.class(0, table, methods);
    let object = scene.image.object(&[1, 2], class);
    let constant = match opcode {
        op::INVOKEINTERFACE => 4 << 8,
        op::INVOKEVIRTUAL | op::INVOKESUPER => SLOT_CONSTANT,
        _ => scene.image.method(callee),
    };
    if opcode == op::INVOKESUPER {
        scene.class = scene.image.class(class, 0, &[]);
    }
    if opcode == op::JOPSYS_INVOKE {
        return (object, vec![opcode]);
    }
    let [high, low] = scene.constant(constant);
    let mut bytecode = vec![opcode, high, low];
    if opcode == op::INVOKEINTERFACE {
        bytecode.extend([1, 0]);
    }
    (object, bytecode)
}

/// Pushes what the call takes.
fn push_operands(scene: &mut Scene, opcode: u8, receiver: u32, callee: MethodStruct) {
    scene.push(receiver);
    if opcode == op::JOPSYS_INVOKE {
        let method = scene.image.method(callee);
        scene.push(method);
    }
}

fn hit(opcode: u8) -> Case {
    let mut scene = Scene::new();
    let callee = scene.method_called_twice(THIS);
    let (object, bytecode) = reach(&mut scene, opcode, callee);
    push_operands(&mut scene, opcode, object, callee);
    scene.run_before(&bytecode).call_again();
    push_operands(&mut scene, opcode, object, callee);
    scene.test(&bytecode);
    Case::new(opcode, "", &scene)
}

fn miss(opcode: u8, words: usize) -> Case {
    let mut scene = Scene::new();
    let callee = scene.method_that_ends(words, THIS);
    let (object, bytecode) = reach(&mut scene, opcode, callee);
    push_operands(&mut scene, opcode, object, callee);
    scene.test(&bytecode);
    Case::new(opcode, "", &scene).missing(words)
}

fn null(opcode: u8) -> Case {
    let mut scene = Scene::new();
    let callee = scene.method_that_ends(3, THIS);
    let (_, bytecode) = reach(&mut scene, opcode, callee);
    scene.push(0).test(&bytecode);
    Case::new(opcode, "null", &scene)
}

fn call_on_array() -> Case {
    let mut scene = Scene::new();
    let callee = scene.method_called_twice(THIS);
    let object_class = scene.image.class(0, 0, &[callee, callee, callee]);
    let array = scene.image.array(&[1, 2, 3], 1, object_class);
    call_twice_on(scene, array, "array")
}

fn call_on_hardware_object() -> Case {
    let mut scene = Scene::new();
    let callee = scene.method_called_twice(THIS);
    let class = scene.image.class(0, 0, &[callee, callee, callee]);
    let device = 0xffff_ff80;
    let handle = scene.image.handle(device, class + 5, 10, 0);
    call_twice_on(scene, handle, "hardware object")
}

fn call_twice_on(mut scene: Scene, receiver: u32, path: &'static str) -> Case {
    let [high, low] = scene.constant(SLOT_CONSTANT);
    let bytecode = [op::INVOKEVIRTUAL, high, low];
    scene.push(receiver).run_before(&bytecode).call_again();
    scene.push(receiver).test(&bytecode);
    Case::new(op::INVOKEVIRTUAL, path, &scene)
}

/// A method that pushes its results, then returns them: the return is the tested bytecode.
fn returning(scene: &mut Scene, opcode: u8, results: usize, words: usize) -> [u8; 3] {
    let mut code = [7, 8][..results].to_vec(); // iconst_4, iconst_5
    code.extend([crate::scene::MARKER, opcode]);
    code.resize(code.len().max(4 * words), 0);
    let shape = Shape {
        arguments: 0,
        locals: 1,
    };
    let method = scene.image.code(&code, 0, shape);
    let method = scene.image.method(method);
    let [high, low] = scene.constant(method);
    [op::INVOKESTATIC, high, low]
}

fn return_to_cached(opcode: u8, results: usize) -> Case {
    let mut scene = Scene::new();
    let call = returning(&mut scene, opcode, results, 0);
    scene.run_to_end(&call);
    Case::new(opcode, "", &scene)
}

fn return_to_lost(opcode: u8, results: usize, words: usize) -> Case {
    let mut scene = Scene::new();
    let call = returning(&mut scene, opcode, results, EVERYTHING);
    scene.run_to_end(&call).fill_to(words);
    Case::new(opcode, "", &scene).missing(words)
}
