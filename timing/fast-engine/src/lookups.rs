//! The method cache at the level of lookups: the hardware's organisations, and studied ones.

use isa::{ConfigError, MachineConfig, OrganisationKind};
use method_cache::replay::{Call, CallKind, FifoBlocks, Model};
use method_cache::{MethodCache, Organisation};

/// A method cache.
#[derive(Debug, Clone)]
pub(crate) enum Lookups {
    /// The hardware's default, as the model that replays it.
    Fifo(FifoBlocks),
    /// Others, clocked.
    Clocked(Organisation),
}

impl Lookups {
    /// The empty cache of a machine.
    pub(crate) fn new(config: &MachineConfig) -> Result<Self, ConfigError> {
        Ok(match config.method_cache {
            OrganisationKind::Fifo => Self::Fifo(FifoBlocks::new(config.geometry()?)),
            _ => Self::Clocked(Organisation::of(config)?),
        })
    }

    /// Looks for the method at an address, with the 10 bits of its length, and loads it if it is not there; tells whether it
    /// was.
    #[inline]
    pub(crate) fn find(&mut self, address: u32, length: u32) -> bool {
        match self {
            Self::Fifo(blocks) => blocks.lookup(&Call {
                // The model wants different numbers for different addresses; the address is one.
                method: address,
                tag: address,
                address,
                length,
                kind: CallKind::Invoke,
            }),
            Self::Clocked(cache) => cache.lookup(address, length).hit,
        }
    }
}
