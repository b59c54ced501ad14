//! Fields by the class that declares them.

use crate::arrays::Home;
use crate::program::{ClassId, Program};

/// The class that declares the field at an offset of objects of a class, and its type.
pub(crate) fn declaration<'a>(
    program: &Program<'a>,
    class: ClassId,
    offset: u32,
) -> Option<(ClassId, &'a str)> {
    program.ancestry(class).find_map(|class| {
        let symbol = program.class_symbol(program.class(class).name)?;
        let field = symbol.fields.iter().find(|field| field.offset == offset)?;
        Some((class, field.descriptor.as_str()))
    })
}

/// The field at an offset of objects of a class, if stores into it are seen.
pub(crate) fn home(program: &Program<'_>, class: Option<ClassId>, offset: u16) -> Option<Home> {
    let (class, _) = declaration(program, class?, offset.into())?;
    (!is_of_library(program, class)).then_some(Home::Instance(class, offset.into()))
}

/// Returns true for classes of the runtime.
pub(crate) fn is_of_library(program: &Program<'_>, class: ClassId) -> bool {
    is_library(program.class(class).name)
}

/// Returns true for the names of classes whose stores by address go into the runtime's own objects.
pub(crate) fn is_library(class: &str) -> bool {
    class.starts_with("java.") || class.starts_with("com.jopdesign.sys.")
}
