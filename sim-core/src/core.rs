//! The processor core: the four pipeline stages and the execution units.

pub mod alu;
pub mod bytecode_fetch;
pub mod decode;
pub mod microcode_fetch;
pub mod multiplier;
pub mod shifter;
pub mod stack;
