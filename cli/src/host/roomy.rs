//! The machine with the name `roomy`.

use std::ffi::OsString;

use isa::MachineConfig;

/// Name that is accepted in place of a file.
pub(crate) const ROOMY: &str = "roomy";

/// The machine with this name: the deepest stack that there is, and four times the usual memory.
pub(crate) fn roomy() -> MachineConfig {
    MachineConfig {
        ram_width: 10,
        memory_words: 1 << 20,
        ..MachineConfig::default()
    }
}

/// Index after the option of a command line that names [`ROOMY`].
pub(crate) fn after_roomy(words: &[OsString]) -> Option<usize> {
    const OPTIONS: [&str; 2] = ["--machine", "--config"];
    words.iter().enumerate().find_map(|(at, word)| {
        let word = word.to_str()?;
        if OPTIONS.contains(&word) && words.get(at + 1).is_some_and(|name| name == ROOMY) {
            return Some(at + 2);
        }
        let (option, name) = word.split_once('=')?;
        (OPTIONS.contains(&option) && name == ROOMY).then_some(at + 1)
    })
}
