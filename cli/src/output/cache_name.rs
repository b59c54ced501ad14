//! Method caches and code without a name, as people call them.

use isa::MachineConfig;

/// `fifo, 4096 bytes in 16 blocks`.
pub(crate) fn cache_name(machine: &MachineConfig) -> String {
    let organisation = machine.method_cache.name();
    match machine.geometry() {
        Ok(geometry) => format!(
            "{organisation}, {} bytes in {} blocks",
            geometry.words() * 4,
            geometry.blocks()
        ),
        Err(_) => organisation.to_owned(),
    }
}

/// Code at a word address that no symbol names.
pub(crate) fn unnamed(address: u32) -> String {
    format!("(code at word {address})")
}
