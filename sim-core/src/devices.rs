//! The devices on the I/O bus.

pub mod bubble_fifo;
pub mod io;
pub mod lock_port;
pub mod serial_line;
pub mod serial_port;
pub mod system_device;
pub mod uart;
