//! Instructions that JOP does not have, expressed by those it has (spec 11 section 4), and locks for synchronized methods.

use crate::instructions::{Body, Instruction, Operand};
use crate::opcodes as op;

/// What a synchronized method locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lock {
    /// `this`.
    Receiver,
    /// Lock 0, which the exception unwinder releases for static methods (spec 12 section 7).
    Zero,
}

/// Expands each `iinc` into load, push, `iadd`, store.
pub(crate) fn expand_increments<R>(body: &mut Body<R>) {
    body.expand(|instruction| match instruction.operand {
        Operand::Increment { local, by } => increment(local, by, instruction.origin),
        _ => vec![instruction],
    });
}

fn increment<R>(local: u16, by: i16, origin: u32) -> Vec<Instruction<R>> {
    vec![
        access_local(op::ILOAD, op::ILOAD_0, local, origin),
        push(by, origin),
        Instruction::plain(op::IADD, origin),
        access_local(op::ISTORE, op::ISTORE_0, local, origin),
    ]
}

/// The short form for locals 0 to 3, else the long one.
fn access_local<R>(long: u8, short: u8, local: u16, origin: u32) -> Instruction<R> {
    match u8::try_from(local) {
        Ok(local @ 0..=3) => Instruction::plain(short + local, origin),
        _ => Instruction::new(long, Operand::Local(local), origin),
    }
}

/// The original's choice of forms: 127 is pushed as a short (spec 11 section 4).
fn push<R>(value: i16, origin: u32) -> Instruction<R> {
    match value {
        -1..=5 => Instruction::plain((i16::from(op::ICONST_0) + value) as u8, origin),
        -128..=126 => Instruction::new(op::BIPUSH, Operand::Byte(value as u8), origin),
        _ => Instruction::new(op::SIPUSH, Operand::Short(value), origin),
    }
}

/// Takes the lock at the start and gives it back before each return; branches to a return go to the unlocking.
pub(crate) fn insert_locks<R>(body: &mut Body<R>, lock: Lock) {
    let load = match lock {
        Lock::Receiver => op::ALOAD_0,
        Lock::Zero => op::ACONST_NULL,
    };
    body.expand(|instruction| {
        let origin = instruction.origin;
        if (op::IRETURN..=op::RETURN).contains(&instruction.opcode) {
            let unlock = Instruction::plain(op::MONITOREXIT, origin);
            vec![Instruction::plain(load, origin), unlock, instruction]
        } else {
            vec![instruction]
        }
    });
    body.prepend(vec![
        Instruction::plain(load, 0),
        Instruction::plain(op::MONITORENTER, 0),
    ]);
}
