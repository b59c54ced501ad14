//! Private files whose tests stand beside their code.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of them")]

#[path = "../../src/text_watch.rs"]
mod text_watch;
#[path = "../../src/checkpoint/thinning.rs"]
mod thinning;
