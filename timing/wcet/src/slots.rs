//! Local variables that bytecodes name.

use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;

use crate::program::Method;

/// Local variables that a load or store names, in the order of the stack.
pub(crate) fn slots(it: &Instruction, bytecode: Bytecode) -> impl Iterator<Item = usize> + use<> {
    let first = match bytecode.implied_operand() {
        Some(slot) => usize::from(slot.cast_unsigned()),
        None => usize::from(it.operand),
    };
    let is_wide = bytecode.name().starts_with(['l', 'd']);
    first..first + 1 + usize::from(is_wide)
}

/// Local variables that a bytecode stores to.
pub(crate) fn stored(method: &Method<'_>, it: &Instruction) -> impl Iterator<Item = usize> {
    let bytecode = Bytecode::of(it.opcode);
    let stores = bytecode.group() == Group::Store;
    let counted = (it.opcode == op::IINC).then(|| usize::from(method.byte(it.pc + 1)));
    let named = stores.then(|| slots(it, bytecode)).into_iter().flatten();
    named.chain(counted)
}
