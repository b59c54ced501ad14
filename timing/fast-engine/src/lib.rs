//! Executes images of JOP bytecode by bytecode, with exact cycles.
//!
//! ```text
//! image, stack RAM ----> engine ----> output, memory, counters, cycles
//! cost table       ------^
//! ```
//!
//! The machine of `sim-core` executes the microinstructions of each bytecode; this engine executes the bytecode itself and
//! takes its cycles from a table. It keeps everything that a program can observe: memory, the stack RAM with what microcode leaves in
//! it, devices to the cycle, the method cache. With a table that was derived from the microcode its totals are the
//! machine's; with any other they are that table's prediction, and clocks that a program reads follow it.

mod arithmetic;
mod arrays;
mod boot;
mod bubble_fifo;
mod bus;
mod calls;
mod code;
mod config;
mod core;
mod engine;
mod error;
mod field_access;
mod fields;
mod lookups;
mod native;
mod object_cache;
mod plain;
mod plain_table;
mod probe;
mod quick;
mod quick_calls;
mod quick_code;
mod quick_memory;
mod quick_sums;
mod replaced;
mod serial_line;
mod stack;
mod step;
mod system_device;
mod uart;

pub use crate::core::Counters;
pub use config::{ConfigError, check_machine};
pub use engine::{Engine, EngineError};
pub use error::Fault;
pub use probe::{
    DeviceAccess, Executed, FieldAccess, MethodLookup, NoProbe, Passed, Place, Probe, Stalls, Use,
};
