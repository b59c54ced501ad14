//! Local variables.

use isa::op;

use bytecode_timing::scene::LOCALS;

use super::stage::{assert_result, every_machine, local_values, run, with_operands};
use super::values::{INTS, random_words};

fn check(operands: &[u32], code: &[u8], result: &[u32], locals: &[u32]) {
    let mut scene = with_operands(operands);
    scene.test(code);
    let context = format!("{code:?} on {operands:x?}");
    for (build, ram_cnt) in every_machine().skip(2).take(2) {
        let outcome = run(&scene, build, ram_cnt);
        assert_result(&outcome, result, &context);
        let after: Vec<u32> = (0..LOCALS).map(|local| outcome.local(local)).collect();
        assert_eq!(after, locals, "{context}");
    }
}

/// The bytecodes of one kind for a local: with an operand byte, and the short form if there is one.
fn forms(with_byte: &[u8], first_short: &[u8], local: u8) -> Vec<Vec<u8>> {
    let mut forms: Vec<Vec<u8>> = with_byte
        .iter()
        .map(|opcode| vec![*opcode, local])
        .collect();
    if local < 4 {
        forms.extend(first_short.iter().map(|opcode| vec![opcode + local]));
    }
    forms
}

#[test]
fn loads_push_the_local() {
    for local in 0..LOCALS as u8 {
        for code in forms(
            &[op::ILOAD, op::FLOAD, op::ALOAD],
            &[op::ILOAD_0, op::FLOAD_0, op::ALOAD_0],
            local,
        ) {
            let locals = local_values();
            check(&[], &code, &[locals[usize::from(local)]], &locals);
        }
    }
}

#[test]
fn stores_change_only_their_local() {
    for local in 0..LOCALS as u8 {
        for code in forms(
            &[op::ISTORE, op::FSTORE, op::ASTORE],
            &[op::ISTORE_0, op::FSTORE_0, op::ASTORE_0],
            local,
        ) {
            let mut locals = local_values();
            locals[usize::from(local)] = 0xcafe;
            check(&[0xcafe], &code, &[], &locals);
        }
    }
}

#[test]
fn long_loads_push_the_high_word_first() {
    for local in 0..LOCALS as u8 - 1 {
        for code in forms(&[op::LLOAD, op::DLOAD], &[op::LLOAD_0, op::DLOAD_0], local) {
            let locals = local_values();
            let first = usize::from(local);
            check(&[], &code, &locals[first..first + 2], &locals);
        }
    }
}

#[test]
fn long_stores_put_the_high_word_first() {
    for local in 0..LOCALS as u8 - 1 {
        for code in forms(
            &[op::LSTORE, op::DSTORE],
            &[op::LSTORE_0, op::DSTORE_0],
            local,
        ) {
            let mut locals = local_values();
            let first = usize::from(local);
            locals[first..first + 2].copy_from_slice(&[0xaaaa, 0xbbbb]);
            check(&[0xaaaa, 0xbbbb], &code, &[], &locals);
        }
    }
}

#[test]
fn iinc_adds_a_signed_byte_to_its_local() {
    for value in INTS.into_iter().chain(random_words(1).concat()) {
        for (local, addend) in [(0, 1), (3, 127), (5, 0x80), (7, 0xff), (4, 0)] {
            let mut scene = with_operands(&[]);
            scene
                .set_local(local, value)
                .test(&[op::IINC, local, addend]);
            for (build, ram_cnt) in every_machine().skip(2).take(2) {
                let outcome = run(&scene, build, ram_cnt);
                assert_result(&outcome, &[], "iinc");
                let expected = value.wrapping_add(addend as i8 as u32);
                assert_eq!(
                    outcome.local(local.into()),
                    expected,
                    "{value:x} + {addend:x}"
                );
            }
        }
    }
}
