//! Code that depends on where its frame is.

use isa::op;

/// Returns true if code reads or writes the stack by its addresses, and so depends on what is where.
pub(super) fn looks_at_frames(mut opcodes: impl Iterator<Item = u8>) -> bool {
    opcodes.any(|opcode| {
        (op::JOPSYS_RDINT..=op::JOPSYS_EXT2INT).contains(&opcode) || opcode == op::JOPSYS_INVOKE
    })
}
