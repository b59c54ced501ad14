//! Words that an instruction leaves on the operand stack, minus those it takes.

use crate::class_file::MemberId;
use crate::descriptor::Signature;
use crate::instructions::{Instruction, Operand};
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use isa::{Bytecode, op};

/// The effect of a linked instruction; `None` for bytecodes that Java does not have.
pub(crate) fn stack_effect(
    program: &ProgramParts,
    instruction: &Instruction<Reference>,
) -> Option<i32> {
    if let Some(Reference::Slot(Slot { value, .. })) = instruction.reference()
        && let Some(effect) = call_effect(program, value, instruction.opcode)
    {
        return Some(effect);
    }
    if let Operand::MultiNewArray { dimensions, .. } = instruction.operand {
        return Some(1 - i32::from(dimensions));
    }
    let (takes, leaves) = Bytecode::of(instruction.opcode).stack_words()?;
    Some(leaves as i32 - takes as i32)
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
