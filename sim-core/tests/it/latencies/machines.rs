//! The machines whose wait states the closed forms of spec 04 speak of.

use isa::{MachineConfig, MemoryKind};

/// A machine and the wait states of its main memory.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) config: MachineConfig,
    /// Read wait states.
    pub(super) r: usize,
    /// Write wait states.
    pub(super) w: usize,
}

impl Target {
    fn new(memory: MemoryKind, ram_cnt: u8) -> Self {
        let n = usize::from(ram_cnt);
        let (r, w) = match memory {
            MemoryKind::Sram32 => (n - 1, n),
            MemoryKind::Sram16 => (2 * n - 1, 2 * n + 1),
            MemoryKind::Ssram32 => (n - 1, n - 1),
        };
        let config = MachineConfig {
            memory,
            ram_cnt,
            ..MachineConfig::default()
        };
        Self { config, r, w }
    }

    pub(super) fn name(&self) -> String {
        format!(
            "{:?} with ram_cnt = {}",
            self.config.memory, self.config.ram_cnt
        )
    }

    /// The same with a scratchpad of 256 words.
    pub(super) fn with_scratchpad(mut self) -> Self {
        self.config.spm_width = 8;
        self
    }

    /// The same with the object cache.
    pub(super) fn with_object_cache(mut self) -> Self {
        self.config.object_cache = true;
        self
    }
}

/// A machine with 32-bit SRAM.
pub(super) fn sram32(ram_cnt: u8) -> Target {
    Target::new(MemoryKind::Sram32, ram_cnt)
}

/// Every memory the closed forms hold for: `ram_cnt` 1 to 14, but not the 16-bit SRAM with 1, whose `rdy_cnt`
/// skips the value 2, nor the synchronous SRAM with 1, which does not work.
pub(super) fn closed_form() -> impl Iterator<Item = Target> {
    let sram32 = (1..=14).map(|n| Target::new(MemoryKind::Sram32, n));
    let sram16 = (2..=14).map(|n| Target::new(MemoryKind::Sram16, n));
    let ssram32 = (2..=14).map(|n| Target::new(MemoryKind::Ssram32, n));
    sram32.chain(sram16).chain(ssram32)
}

/// The exception: 16-bit SRAM with `ram_cnt` = 1, whose reads show 3, 1, 0.
pub(super) fn fastest_sram16() -> Target {
    Target::new(MemoryKind::Sram16, 1)
}

/// `x`, but at least 1.
pub(super) fn m(x: usize) -> usize {
    x.max(1)
}
