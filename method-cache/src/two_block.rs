//! The older method cache: two halves of 128 words, each with one method.
//!
//! A method of 128 words or more takes both halves. The half that is not selected is replaced next.

use serde::{Deserialize, Serialize};

use crate::{Lookup, LookupState, MethodCache};

/// Words of one half: the organisation exists for a bytecode RAM of 1 KB only.
const HALF_WORDS: u32 = 128;

/// Registers of the two-block cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TwoBlockCache {
    /// Step of the lookup. Reset idle.
    pub state: LookupState,
    ready: bool,
    in_cache: bool,
    /// Selected half, 0 or 1. Reset 0.
    half: u32,
    /// Half that the next missing method goes to. Reset 0; follows the selected half while idle.
    pub next: u32,
    /// Method address of each half. Reset 0.
    pub tags: [u32; 2],
}

impl TwoBlockCache {
    /// An empty cache, as after reset.
    #[must_use]
    pub fn new() -> Self {
        Self {
            state: LookupState::Idle,
            ready: true,
            in_cache: false,
            half: 0,
            next: 0,
            tags: [0; 2],
        }
    }

    /// Checks that no value is wider than its register.
    pub(crate) fn fits(&self) -> bool {
        self.half.max(self.next) <= 1
    }

    fn compare(&mut self, address: u32) {
        self.in_cache = self.tags.contains(&address);
        if self.in_cache {
            self.half = u32::from(self.tags[1] == address);
            self.state = LookupState::Idle;
        } else {
            self.half = self.next;
            self.state = LookupState::Allocate;
        }
    }

    fn allocate(&mut self, address: u32, length: u32) {
        self.tags[self.next as usize] = address;
        if length >= HALF_WORDS {
            self.tags[1 - self.next as usize] = 0;
        }
        self.state = LookupState::Idle;
    }
}

impl Default for TwoBlockCache {
    fn default() -> Self {
        Self::new()
    }
}

impl MethodCache for TwoBlockCache {
    fn clock(&mut self, find: bool, address: u32, length: u32) {
        match self.state {
            LookupState::Idle => {
                self.ready = !find;
                self.next = 1 - self.half;
                if find {
                    self.state = LookupState::Compare;
                }
            }
            LookupState::Compare => self.compare(address),
            LookupState::Allocate => self.allocate(address, length),
        }
    }

    fn ready(&self) -> bool {
        self.ready
    }

    fn in_cache(&self) -> bool {
        self.in_cache
    }

    fn start_word(&self) -> u32 {
        self.half * HALF_WORDS
    }

    fn is_idle(&self) -> bool {
        self.ready && self.state == LookupState::Idle && self.next != self.half
    }

    fn peek(&self, address: u32, _length: u32) -> Lookup {
        let hit = self.tags.contains(&address);
        let half = if hit {
            u32::from(self.tags[1] == address)
        } else {
            1 - self.half
        };
        Lookup {
            hit,
            start_word: half * HALF_WORDS,
        }
    }
}
