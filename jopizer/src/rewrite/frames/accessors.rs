//! Calls of methods that only read or write a field, or do nothing: the access takes the place of the call.
//!
//! A call through the method table is replaced where no object of the program has another method for it. Null is found by the
//! access as it was by the call, in the same line; a static method that gets an object is left as it is, for a trace of
//! null would lose its frame.

use super::addresses::looks_at_frames;
use super::webs::Access;
use crate::classes::{ClassId, MethodKey};
use crate::descriptor::Signature;
use crate::hashing::FxHashMap;
use crate::instructions::{Body, Instruction, Operand};
use crate::program::ProgramParts;
use crate::reference::{Reference, Slot, SlotValue};
use isa::op;

/// Code in place of a call; it takes the arguments from the stack.
type Replacement = Vec<(u8, Option<Reference>)>;

/// Replaces calls in all methods; returns how many.
pub(super) fn inline(program: &mut ProgramParts) -> usize {
    let mut trivial = FxHashMap::default();
    for (method, body) in &program.bodies {
        if let Some(code) = replacement(program, *method, body) {
            trivial.insert(*method, code);
        }
    }
    let callers: Vec<MethodKey> = program.bodies.keys().copied().collect();
    let mut calls = 0;
    for caller in callers {
        let Some(mut body) = program.bodies.remove(&caller) else {
            continue;
        };
        if !looks_at_frames(body.instructions.iter().map(|it| it.opcode)) {
            calls += replace_calls(program, &trivial, &mut body);
        }
        program.bodies.insert(caller, body);
    }
    calls
}

fn replace_calls(
    program: &ProgramParts,
    trivial: &FxHashMap<MethodKey, Replacement>,
    body: &mut Body<Reference>,
) -> usize {
    let mut calls = 0;
    body.expand(|instruction, out| {
        let code = target(program, &instruction, trivial).and_then(|target| trivial.get(&target));
        let Some(code) = code else {
            return out.push(instruction);
        };
        calls += 1;
        for (opcode, reference) in code {
            let operand = reference.clone().map_or(Operand::None, Operand::Reference);
            out.push(Instruction::new(*opcode, operand, instruction.origin));
        }
    });
    calls
}

/// The one method that a call can run.
fn target(
    program: &ProgramParts,
    instruction: &Instruction<Reference>,
    trivial: &FxHashMap<MethodKey, Replacement>,
) -> Option<MethodKey> {
    let Operand::Reference(Reference::Slot(Slot { value, .. })) = &instruction.operand else {
        return None;
    };
    match value {
        SlotValue::Direct(method) => Some(*method),
        SlotValue::Virtual { class, id, .. } if instruction.opcode == op::INVOKEVIRTUAL => {
            let first = program.classes.select(*class, id)?;
            // Arrays have the methods of Object, and no fields.
            if *class == program.special.object || !trivial.contains_key(&first) {
                return None;
            }
            let is_other = |receiver: &ClassId| {
                program.has_objects(*receiver)
                    && program.classes.is_subtype(*receiver, *class)
                    && program.classes.select(*receiver, id) != Some(first)
            };
            (!program.order.iter().any(is_other)).then_some(first)
        }
        _ => None,
    }
}

/// What a method does to its arguments, if it is no more than one access.
fn replacement(
    program: &ProgramParts,
    method: MethodKey,
    body: &Body<Reference>,
) -> Option<Replacement> {
    let declared = program.classes.method(method);
    // Those who observe a run watch the calls of a marker.
    if !body.handlers.is_empty()
        || declared.is_synchronized()
        || program
            .classes
            .class_name(method.class)
            .starts_with("joplab.")
    {
        return None;
    }
    let signature = Signature::parse(&declared.id.descriptor)?;
    let receiver = u32::from(!declared.is_static());
    let (last, rest) = body.instructions.split_last()?;
    if !(op::IRETURN..=op::RETURN).contains(&last.opcode) {
        return None;
    }
    if rest.is_empty() {
        // A constructor never gets null.
        let is_called_directly = declared.is_static() || &*declared.id.name == "<init>";
        let words = receiver + signature.argument_words();
        return (is_called_directly && words > 0).then(|| vec![(op::POP, None); words as usize]);
    }
    let (access, loads) = rest.split_last()?;
    let Operand::Reference(reference) = &access.operand else {
        return None;
    };
    let is_field = match reference {
        Reference::Static(_) => receiver == 0,
        Reference::Instance(_) => receiver == 1,
        Reference::Slot(_) => false,
    };
    let gives_result = last.opcode != op::RETURN;
    let mut next = 0;
    for load in loads {
        let load = Access::of(load).filter(|it| !it.is_store && u32::from(it.slot) == next)?;
        next += 1 + u32::from(load.is_wide());
    }
    let takes_all = next == receiver + signature.argument_words();
    (is_field && takes_all && gives_result == is_read(access.opcode))
        .then(|| vec![(access.opcode, Some(reference.clone()))])
}

/// Returns true for accesses that leave a value.
fn is_read(opcode: u8) -> bool {
    matches!(
        opcode,
        op::GETSTATIC
            | op::GETSTATIC_REF
            | op::GETSTATIC_LONG
            | op::GETFIELD
            | op::GETFIELD_REF
            | op::GETFIELD_LONG
    )
}
