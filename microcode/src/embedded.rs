//! The sources in `microcode/asm`, embedded in the library.

use std::path::Path;

/// Names and texts of the sources, `jvm.asm`, which includes the others, first.
macro_rules! sources {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../asm/", $name)))),*]
    };
}

pub(crate) static SOURCES: &[(&str, &str)] = sources! {
    "jvm.asm"
    "arrays.asm"
    "boot.asm"
    "branches.asm"
    "constants.asm"
    "fields.asm"
    "float_arithmetic.asm"
    "integer.asm"
    "invoke.asm"
    "java_implemented.asm"
    "locals.asm"
    "long_arithmetic.asm"
    "long_shift.asm"
    "memory_copy.asm"
    "monitors.asm"
    "native.asm"
    "receiver.asm"
    "return.asm"
    "stack.asm"
    "system_entries.asm"
};

/// The text of the source with the file name of a path.
pub(crate) fn source_named(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?;
    let mut sources = SOURCES.iter();
    let (_, text) = sources.find(|(known, _)| name == *known)?;
    Some(text)
}
