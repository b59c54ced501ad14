//! Machines of predictions, by name.

use isa::MachineConfig;

/// A machine.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedMachine {
    /// Its name in results.
    pub name: String,
    /// Its options.
    pub config: MachineConfig,
}

/// No method cache to speak of, 1, 4 and 8 KB, each on memories with `ram_cnt` 2, 3 and 6; all else as in `base`.
///
/// Without a cache means one block of 4 KB: whatever is called or returned to is loaded.
#[must_use]
pub fn twelve_machines(base: &MachineConfig) -> Vec<NamedMachine> {
    use method_cache::OrganisationKind::{Fifo, OneBlock};
    let caches = [
        ("no cache", OneBlock, 12, 4),
        ("1 KB", Fifo, 10, 3),
        ("4 KB", Fifo, 12, 4),
        ("8 KB", Fifo, 13, 4),
    ];
    let mut machines = Vec::with_capacity(12);
    for (name, method_cache, jpc_width, block_bits) in caches {
        for ram_cnt in [2, 3, 6] {
            machines.push(NamedMachine {
                name: format!("{name}, ram_cnt {ram_cnt}"),
                config: MachineConfig {
                    method_cache,
                    jpc_width,
                    block_bits,
                    ram_cnt,
                    ..base.clone()
                },
            });
        }
    }
    machines
}
