//! The method cache at the level of lookups: the hardware's organisations.

use method_cache::replay::{Call, CallKind, FifoBlocks, Model};
use method_cache::{Geometry, MethodCache, Organisation, OrganisationKind};

/// A method cache.
#[derive(Debug, Clone)]
pub(crate) enum Lookups {
    /// The hardware's default, as the model that replays it.
    Fifo(FifoBlocks),
    /// Others, clocked.
    Clocked(Organisation),
}

impl Lookups {
    /// An empty cache.
    pub(crate) fn new(kind: OrganisationKind, geometry: Geometry) -> Self {
        match kind {
            OrganisationKind::Fifo => Self::Fifo(FifoBlocks::new(geometry)),
            kind => Self::Clocked(Organisation::new(kind, geometry)),
        }
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
