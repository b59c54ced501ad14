//! The words that all models share, without behaviour.
//!
//! Models share words, never behaviour: the machine, the fast engine, the cost model and the linker all name bytecodes,
//! options and outputs alike, but each computes independently, so each can check the others.

pub mod address;
pub mod boards;
pub mod bounded_file;
mod bytecode;
pub mod cause;
pub mod cells;
pub mod config;
pub mod config_reference;
pub mod config_units;
pub mod document;
mod geometry;
pub mod given_processors;
pub mod image;
pub mod method_name;
mod named_enum;
mod organisation_kind;
mod output;
pub mod processors;
pub mod quantity;
mod serial;
pub mod similar;
mod spent;
pub mod system;
pub mod toml_text;

pub use bytecode::{Bytecode, Group, Implementation, Operands, UnknownBytecode, op};
pub use config::{ConfigError, MachineConfig, MemoryKind, StackRamKind, UartKind};
pub use geometry::{Geometry, GeometryError};
pub use given_processors::GivenProcessors;
pub use organisation_kind::{OrganisationKind, StudiedName};
pub use output::{Output, Stop};
pub use processors::{ArbiterKind, LockUnitKind, Processors, ProcessorsError, Slots};
pub use serial::{Sender, SenderParity};
pub use spent::Spent;
pub use system::System;
