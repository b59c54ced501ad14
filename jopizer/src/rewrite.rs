//! Rewriting of compiled code for JOP.

pub(crate) mod frames;
pub(crate) mod missing_instructions;
pub(crate) mod natives;
pub(crate) mod operands;
pub(crate) mod split;
pub(crate) mod stack_effect;
