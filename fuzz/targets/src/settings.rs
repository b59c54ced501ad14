//! TOML: machines, cost tables, manifests and goldens of timing checks.

use std::path::Path;

use cost_model::CostTable;
use isa::MachineConfig;
use regression::check::{Golden, Manifest};

use crate::short_run::{MICROCODE, short_run};

/// A machine with more memory takes longer to make than to run. Unit: words.
const MOST_MEMORY: u32 = 1 << 18;

/// The first byte says what the rest is.
pub fn settings(input: &[u8]) {
    let Some((kind, contents)) = input.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(contents);
    let file = Path::new("fuzz.toml");
    match kind % 4 {
        0 => machine(&text),
        1 => _ = CostTable::from_toml(&text),
        2 => _ = Manifest::parse(file, &text),
        _ => _ = Golden::parse(file, &text),
    }
}

fn machine(text: &str) {
    let Ok(config) = MachineConfig::from_toml(text) else {
        return;
    };
    if config.memory_words <= MOST_MEMORY {
        short_run(&config, &MICROCODE, &[1]);
    }
}
