//! Operand rewriting: replaces constant-pool indices of class files in linked code (spec 11 section 4).
//!
//! | instruction | class file | image |
//! |---|---|---|
//! | `getstatic`, `putstatic` and their long and reference forms | pool index | word address of the static |
//! | `getfield`, `putfield` and their long and reference forms | pool index | word offset in the object |
//! | all others with an index | index in the class file's pool | index in the pool that the linker built |
//!
//! The opcode has been chosen before, by [`crate::resolve`]; the operand's width stays the same.

use crate::constants::Pool;
use crate::fields::Fields;
use crate::reference::Reference;

/// The operand of linked code for a reference.
pub(crate) fn rewritten(reference: &Reference, fields: &Fields, pool: &Pool) -> u16 {
    match reference {
        // Statics lie below 65536 and offsets below 32, which was checked when they were placed.
        Reference::Static(field) | Reference::Instance(field) => fields.place(*field) as u16,
        Reference::Slot(slot) => pool.position(slot),
    }
}
