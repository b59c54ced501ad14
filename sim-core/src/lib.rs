//! A cycle-accurate machine of JOP, one file for each hardware unit.
//!
//! ```text
//! core/    bytecode_fetch --> microcode_fetch --> decode --> stack, alu, shifter, multiplier   (execute)
//!               ^  jbc RAM                           | strobes
//!               |                                    v
//! memory/       +--- memory_system:       memory_controller --> local_bus --+--> main_memory: sram32, sram16, ssram32
//!                                           |          |                    |      data_cache in front of it
//!                                           v          v                    +--> scratchpad
//!                                      method cache  object_cache           |
//! devices/                                                                  +--> io: system_device, uart
//! cmp/      several processors: multiprocessor --> tdma, round_robin, fair, fixed_priority (arbiters)
//!                                          +--> ihlu, cmpsync                           (lock units)
//! ```
//!
//! Clocking is two-phase: combinational signals are computed from the current registers, then all registers
//! take their next value at once. Signal names are those of the specification. [`machine::Machine`] puts the
//! units together, [`probe::Probe`] observes them.

pub mod cmp;
mod core;
mod devices;
pub mod machine;
mod memory;
pub mod probe;
pub mod state;
pub mod statistics;

pub use core::{alu, bytecode_fetch, decode, microcode_fetch, multiplier, shifter, stack};
pub use devices::{bubble_fifo, io, lock_port, serial_line, serial_port, system_device, uart};
pub use machine::{Machine, MachineError};
pub use memory::{
    controller_state, data_cache, direct_mapped_cache, local_bus, lru_cache, main_memory,
    memory_controller, memory_system, object_cache, scratchpad, simpcon, sram16, sram32, ssram32,
    words,
};
pub use probe::{NoProbe, Probe};
pub use state::MachineState;
pub use statistics::{StallCause, Statistics};
