//! Addresses in the region after the class structures.

use crate::arrays::{ArrayId, Element, Type};
use crate::hashing::{FxHashMap, OrderedMap};
use crate::packed_text::PackedTexts;
use crate::program::ProgramParts;

/// Places inside the extension region; 0 is "not there".
#[derive(Debug, Default)]
pub(crate) struct Extensions {
    pub(crate) start: u32,
    /// Handles of class literals.
    pub(super) literals: OrderedMap<Type, u32>,
    pub(super) literal_data: u32,
    pub(super) descriptors: FxHashMap<ArrayId, u32>,
    /// Descriptors in order of address.
    pub(super) sorted: Vec<ArrayId>,
    /// Descriptor of `char[]`.
    pub(crate) char_array: u32,
    /// Descriptor of `String[]`.
    pub(crate) string_array: u32,
    pub(crate) primitive_table: u32,
    pub(crate) class_table: u32,
    pub(crate) method_table: u32,
    pub(super) line_tables: u32,
    /// The names that the tables hold.
    pub(super) texts: PackedTexts,
    /// First address after the region.
    pub(crate) end: u32,
}

impl Extensions {
    pub(crate) fn descriptor(&self, array: ArrayId) -> u32 {
        self.descriptors.get(&array).copied().unwrap_or_default()
    }

    /// Descriptors in order of address.
    pub(crate) fn arrays(&self) -> &[ArrayId] {
        &self.sorted
    }

    /// The handle of a type's class literal, if there are class objects.
    pub(crate) fn literal(&self, value: Type) -> Option<u32> {
        self.literals.get(&value).copied()
    }

    pub(super) fn descriptor_of(&self, program: &ProgramParts, element: Element) -> u32 {
        program
            .arrays
            .get(element)
            .map_or(0, |array| self.descriptor(array))
    }
}
