//! Array types that linked code names, creates or holds in literals.

use crate::classes::{ClassId, Classes};
use crate::error::dotted;
use crate::hashing::OrderedSet;

/// Element type codes as `newarray` has them, with their descriptors; 0 means references.
const PRIMITIVES: [(u8, char); 8] = [
    (4, 'Z'),
    (5, 'C'),
    (6, 'F'),
    (7, 'D'),
    (8, 'B'),
    (9, 'S'),
    (10, 'I'),
    (11, 'J'),
];

/// `newarray`'s code of char arrays.
pub(crate) const CHAR: u8 = 5;

/// An array type, by order of first mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ArrayId(usize);

/// Element type of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Element {
    /// By `newarray`'s code.
    Primitive(u8),
    Class(ClassId),
    Array(ArrayId),
}

/// A type that a class constant can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Type {
    Class(ClassId),
    Array(ArrayId),
}

impl From<Type> for Element {
    fn from(value: Type) -> Self {
        match value {
            Type::Class(class) => Element::Class(class),
            Type::Array(array) => Element::Array(array),
        }
    }
}

/// All array types so far; the component type of one is always there too.
#[derive(Debug, Default)]
pub(crate) struct ArrayTypes {
    list: OrderedSet<Element>,
}

impl ArrayTypes {
    /// The type of arrays of `element`.
    pub(crate) fn of(&mut self, element: Element) -> ArrayId {
        ArrayId(self.list.insert_full(element).0)
    }

    /// The type of arrays of `element`, if anything uses it.
    pub(crate) fn get(&self, element: Element) -> Option<ArrayId> {
        self.list.get_index_of(&element).map(ArrayId)
    }

    /// Element type of these arrays.
    pub(crate) fn element(&self, array: ArrayId) -> Element {
        self.list[array.0]
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = ArrayId> + use<> {
        (0..self.list.len()).map(ArrayId)
    }

    /// The name as `Class.getName()` gives it: `[[I`, `[Ljava.lang.String;`.
    pub(crate) fn name(&self, array: ArrayId, classes: &Classes) -> String {
        match self.element(array) {
            Element::Primitive(code) => format!("[{}", primitive_letter(code)),
            Element::Class(class) => format!("[L{};", dotted(&classes[class].file.name)),
            Element::Array(component) => format!("[{}", self.name(component, classes)),
        }
    }
}

/// The `newarray` code of a primitive type's descriptor.
pub(crate) fn primitive_code(descriptor: &str) -> Option<u8> {
    PRIMITIVES
        .iter()
        .find(|(_, letter)| descriptor.chars().eq([*letter]))
        .map(|(code, _)| *code)
}

/// Returns true if `newarray` has such a code.
pub(crate) fn is_primitive_code(code: u8) -> bool {
    PRIMITIVES.iter().any(|row| row.0 == code)
}

fn primitive_letter(code: u8) -> char {
    PRIMITIVES
        .iter()
        .find(|row| row.0 == code)
        .map_or('?', |row| row.1)
}
