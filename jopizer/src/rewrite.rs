//! Rewriting of compiled code for JOP.

pub(crate) mod frames;
pub(crate) mod split;
pub(crate) mod stack_effect;
