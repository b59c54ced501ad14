//! Every bytecode against an executable definition, corner values first, then random ones.
//!
//! Each check runs on both builds of the microcode. What a bytecode must not touch is looked at, too: operands
//! below its own, locals, the registers of the frame, the bytecode that follows.

mod arithmetic;
mod arrays;
mod branches;
mod calls;
mod constants;
mod copies;
mod exceptions;
mod fields;
mod locals;
mod longs;
mod natives;
mod stage;
mod start;
mod values;
