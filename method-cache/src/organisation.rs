//! Choice of an organisation at run time, without a virtual call in the machine's cycle loop.

use serde::{Deserialize, Serialize};

use isa::{ConfigError, Geometry, MachineConfig, OrganisationKind};

use crate::replay::Unbuildable;
use crate::{
    FifoCache, Lookup, LookupState, MethodCache, OneBlockCache, StudiedCache, TwoBlockCache,
};

/// Any organisation that a machine can have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Organisation {
    /// Variable blocks, first in, first out.
    Fifo(FifoCache),
    /// One method, every lookup a miss.
    OneBlock(OneBlockCache),
    /// Two halves of 128 words.
    TwoBlock(TwoBlockCache),
    /// One that no hardware has.
    Studied(StudiedCache),
}

impl Organisation {
    /// An empty cache of the given kind; `geometry` does not matter to the one-block and the two-block cache.
    ///
    /// # Errors
    /// When a studied organisation is not known or does not exist in this geometry.
    pub fn new(kind: OrganisationKind, geometry: Geometry) -> Result<Self, Unbuildable> {
        Ok(match kind {
            OrganisationKind::Fifo => Self::Fifo(FifoCache::new(geometry)),
            OrganisationKind::OneBlock => Self::OneBlock(OneBlockCache::new()),
            OrganisationKind::TwoBlock => Self::TwoBlock(TwoBlockCache::new()),
            OrganisationKind::Studied(name) => {
                Self::Studied(StudiedCache::new(name.name(), geometry)?)
            }
        })
    }

    /// The empty cache of a machine.
    ///
    /// # Errors
    /// When the machine can have none.
    pub fn of(config: &MachineConfig) -> Result<Self, ConfigError> {
        Self::new(config.method_cache, config.geometry()?).map_err(|reason| {
            ConfigError::Combination(format!(
                "method_cache = \"{}\": {}",
                config.method_cache, reason.0
            ))
        })
    }

    /// The words of a hit are not in the bytecode RAM by themselves: whoever runs the machine puts them there.
    #[inline]
    #[must_use]
    pub fn needs_words(&self) -> bool {
        matches!(self, Self::Studied(_))
    }

    /// Checks that a restored cache fits `fresh`: same kind and sizes, no value wider than its register.
    #[must_use]
    pub fn fits(&self, fresh: &Self) -> bool {
        match (self, fresh) {
            (Self::Fifo(cache), Self::Fifo(fresh)) => cache.fits(fresh),
            (Self::OneBlock(_), Self::OneBlock(_)) => true,
            (Self::TwoBlock(cache), Self::TwoBlock(_)) => cache.fits(),
            (Self::Studied(cache), Self::Studied(fresh)) => cache.fits(fresh),
            _ => false,
        }
    }
}

macro_rules! delegate {
    ($self:ident, $cache:ident => $call:expr) => {
        match $self {
            Organisation::Fifo($cache) => $call,
            Organisation::OneBlock($cache) => $call,
            Organisation::TwoBlock($cache) => $call,
            Organisation::Studied($cache) => $call,
        }
    };
}

impl Organisation {
    /// Step of the lookup.
    #[must_use]
    pub fn state(&self) -> LookupState {
        delegate!(self, cache => cache.state)
    }

    /// Block, or half, that the next missing method goes to; 0 without a choice.
    #[must_use]
    pub fn next(&self) -> u32 {
        match self {
            Self::Fifo(cache) => cache.next,
            Self::OneBlock(_) | Self::Studied(_) => 0,
            Self::TwoBlock(cache) => cache.next,
        }
    }

    /// Method address of each block, or half; empty without tags.
    #[must_use]
    pub fn tags(&self) -> &[u32] {
        match self {
            Self::Fifo(cache) => cache.tags(),
            Self::OneBlock(_) | Self::Studied(_) => &[],
            Self::TwoBlock(cache) => &cache.tags,
        }
    }
}

impl MethodCache for Organisation {
    fn clock(&mut self, find: bool, address: u32, length: u32) {
        delegate!(self, cache => cache.clock(find, address, length));
    }

    fn ready(&self) -> bool {
        delegate!(self, cache => cache.ready())
    }

    fn in_cache(&self) -> bool {
        delegate!(self, cache => cache.in_cache())
    }

    fn start_word(&self) -> u32 {
        delegate!(self, cache => cache.start_word())
    }

    fn lookup(&mut self, address: u32, length: u32) -> Lookup {
        delegate!(self, cache => cache.lookup(address, length))
    }

    #[inline]
    fn look_up_again(&mut self, answer: Lookup, address: u32, length: u32) {
        delegate!(self, cache => cache.look_up_again(answer, address, length));
    }

    fn is_idle(&self) -> bool {
        delegate!(self, cache => cache.is_idle())
    }

    #[inline]
    fn peek(&self, address: u32, length: u32) -> Lookup {
        delegate!(self, cache => cache.peek(address, length))
    }
}

/// Checks that a machine can have its method cache, organisations that no hardware has included.
///
/// # Errors
/// When there is no such organisation, or it does not exist in this size and number of blocks.
pub fn check(config: &MachineConfig) -> Result<(), ConfigError> {
    Organisation::of(config).map(|_| ())
}
