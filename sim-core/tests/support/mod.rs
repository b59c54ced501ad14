//! What the tests of the machine share: microinstruction words, and a bench that runs tiny programs.

#![allow(dead_code, reason = "every test binary uses its part of it")]

pub(crate) mod bench;
pub(crate) mod words;
