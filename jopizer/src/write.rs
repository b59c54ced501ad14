//! The words of the image, and its symbols; linked classes as class files.

pub(crate) mod arguments;
pub(crate) mod class_files;
pub(crate) mod describe;
pub(crate) mod emit;
