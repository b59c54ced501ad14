//! Linked programs read back: image, symbols, structure, names.

pub mod disassemble;
pub(crate) mod embedded_tables;
pub(crate) mod found_names;
pub(crate) mod image;
mod image_text;
pub mod inspect;
pub(crate) mod link_txt;
pub mod linked_code;
pub(crate) mod names;
pub(crate) mod packed_text;
pub mod stack_trace;
pub mod structure;
pub mod symbols;
