//! Classes of objects, as handles have them.

use isa::op;
use jopizer::Symbols;

/// Class of an object or array by the words of its handle (spec 12 section 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassKey {
    /// No object: a collection without allocations since the one before.
    None,
    /// An object, by the address of its method table.
    Object(u32),
    /// An array.
    Array {
        /// Handle type: 1 for references, 4 to 11 for primitives.
        element: u32,
        /// Array descriptor, or 0 if no class names the array type.
        descriptor: u32,
    },
}

/// What a site without objects has as its class.
const NO_CLASS: &str = "(none)";

impl ClassKey {
    /// The class of a handle with this method table or length, type and descriptor.
    #[must_use]
    pub fn of(methods: u32, element: u32, descriptor: u32) -> Self {
        match element {
            0 => Self::Object(methods),
            _ => Self::Array {
                element,
                descriptor,
            },
        }
    }

    /// Name in Java's spelling; `reference[]` where no class names an array type.
    #[must_use]
    pub fn name(self, symbols: &Symbols) -> String {
        match self {
            Self::None => NO_CLASS.to_owned(),
            Self::Object(methods) => {
                let mut classes = symbols.classes.iter();
                let class = classes.find(|class| class.method_table == methods);
                class.map_or_else(|| format!("class at {methods}"), |class| class.name.clone())
            }
            Self::Array {
                element,
                descriptor,
            } => {
                let mut arrays = symbols.arrays.iter();
                let array = arrays.find(|array| array.address == descriptor);
                match array {
                    Some(array) => array_name(&array.name),
                    None => format!("{}[]", element_name(element)),
                }
            }
        }
    }
}

/// Name of the elements of a handle type.
fn element_name(element: u32) -> &'static str {
    match element {
        4 => "boolean",
        5 => "char",
        6 => "float",
        7 => "double",
        8 => "byte",
        9 => "short",
        10 => "int",
        11 => "long",
        _ => "reference",
    }
}

/// `int[][]` for `[[I`, `p.A[]` for `[Lp.A;`.
fn array_name(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let object = element
        .strip_prefix('L')
        .and_then(|it| it.strip_suffix(';'));
    let name = object.unwrap_or(match element {
        "Z" => "boolean",
        "C" => "char",
        "F" => "float",
        "D" => "double",
        "B" => "byte",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        other => other,
    });
    format!("{}{}", name.replace('/', "."), "[]".repeat(dimensions))
}

/// Returns true for the bytecodes that allocate.
#[must_use]
pub(crate) fn allocates(opcode: u8) -> bool {
    matches!(opcode, op::NEW..=op::ANEWARRAY | op::MULTIANEWARRAY)
}
