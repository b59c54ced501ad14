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

/// How a bytecode, or the entry that took its place, goes to another method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Move {
    /// The program calls it, by the constant pool or by its address.
    Call,
    Return,
    /// The virtual machine calls it.
    Routine,
}

impl Move {
    /// By the bytecode: asked for at each call and return of a recorded run.
    const ALL: [Self; 256] = {
        let mut all = [Self::Routine; 256];
        let mut n = 0;
        while n < all.len() {
            let bytecode = Bytecode::of(n as u8);
            if bytecode.is_invoke() || n as u8 == op::JOPSYS_INVOKE {
                all[n] = Self::Call;
            } else if bytecode.is_return() {
                all[n] = Self::Return;
            }
            n += 1;
        }
        all
    };

    #[inline]
    pub(crate) fn of(bytecode: u8) -> Self {
        Self::ALL[usize::from(bytecode)]
    }
}

/// Returns true if a bytecode, or the entry that took its place, that has gone to another method is charged to that method: the
/// virtual machine calls it.
#[must_use]
#[inline]
pub fn is_charged_to_callee(bytecode: u8) -> bool {
    Move::of(bytecode) == Move::Routine
}
