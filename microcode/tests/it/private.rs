//! Private files whose tests stand beside their code, and what they need.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of them")]

#[path = "../../src/condition.rs"]
pub(crate) mod condition;
#[path = "../../src/diagnostics.rs"]
pub(crate) mod diagnostics;
#[path = "../../src/errors.rs"]
pub(crate) mod errors;
#[path = "../../src/explain.rs"]
pub(crate) mod explain;
#[path = "../../src/lexer.rs"]
pub(crate) mod lexer;
#[path = "../../src/lines.rs"]
pub(crate) mod lines;
#[path = "../../src/macros.rs"]
pub(crate) mod macros;
#[path = "../../src/source.rs"]
pub(crate) mod source;
#[path = "../../src/warnings.rs"]
pub(crate) mod warnings;
