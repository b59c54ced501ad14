//! A cycle-accurate machine of JOP, one file for each hardware unit.
//!
//! ```text
//! bytecode_fetch --> microcode_fetch --> decode --> stack (execute), shifter, multiplier
//!      ^  jbc RAM                            | strobes
//!      |                                     v
//!      +--- memory_system:        memory_controller --> local_bus --+--> main_memory: sram32, sram16, ssram32
//!                                   |          |                    +--> scratchpad
//!                                   v          v                    +--> io: system_device, uart
//!                             method cache  object_cache
//! ```
//!
//! Clocking is two-phase: combinational signals are computed from the current registers, then all registers
//! take their next value at once. Signal names are those of the specification. [`machine::Machine`] puts the
//! units together, [`probe::Probe`] watches them.

pub mod bubble_fifo;
pub mod bytecode_fetch;
pub mod config;
pub mod config_reference;
pub mod controller_state;
pub mod data_cache;
pub mod decode;
pub mod direct_mapped_cache;
pub mod io;
pub mod local_bus;
pub mod lru_cache;
pub mod machine;
pub mod main_memory;
pub mod memory_controller;
pub mod memory_system;
pub mod microcode_fetch;
pub mod multiplier;
pub mod object_cache;
pub mod probe;
pub mod scratchpad;
pub mod shifter;
pub mod simpcon;
pub mod sram16;
pub mod sram32;
pub mod ssram32;
pub mod stack;
pub mod state;
pub mod statistics;
pub mod system_device;
pub mod uart;

pub use config::MachineConfig;
pub use io::Output;
pub use machine::{Machine, MachineError, Stop};
pub use probe::{NoProbe, Probe};
pub use state::MachineState;
pub use statistics::{StallCause, Statistics};
