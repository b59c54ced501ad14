//! A machine in one line.

use isa::{MachineConfig, MemoryKind, Processors, UartKind};
use method_cache::OrganisationKind;

use crate::output::method_blocks::{StudiedBlocks, studied_blocks};

/// Clock, memory and caches; options far from usual runs are named only where they differ from the default.
pub(crate) fn summary(config: &MachineConfig) -> String {
    let memory = match config.memory {
        MemoryKind::Sram32 => "32-bit SRAM",
        MemoryKind::Sram16 => "16-bit SRAM",
        MemoryKind::Ssram32 => "32-bit SSRAM",
    };
    let mut parts = vec![
        format!("{} MHz", megahertz(config)),
        format!(
            "{} of {memory}",
            kilobytes(4 * u64::from(config.memory_words))
        ),
        format!("ram_cnt {}", config.ram_cnt),
        method_cache(config),
        format!(
            "object cache {}",
            if config.object_cache { "on" } else { "off" }
        ),
    ];
    let mut also = |differs: bool, text: String| {
        if differs {
            parts.push(text);
        }
    };
    let default = MachineConfig::default();
    also(config.data_cache, "data cache on".to_owned());
    also(
        config.spm_width > 0,
        format!("scratchpad {}", kilobytes(4 << config.spm_width)),
    );
    also(
        config.ram_width != default.ram_width,
        format!("stack RAM {} words", 1 << config.ram_width),
    );
    also(
        config.stack_ram != default.stack_ram,
        "stack RAM reads new data".to_owned(),
    );
    also(
        config.uart == UartKind::Timed,
        format!("UART {} baud", config.uart_baud),
    );
    parts.join(", ")
}

/// Several processors and what is between them.
pub(crate) fn processors(processors: &Processors) -> String {
    let Processors {
        cores,
        arbiter,
        lock_unit,
    } = processors;
    let slots = arbiter.slots().map(|it| {
        format!(
            " (slot {}, gaps {} and {})",
            it.slot, it.read_gap, it.write_gap
        )
    });
    format!(
        "{cores} cores, {}{}, lock unit {lock_unit}",
        arbiter.name(),
        slots.unwrap_or_default()
    )
}

fn method_cache(config: &MachineConfig) -> String {
    let size = kilobytes(1 << config.jpc_width);
    match config.method_cache {
        OrganisationKind::Fifo => {
            format!("method cache {size} in {} blocks", 1 << config.block_bits)
        }
        OrganisationKind::OneBlock => format!("method cache {size} for one method"),
        OrganisationKind::TwoBlock => format!("method cache {size} in two halves"),
        OrganisationKind::Studied(name) => {
            let has_none = |geometry| studied_blocks(name, geometry) == StudiedBlocks::None;
            let blocks = match config.geometry().is_ok_and(has_none) {
                true => String::new(),
                false => format!(" in {} blocks", 1 << config.block_bits),
            };
            format!("method cache {} {size}{blocks}", name.name())
        }
    }
}

fn kilobytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KB", bytes as f64 / 1024.0),
        _ => format!("{} MB", bytes as f64 / 1_048_576.0),
    }
}

/// Clock frequency. Unit: MHz.
pub(crate) fn megahertz(config: &MachineConfig) -> f64 {
    f64::from(config.clk_freq_hz) / 1e6
}
