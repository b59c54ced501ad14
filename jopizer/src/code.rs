//! Code of a method: its instructions, and the bytes that they become.

pub(crate) mod assemble;
pub(crate) mod code_builder;
pub(crate) mod instructions;
pub(crate) mod missing_instructions;
pub(crate) mod natives;
