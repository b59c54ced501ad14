//! The memory system: controller, caches, bus and memories.

pub mod controller_state;
pub mod data_cache;
pub mod direct_mapped_cache;
pub mod local_bus;
pub mod lru_cache;
pub mod main_memory;
pub mod memory_controller;
pub mod memory_system;
pub mod object_cache;
pub mod scratchpad;
pub mod simpcon;
pub mod sram16;
pub mod sram32;
pub mod ssram32;
pub mod words;
