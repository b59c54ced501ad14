//! The rule of attribution: which method has a cycle. Every view of a run follows it.
//!
//! | cycles of | are the own cycles of |
//! |---|---|
//! | a bytecode, stalls included | the method that it stands in |
//! | an invoke, with the load of its method | the caller |
//! | a return, with the load of the caller | the method that returns |
//! | a bytecode carried out in Java, up to its routine's first bytecode | the routine |
//! | the entry into an interrupt or exception | the method that it calls |
//! | the start from reset, and what runs in no frame of its thread | `(start)` |

use isa::{Bytecode, op};

/// Returns true if a bytecode, or the entry that took its place, that has gone to another method is charged to that method: the
/// virtual machine calls it.
#[must_use]
#[inline]
pub fn is_charged_to_callee(bytecode: u8) -> bool {
    !is_invoke(bytecode) && !Bytecode::of(bytecode).is_return()
}

/// Returns true if it calls a method, by the constant pool or by its address.
#[inline]
pub(crate) fn is_invoke(bytecode: u8) -> bool {
    bytecode == op::JOPSYS_INVOKE || Bytecode::of(bytecode).is_invoke()
}
