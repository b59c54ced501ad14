//! The method cache of the hardware: variable number of blocks for a method, replaced first in, first out.
//!
//! Only the first block of a method carries its tag; the tags of its other blocks are zero. There is no
//! valid bit: an empty tag is zero, so a method at address 0 always hits.
//!
//! Quirks (spec 05 section 1):
//! - Of several blocks with the same tag the highest one answers.
//! - Which tags a miss clears is computed while the tags are compared, from the length of that cycle.

use bitvec::vec::BitVec;
use serde::{Deserialize, Serialize};

use crate::{Geometry, Lookup, LookupState, MethodCache};

/// Registers of the FIFO variable-block method cache.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FifoCache {
    geometry: Geometry,
    /// Step of the lookup. Reset idle.
    pub state: LookupState,
    ready: bool,
    in_cache: bool,
    /// First block of the method of the last lookup. Reset 0.
    block: u32,
    /// Block that the next missing method starts in. Reset 0.
    pub next: u32,
    /// Method address in the first block of each method. Reset 0.
    tags: Vec<u32>,
    /// Blocks that the allocation takes over. No reset.
    #[serde(with = "crate::bits")]
    clear: BitVec,
}

impl FifoCache {
    /// An empty cache, as after reset.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let blocks = geometry.blocks() as usize;
        Self {
            geometry,
            state: LookupState::Idle,
            ready: true,
            in_cache: false,
            block: 0,
            next: 0,
            tags: vec![0; blocks],
            clear: BitVec::repeat(false, blocks),
        }
    }

    /// Method address whose code starts in each block; 0 where none does.
    #[must_use]
    pub fn tags(&self) -> &[u32] {
        &self.tags
    }

    /// Checks that a restored cache fits `fresh`: same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let lengths = [self.tags.len(), self.clear.len()];
        self.geometry == fresh.geometry
            && lengths == [fresh.tags.len(); 2]
            && self.block.max(self.next) < self.geometry.blocks()
    }

    /// The highest block with this tag.
    #[inline]
    fn place(&self, address: u32) -> Option<u32> {
        // Without an early end, so that tags are compared at once.
        if let Ok(tags) = <&[u32; 16]>::try_from(&self.tags[..]) {
            let mut found = 0_u32;
            for (n, tag) in tags.iter().enumerate() {
                found |= if *tag == address { 1 << n } else { 0 };
            }
            return found.checked_ilog2();
        }
        let place = self.tags.iter().rposition(|tag| *tag == address);
        place.map(|place| place as u32)
    }

    #[inline]
    fn compare(&mut self, address: u32, length: u32) {
        let place = self.place(address);
        self.answer(place, length);
    }

    #[inline]
    fn answer(&mut self, place: Option<u32>, length: u32) {
        self.mark_blocks_to_clear(length);
        match place {
            Some(block) => {
                self.block = block;
                self.in_cache = true;
                self.state = LookupState::Idle;
            }
            None => {
                self.block = self.next;
                self.in_cache = false;
                self.state = LookupState::Allocate;
            }
        }
    }

    #[inline]
    fn mark_blocks_to_clear(&mut self, length: u32) {
        let blocks = self.tags.len();
        // One word has the bits of all blocks in most caches, twice.
        if let ([word], 1..=32) = (self.clear.as_raw_mut_slice(), blocks) {
            // A method takes at most all blocks.
            let all = (1u64 << blocks) - 1;
            let marks = (1u64 << (self.geometry.further_blocks(length) + 1)) - 1;
            *word = ((marks << self.next | marks >> (blocks as u32 - self.next)) & all) as usize;
            return;
        }
        self.clear.fill(false);
        for i in 0..=self.geometry.further_blocks(length) as usize {
            self.clear.set((self.next as usize + i) % blocks, true);
        }
    }

    #[inline]
    fn allocate(&mut self, address: u32, length: u32) {
        if let [word] = self.clear.as_raw_slice() {
            let mut marks = *word;
            while marks != 0 {
                if let Some(tag) = self.tags.get_mut(marks.trailing_zeros() as usize) {
                    *tag = 0;
                }
                marks &= marks - 1;
            }
        } else {
            for block in self.clear.iter_ones() {
                self.tags[block] = 0;
            }
        }
        self.tags[self.next as usize] = address;
        self.next =
            (self.next + self.geometry.further_blocks(length) + 1) & (self.geometry.blocks() - 1);
        self.state = LookupState::Idle;
    }
}

impl MethodCache for FifoCache {
    fn clock(&mut self, find: bool, address: u32, length: u32) {
        match self.state {
            LookupState::Idle => {
                self.ready = !find;
                if find {
                    self.state = LookupState::Compare;
                }
            }
            LookupState::Compare => self.compare(address, length),
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
        self.geometry.first_word(self.block)
    }

    fn is_idle(&self) -> bool {
        self.ready && self.state == LookupState::Idle
    }

    #[inline]
    fn lookup(&mut self, address: u32, length: u32) -> Lookup {
        while !self.is_idle() {
            self.clock(false, address, length);
        }
        self.compare(address, length);
        if !self.in_cache {
            self.allocate(address, length);
        }
        (self.ready, self.state) = (true, LookupState::Idle);
        Lookup {
            hit: self.in_cache,
            start_word: self.start_word(),
        }
    }

    #[inline]
    fn look_up_again(&mut self, answer: Lookup, address: u32, length: u32) {
        let block = self.geometry.block_of(answer.start_word);
        self.answer(answer.hit.then_some(block), length);
        if !answer.hit {
            self.allocate(address, length);
        }
        (self.ready, self.state) = (true, LookupState::Idle);
    }

    #[inline]
    fn peek(&self, address: u32, _length: u32) -> Lookup {
        let found = self.place(address);
        let block = found.unwrap_or(self.next);
        Lookup {
            hit: found.is_some(),
            start_word: self.geometry.first_word(block),
        }
    }
}
