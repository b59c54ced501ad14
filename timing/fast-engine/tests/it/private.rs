//! Private files whose tests stand beside their code, and what they need.
#![allow(dead_code, unreachable_pub, reason = "the tests need a part of them")]

#[path = "../../src/bubble_fifo.rs"]
pub(crate) mod bubble_fifo;
#[path = "../../src/bus.rs"]
pub(crate) mod bus;
#[path = "../../src/lookups.rs"]
pub(crate) mod lookups;
#[path = "../../src/serial_line.rs"]
pub(crate) mod serial_line;
#[path = "../../src/system_device.rs"]
pub(crate) mod system_device;
#[path = "../../src/uart.rs"]
pub(crate) mod uart;
