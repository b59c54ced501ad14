//! The configuration of a golden trace's hardware.

use isa::{ArbiterKind, LockUnitKind, MachineConfig, MemoryKind, Processors, Slots, UartKind};
use method_cache::OrganisationKind;
use serde::Deserialize;

/// The configuration as a vector writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorConfig {
    jpc_width: u8,
    block_bits: u8,
    method_cache: OrganisationKind,
    /// True if the object cache answers.
    pub object_cache: bool,
    ram_width: u8,
    /// Read wait states: `ram_cnt` - 1.
    ram_ws: u8,
    clk_freq_hz: u32,
    memory_words: u32,
    #[serde(default = "sram32")]
    memory: MemoryKind,
    #[serde(default)]
    spm_width: u8,
    #[serde(default)]
    data_cache: bool,
    #[serde(default = "instant")]
    uart: UartKind,
    uart_baud: Option<u32>,
    uart_tx_depth: Option<u8>,
    uart_rx_depth: Option<u8>,
    /// Number of processors; vectors of one have no such key.
    pub cpus: Option<u8>,
    arbiter: Option<Arbiter>,
    #[serde(default)]
    slot: u8,
    #[serde(default)]
    read_gap: u8,
    #[serde(default)]
    write_gap: u8,
    lock_unit: Option<LockUnitKind>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Arbiter {
    Tdma,
    RoundRobin,
    Fair,
    FixedPriority,
}

fn instant() -> UartKind {
    UartKind::Instant
}

fn sram32() -> MemoryKind {
    MemoryKind::Sram32
}

impl VectorConfig {
    /// The machine that the vector was run on.
    #[must_use]
    pub fn machine(&self) -> MachineConfig {
        let default = MachineConfig::default();
        MachineConfig {
            clk_freq_hz: self.clk_freq_hz,
            memory: self.memory,
            memory_words: self.memory_words,
            ram_cnt: self.ram_ws.saturating_add(1),
            spm_width: self.spm_width,
            jpc_width: self.jpc_width,
            block_bits: self.block_bits,
            method_cache: self.method_cache,
            object_cache: self.object_cache,
            ram_width: self.ram_width,
            data_cache: self.data_cache,
            uart: self.uart,
            uart_baud: self.uart_baud.unwrap_or(default.uart_baud),
            uart_tx_depth: self.uart_tx_depth.unwrap_or(default.uart_tx_depth),
            uart_rx_depth: self.uart_rx_depth.unwrap_or(default.uart_rx_depth),
            ..default
        }
    }

    /// The processors that the vector was run on, if there are several.
    #[must_use]
    pub fn processors(&self) -> Option<Processors> {
        let slots = Slots {
            slot: self.slot,
            read_gap: self.read_gap,
            write_gap: self.write_gap,
        };
        let arbiter = match self.arbiter? {
            Arbiter::Tdma => ArbiterKind::Tdma(slots),
            Arbiter::RoundRobin => ArbiterKind::RoundRobin,
            Arbiter::Fair => ArbiterKind::Fair,
            Arbiter::FixedPriority => ArbiterKind::FixedPriority,
        };
        Some(Processors {
            cores: self.cpus?,
            arbiter,
            lock_unit: self.lock_unit.unwrap_or(LockUnitKind::None),
        })
    }

    /// The reason why no machine has this configuration.
    pub(super) fn problem(&self) -> Option<String> {
        if self.cpus.is_some() != self.arbiter.is_some() {
            return Some("`cpus` and `arbiter` need each other".to_owned());
        }
        let machine = self.machine();
        if let Err(error) = machine.check() {
            return Some(error.to_string());
        }
        let checked = self.processors()?.check(&machine);
        checked.err().map(|error| error.to_string())
    }
}
