//! A method cache that no hardware has, on the machine: the tags of an organisation of [`crate::replay`] behind the pins
//! of the hardware's caches, a lookup taking the FIFO cache's cycles.
//!
//! - The answer is that of the organisation's definition.
//! - Every method begins at word 0 of the bytecode RAM. The machine puts the words of a hit there when the lookup is
//!   answered, at no cost: which words a cache has and where is the organisation's business, not the RAM's.
//!
//! So words that a program writes into code are seen on a hit, too. No program of ours does.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::replay::{Call, CallKind, LiveModel, Shape, Unbuildable, organisation};
use crate::{Geometry, Lookup, LookupState, MethodCache};

/// Registers of the lookup, and the organisation's state.
pub struct StudiedCache {
    name: &'static str,
    shape: Shape,
    /// Step of the lookup. Reset idle.
    pub state: LookupState,
    ready: bool,
    in_cache: bool,
    cache: Box<dyn LiveModel>,
}

impl StudiedCache {
    /// An empty cache of the organisation of a name.
    ///
    /// # Errors
    /// When there is none of this name and shape that a machine can run.
    pub fn new(name: &str, geometry: Geometry) -> Result<Self, Unbuildable> {
        let shape = Shape::of(geometry);
        let known = organisation(name)
            .ok_or_else(|| Unbuildable("no organisation of this name is known".to_owned()))?;
        known.longest_method(shape)?;
        let cache = known.live(shape).ok_or_else(|| {
            Unbuildable("the organisation is for replays, and no machine can run it".to_owned())
        })?;
        Ok(Self {
            name: known.name(),
            shape,
            state: LookupState::Idle,
            ready: true,
            in_cache: false,
            cache,
        })
    }

    /// Name of the organisation.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Checks that a restored cache fits `fresh`: same organisation and shape.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        (self.name, self.shape) == (fresh.name, fresh.shape)
    }
}

/// A lookup as the organisation sees it. Machines do not tell it whether the method is invoked or returned to.
fn call(address: u32, length: u32) -> Call {
    Call {
        method: address << 10 | length & 0x3FF,
        tag: address,
        address,
        length,
        kind: CallKind::Invoke,
    }
}

impl MethodCache for StudiedCache {
    fn clock(&mut self, find: bool, address: u32, length: u32) {
        match self.state {
            LookupState::Idle => {
                self.ready = !find;
                if find {
                    self.state = LookupState::Compare;
                }
            }
            LookupState::Compare => {
                self.in_cache = self.cache.lookup(&call(address, length));
                self.state = if self.in_cache {
                    LookupState::Idle
                } else {
                    LookupState::Allocate
                };
            }
            LookupState::Allocate => self.state = LookupState::Idle,
        }
    }

    fn ready(&self) -> bool {
        self.ready
    }

    fn in_cache(&self) -> bool {
        self.in_cache
    }

    fn start_word(&self) -> u32 {
        0
    }

    fn is_idle(&self) -> bool {
        self.ready && self.state == LookupState::Idle
    }

    fn peek(&self, address: u32, length: u32) -> Lookup {
        Lookup {
            hit: self.cache.copy().lookup(&call(address, length)),
            start_word: 0,
        }
    }
}

/// Everything that can be saved.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Saved {
    name: String,
    shape: Shape,
    state: LookupState,
    ready: bool,
    in_cache: bool,
    cache: Vec<u8>,
}

impl StudiedCache {
    fn saved(&self) -> Saved {
        Saved {
            name: self.name.to_owned(),
            shape: self.shape,
            state: self.state,
            ready: self.ready,
            in_cache: self.in_cache,
            cache: self.cache.save(),
        }
    }
}

impl Clone for StudiedCache {
    fn clone(&self) -> Self {
        Self {
            cache: self.cache.copy(),
            ..*self
        }
    }
}

impl PartialEq for StudiedCache {
    fn eq(&self, other: &Self) -> bool {
        self.saved() == other.saved()
    }
}

impl Eq for StudiedCache {}

impl std::fmt::Debug for StudiedCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.saved().fmt(f)
    }
}

impl Serialize for StudiedCache {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.saved().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StudiedCache {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let saved = Saved::deserialize(deserializer)?;
        let mut cache = Self::new(&saved.name, saved.shape.geometry).map_err(|reason| {
            D::Error::custom(format!("method cache {}: {}", saved.name, reason.0))
        })?;
        if !cache.cache.restore(&saved.cache) || cache.shape != saved.shape {
            return Err(D::Error::custom("the method cache is damaged"));
        }
        (cache.state, cache.ready, cache.in_cache) = (saved.state, saved.ready, saved.in_cache);
        Ok(cache)
    }
}
