//! Code that JOP executes in place of what the compiler wrote.

pub(crate) mod expand;
pub(crate) mod natives;
pub(crate) mod split;
pub(crate) mod stack_effect;
