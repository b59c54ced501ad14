//! The words of the machine's own tests.

#[path = "../../../tests/it/support/words.rs"]
#[allow(dead_code, reason = "the programs need some of the words")]
pub(crate) mod words;
