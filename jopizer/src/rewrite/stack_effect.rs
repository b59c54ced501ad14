//! Words that an instruction leaves on the operand stack, minus those it takes.

use crate::class_file::MemberId;
use crate::descriptor::Signature;
use crate::instructions::{Instruction, Operand};
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use isa::op;

/// The effect of each Java bytecode from `nop` to `dcmpg`.
#[rustfmt::skip]
const SIMPLE: [i8; 153] = [
    // nop, aconst_null to iconst_5, lconst, fconst, dconst, bipush, sipush
    0,  1, 1, 1, 1, 1, 1, 1, 1,  2, 2,  1, 1, 1,  2, 2,  1, 1,
    // ldc, ldc_w, ldc2_w, the loads
    1, 1, 2,  1, 2, 1, 2, 1,
    1, 1, 1, 1,  2, 2, 2, 2,  1, 1, 1, 1,  2, 2, 2, 2,  1, 1, 1, 1,
    // array loads
    -1, 0, -1, 0, -1, -1, -1, -1,
    // the stores
    -1, -2, -1, -2, -1,
    -1, -1, -1, -1,  -2, -2, -2, -2,  -1, -1, -1, -1,  -2, -2, -2, -2,  -1, -1, -1, -1,
    // array stores
    -3, -4, -3, -4, -3, -3, -3, -3,
    // pop, pop2, dup and its kin, swap
    -1, -2,  1, 1, 1, 2, 2, 2,  0,
    // add, sub, mul, div, rem, each int, long, float, double; then neg
    -1, -2, -1, -2,  -1, -2, -1, -2,  -1, -2, -1, -2,  -1, -2, -1, -2,  -1, -2, -1, -2,  0, 0, 0, 0,
    // shifts take an int distance; and, or, xor
    -1, -1, -1, -1, -1, -1,  -1, -2, -1, -2, -1, -2,
    // iinc, i2l i2f i2d, l2i l2f l2d, f2i f2l f2d, d2i d2l d2f, i2b i2c i2s
    0,  1, 0, 1,  -1, -1, 0,  0, 1, 1,  -1, 0, -1,  0, 0, 0,
    // lcmp, fcmpl, fcmpg, dcmpl, dcmpg
    -3, -1, -1, -3, -3,
];

/// The effect of a linked instruction; `None` for bytecodes that Java does not have.
pub(crate) fn stack_effect(
    program: &ProgramParts,
    instruction: &Instruction<Reference>,
) -> Option<i32> {
    if let Some(effect) = SIMPLE.get(usize::from(instruction.opcode)) {
        return Some((*effect).into());
    }
    if let Some(Reference::Slot(Slot { value, .. })) = instruction.reference()
        && let Some(effect) = call_effect(program, value, instruction.opcode)
    {
        return Some(effect);
    }
    Some(match instruction.opcode {
        op::IFEQ..=op::IFLE | op::IFNULL | op::IFNONNULL => -1,
        op::IF_ICMPEQ..=op::IF_ACMPNE => -2,
        op::GOTO | op::RETURN => 0,
        op::TABLESWITCH | op::LOOKUPSWITCH => -1,
        op::IRETURN | op::FRETURN | op::ARETURN => -1,
        op::LRETURN | op::DRETURN => -2,
        op::GETSTATIC | op::GETSTATIC_REF => 1,
        op::GETSTATIC_LONG => 2,
        op::PUTSTATIC | op::PUTSTATIC_REF => -1,
        op::PUTSTATIC_LONG => -2,
        op::GETFIELD | op::GETFIELD_REF => 0,
        op::GETFIELD_LONG => 1,
        op::PUTFIELD | op::PUTFIELD_REF => -2,
        op::PUTFIELD_LONG => -3,
        op::NEW => 1,
        op::NEWARRAY | op::ANEWARRAY | op::ARRAYLENGTH | op::CHECKCAST | op::INSTANCEOF => 0,
        op::ATHROW | op::MONITORENTER | op::MONITOREXIT => -1,
        op::MULTIANEWARRAY => match instruction.operand {
            Operand::MultiNewArray { dimensions, .. } => 1 - i32::from(dimensions),
            _ => return None,
        },
        _ => return None,
    })
}

fn call_effect(program: &ProgramParts, value: &SlotValue, opcode: u8) -> Option<i32> {
    let id: &MemberId = match value {
        SlotValue::Direct(method) => &program.classes.method(*method).id,
        SlotValue::Virtual { id, .. } | SlotValue::Interface { id, .. } => id,
        _ => return None,
    };
    let receiver = i32::from(opcode != op::INVOKESTATIC);
    let signature = Signature::parse(&id.descriptor)?;
    Some(signature.result_words() as i32 - signature.argument_words() as i32 - receiver)
}

#[cfg(test)]
mod tests {
    use isa::Bytecode;

    use super::*;

    #[test]
    fn rows_stand_at_their_bytecodes() {
        let effect = |name: &str| {
            let bytecode: Bytecode = name.parse().unwrap();
            SIMPLE[usize::from(bytecode.code())]
        };
        for (name, expected) in [
            ("sipush", 1),
            ("ldc2_w", 2),
            ("aload_3", 1),
            ("saload", -1),
            ("laload", 0),
            ("astore", -1),
            ("dstore_0", -2),
            ("astore_3", -1),
            ("lastore", -4),
            ("sastore", -3),
            ("dup2_x2", 2),
            ("swap", 0),
            ("drem", -2),
            ("dneg", 0),
            ("lushr", -1),
            ("lxor", -2),
            ("iinc", 0),
            ("i2d", 1),
            ("d2f", -1),
            ("lcmp", -3),
            ("dcmpg", -3),
        ] {
            assert_eq!(effect(name), expected, "{name}");
        }
    }
}
