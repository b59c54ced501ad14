//! A single method without a cache: every lookup misses and the method is loaded to the start of the RAM.

use serde::{Deserialize, Serialize};

use crate::{Lookup, LookupState, MethodCache};

/// Registers of the one-block variant. `in_cache` and the start address are constant zero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneBlockCache {
    /// Step of the lookup. Reset idle.
    pub state: LookupState,
    ready: bool,
}

impl OneBlockCache {
    /// The variant as after reset.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: LookupState::Idle,
            ready: true,
        }
    }
}

impl Default for OneBlockCache {
    fn default() -> Self {
        Self::new()
    }
}

impl MethodCache for OneBlockCache {
    fn clock(&mut self, find: bool, _address: u32, _length: u32) {
        self.state = match self.state {
            LookupState::Idle => {
                self.ready = !find;
                if find {
                    LookupState::Compare
                } else {
                    LookupState::Idle
                }
            }
            LookupState::Compare => LookupState::Allocate,
            LookupState::Allocate => LookupState::Idle,
        };
    }

    fn ready(&self) -> bool {
        self.ready
    }

    fn in_cache(&self) -> bool {
        false
    }

    fn start_word(&self) -> u32 {
        0
    }

    fn is_idle(&self) -> bool {
        self.ready && self.state == LookupState::Idle
    }

    fn peek(&self, _address: u32, _length: u32) -> Lookup {
        Lookup {
            hit: false,
            start_word: 0,
        }
    }
}
