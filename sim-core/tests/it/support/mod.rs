//! What the tests of the machine share: microinstruction words, and a bench that runs tiny programs.

pub(crate) mod bench;
pub(crate) mod words;
