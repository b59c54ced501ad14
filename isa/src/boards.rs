//! Boards of several processors by name (spec 07 section 10).

use crate::{ArbiterKind, LockUnitKind, MachineConfig, MemoryKind, Processors, Slots, System};

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Name of its top.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its processors.
    pub system: System,
}

/// Tops that describe no hardware, with the reason.
pub const NO_BOARDS: [(&str, &str); 4] = [
    ("jopmul_512x32_cache", NO_SLOTS),
    ("jopmul_256x16", NO_SLOTS),
    ("jopmul_256x16_cache", NO_SLOTS),
    (
        "ml401",
        "its number of processors is the constant 1; `ram_cnt = 3` and `jpc_width = 11` are its machine",
    ),
];

const NO_SLOTS: &str = "its top passes no slot, read_gap and write_gap to the arbiter, which have no default: it does not elaborate";

const CLOCK: u32 = 60_000_000;

/// Every board.
#[must_use]
pub fn all() -> [Board; 3] {
    let cyclone = MachineConfig {
        clk_freq_hz: CLOCK,
        ram_cnt: 2,
        jpc_width: 11,
        block_bits: 4,
        spm_width: 8,
        ..MachineConfig::default()
    };
    let de2_70 = MachineConfig {
        clk_freq_hz: CLOCK,
        memory: MemoryKind::Ssram32,
        ram_cnt: 3,
        jpc_width: 12,
        block_bits: 5,
        ..MachineConfig::default()
    };
    [
        Board {
            name: "jopmul",
            about: "three processors on Cyclone, 32-bit SRAM, a scratchpad each",
            system: on(cyclone, 3, (3, 1, 2)),
        },
        Board {
            name: "jopmul_512x32",
            about: "two processors on DE2-70, SSRAM",
            system: on(de2_70.clone(), 2, (3, 2, 2)),
        },
        Board {
            name: "reprap",
            about: "four processors on DE2-70, SSRAM: a controller of 3D printers",
            system: on(de2_70, 4, (3, 2, 2)),
        },
    ]
}

/// The board with a name.
#[must_use]
pub fn named(name: &str) -> Option<Board> {
    all().into_iter().find(|board| board.name == name)
}

fn on(machine: MachineConfig, cores: u8, (slot, read_gap, write_gap): (u8, u8, u8)) -> System {
    let slots = Slots {
        slot,
        read_gap,
        write_gap,
    };
    System {
        machine,
        processors: Some(Processors {
            cores,
            arbiter: ArbiterKind::Tdma(slots),
            lock_unit: LockUnitKind::Ihlu,
        }),
    }
}
