//! References of linked instructions: fields and constants, resolved but not yet placed.

use std::rc::Rc;

use crate::arrays::Type;
use crate::class_file::MemberId;
use crate::classes::{ClassId, FieldKey, MethodKey};

/// Resolved references of an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Reference {
    /// A static field: the operand will be its address.
    Static(FieldKey),
    /// An instance field: the operand will be its offset.
    Instance(FieldKey),
    /// A constant: the operand will be its place in the class's pool.
    Slot(Slot),
}

/// A constant in use: its class-file index and its meaning in this use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Slot {
    pub(crate) index: u16,
    pub(crate) value: SlotValue,
}

/// Future contents of the words of a pool slot.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum SlotValue {
    Word(u32),
    /// Two slots.
    Wide(u64),
    String(Rc<[u16]>),
    /// Class address or array descriptor.
    Class(Type),
    /// The java.lang.Class object of a type.
    Literal(Type),
    /// Address of a method structure.
    Direct(MethodKey),
    /// Virtual-table index of `id` in the table of `class`; argument words without `this`.
    Virtual {
        class: ClassId,
        id: MemberId,
        arguments: u32,
    },
    /// Index in the interface-method list; argument words without `this`.
    Interface {
        class: ClassId,
        id: MemberId,
        arguments: u32,
    },
    /// Of a method of `Native`: nothing.
    Unused,
}
