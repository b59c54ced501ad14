//! The fast engine for a machine's configuration.
//!
//! Engine and machine share no code, so that each can check the other; here is how a configuration of the one is said to the
//! other, for everyone who runs both.

use cost_model::{CostTable, EvaluatedTable, MemoryKind, MemoryTiming, TimingError};
use fast_engine::{Checks, Engine, EngineConfig, EngineError, UartKind};
use microcode::{Build, Program};
use sim_core::MachineConfig;
use sim_core::config::{self, StackRamKind};

/// A machine that the engine cannot stand for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The configuration is none of a machine.
    #[error(transparent)]
    Config(#[from] config::ConfigError),
    /// The engine lacks an option.
    #[error(
        "--engine fast has no model for `{0}`: leave it out of the configuration, or use the machine"
    )]
    NoModel(&'static str),
    /// The memory is none that a table knows.
    #[error(transparent)]
    Memory(#[from] TimingError),
    /// The engine cannot be built.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The engine for a machine whose microcode is this build of ours, with the costs derived from that.
///
/// # Errors
/// When the engine cannot stand for the machine or `image` does not fit it.
pub fn engine(config: &MachineConfig, build: Build, image: &[u32]) -> Result<Engine, Error> {
    let program = microcode::jvm(build);
    let costs = derived_costs(config, &program)?;
    let config = engine_config(config, build)?;
    Ok(Engine::new(&config, costs, image, &program.stack_ram)?)
}

/// What the engine has to know of a machine whose microcode is this build of ours.
///
/// # Errors
/// When the configuration is none, or has what the engine lacks.
pub fn engine_config(config: &MachineConfig, build: Build) -> Result<EngineConfig, Error> {
    config.check()?;
    if config.data_cache {
        return Err(Error::NoModel("data_cache = true"));
    }
    if config.stack_ram == StackRamKind::NewData {
        return Err(Error::NoModel("stack_ram = \"new-data\""));
    }
    Ok(EngineConfig {
        clk_freq_hz: config.clk_freq_hz,
        memory_words: config.memory_words,
        spm_width: config.spm_width,
        method_cache: config.method_cache,
        jpc_width: config.jpc_width,
        block_bits: config.block_bits,
        object_cache: config.object_cache,
        ram_width: config.ram_width,
        uart: match config.uart {
            config::UartKind::Instant => UartKind::Instant,
            config::UartKind::Timed => UartKind::Timed {
                baud: config.uart_baud,
                tx_depth: config.uart_tx_depth,
                rx_depth: config.uart_rx_depth,
            },
        },
        checks: match build {
            Build::Jop => Checks::Hardware,
            Build::Strict => Checks::Strict,
        },
    })
}

/// Costs derived from a microcode, for the memory of a machine.
///
/// # Errors
/// When the memory is none that the formulas know.
pub fn derived_costs(config: &MachineConfig, program: &Program) -> Result<EvaluatedTable, Error> {
    Ok(cost_model::evaluated(
        program,
        memory_kind(config.memory),
        config.ram_cnt,
    )?)
}

/// A table's costs for the memory of a machine.
///
/// # Errors
/// When the memory is none that the formulas know.
pub fn costs_of(table: &CostTable, config: &MachineConfig) -> Result<EvaluatedTable, Error> {
    let timing = MemoryTiming::of(memory_kind(config.memory), config.ram_cnt)?;
    Ok(table.evaluate(timing))
}

/// The memory's name in cost tables.
#[must_use]
pub fn memory_kind(kind: config::MemoryKind) -> MemoryKind {
    match kind {
        config::MemoryKind::Sram32 => MemoryKind::Sram32,
        config::MemoryKind::Sram16 => MemoryKind::Sram16,
        config::MemoryKind::Ssram32 => MemoryKind::Ssram32,
    }
}
