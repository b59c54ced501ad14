//! Accesses of fields, as a probe hears of them.

use isa::op;

use crate::core::Core;
use crate::probe::FieldAccess;
use crate::step;

/// The access that the next bytecode makes, if it is one of a field of one word and of no null object; references are stored by
/// the native operations of their routines.
pub(crate) fn next(core: &Core, opcode: u8) -> Option<FieldAccess> {
    let s = &core.stack;
    let operand = || {
        step::operand(core)
            .map(|it| core.native_index.unwrap_or(it))
            .ok()
    };
    let (object, index, written) = match opcode {
        op::GETFIELD | op::GETFIELD_REF => (Some(s.a), operand()?, None),
        op::PUTFIELD => (Some(s.b), operand()?, Some(s.a)),
        op::JOPSYS_PUTFIELD => (Some(s.load(s.sp)), s.b, Some(s.a)),
        op::GETSTATIC | op::GETSTATIC_REF => (None, operand()?, None),
        op::PUTSTATIC => (None, operand()?, Some(s.a)),
        op::JOPSYS_PUTSTATIC => (None, s.a, Some(s.b)),
        _ => return None,
    };
    let word = |address: u32| {
        let address = core.bus.translate(address);
        core.bus.words.get(address as usize).copied()
    };
    let object = object.map(|it| it & isa::address::ADDRESS_MASK);
    if object == Some(0) {
        return None;
    }
    let value = match (written, object) {
        (Some(value), _) => value,
        (None, Some(object)) => word(word(object)?.wrapping_add(index))?,
        (None, None) => word(index)?,
    };
    Some(FieldAccess {
        object,
        index,
        value,
        is_write: written.is_some(),
    })
}
