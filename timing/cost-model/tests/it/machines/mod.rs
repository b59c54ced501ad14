//! The derived table checked against the machine: every measured bytecode, and every dispatch of a whole program.

mod bytecodes;
mod edges;
mod programs;
mod watch;

use cost_model::{EvaluatedTable, evaluated};
use isa::MemoryKind as MachineMemory;
use isa::{MachineConfig, MemoryKind};
use microcode::{Build, jvm};

/// A memory of the machine and of the model.
pub(crate) const MEMORIES: [(MemoryKind, MachineMemory, u8); 9] = {
    use MachineMemory as Machine;
    use MemoryKind as Model;
    [
        (Model::Sram32, Machine::Sram32, 1),
        (Model::Sram32, Machine::Sram32, 2),
        (Model::Sram32, Machine::Sram32, 3),
        (Model::Sram32, Machine::Sram32, 4),
        (Model::Sram32, Machine::Sram32, 6),
        (Model::Sram32, Machine::Sram32, 14),
        (Model::Sram16, Machine::Sram16, 1),
        (Model::Sram16, Machine::Sram16, 2),
        (Model::Ssram32, Machine::Ssram32, 3),
    ]
};

pub(crate) const BUILDS: [Build; 2] = [Build::Jop, Build::Strict];

pub(crate) fn table(build: Build, kind: MemoryKind, ram_cnt: u8) -> EvaluatedTable {
    evaluated(&jvm(build), kind, ram_cnt).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn machine(memory: MachineMemory, ram_cnt: u8) -> MachineConfig {
    MachineConfig {
        memory,
        ram_cnt,
        ..MachineConfig::default()
    }
}
