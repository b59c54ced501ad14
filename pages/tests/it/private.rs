//! Private files whose tests stand beside their code, and what they need.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of them")]

#[path = "../../src/library.rs"]
pub(crate) mod library;
#[path = "../../src/payload.rs"]
pub(crate) mod payload;
#[path = "../../src/template.rs"]
pub(crate) mod template;
