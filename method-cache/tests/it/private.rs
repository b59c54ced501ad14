//! A private file whose tests stand beside its code.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of it")]

use method_cache::replay as model;

#[path = "../../src/replay/stays.rs"]
mod stays;
