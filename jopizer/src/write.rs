//! The words of the image, and its symbols.

pub(crate) mod arguments;
pub(crate) mod assemble;
pub(crate) mod describe;
pub(crate) mod emit;
