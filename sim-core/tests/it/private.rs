//! A private file whose tests stand beside its code.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of it")]

#[path = "../../src/memory/memory_controller.rs"]
mod memory_controller;
