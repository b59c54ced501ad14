//! The FIFO organisation against a list of resident methods, and the examples of spec 05 section 1.
//!
//! The model knows no tags. It keeps the methods that are in the cache, each with the blocks it occupies,
//! and the block at which the next one goes in.

use crate::support::{Call, calls, check_timing, config, watch};
use method_cache::{FifoCache, Geometry, Lookup, MethodCache};
use proptest::prelude::*;

/// A method in the cache: its code starts in block `first` and ends `blocks` blocks later, around the end.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Resident {
    address: u32,
    first: u32,
    blocks: u32,
}

/// The resident methods, oldest first.
#[derive(Debug, Clone)]
struct Model {
    blocks: u32,
    block_words: u32,
    next: u32,
    residents: Vec<Resident>,
}

impl Model {
    fn new(geometry: Geometry) -> Self {
        Self {
            blocks: geometry.blocks(),
            block_words: geometry.words() / geometry.blocks(),
            next: 0,
            residents: Vec::new(),
        }
    }

    /// Every block a method occupies.
    fn range(&self, first: u32, count: u32) -> impl Iterator<Item = u32> + use<> {
        let blocks = self.blocks;
        (0..count).map(move |i| (first + i) % blocks)
    }

    fn call(&mut self, address: u32, length: u32) -> Lookup {
        let found = if address == 0 {
            self.last_block_without_a_start()
        } else {
            let resident = self.residents.iter().find(|r| r.address == address);
            resident.map(|r| r.first)
        };
        let answer = Lookup {
            hit: found.is_some(),
            start_word: found.unwrap_or(self.next) * self.block_words,
        };
        if !answer.hit {
            self.allocate(address, length);
        }
        answer
    }

    /// A block in which no method starts looks like one that holds the method at address 0.
    fn last_block_without_a_start(&self) -> Option<u32> {
        (0..self.blocks)
            .rev()
            .find(|&block| self.residents.iter().all(|r| r.first != block))
    }

    /// Methods lose their place with their first block.
    fn allocate(&mut self, address: u32, length: u32) {
        let count = length / self.block_words % self.blocks + 1;
        let claimed: Vec<_> = self.range(self.next, count).collect();
        self.residents.retain(|r| !claimed.contains(&r.first));
        if address != 0 {
            self.residents.push(Resident {
                address,
                first: self.next,
                blocks: count,
            });
        }
        self.next = (self.next + count) % self.blocks;
    }

    /// What the tags must be.
    fn tags(&self) -> Vec<u32> {
        let mut tags = vec![0; self.blocks as usize];
        for resident in &self.residents {
            tags[resident.first as usize] = resident.address;
        }
        tags
    }
}

fn geometry_of(jpc_width: u32, block_bits: u32) -> Geometry {
    Geometry::new(jpc_width, block_bits).expect("blocks have at least one word")
}

/// Geometries of the hardware and around: 64 B to 16 KB, from one block to blocks of one word.
fn geometry() -> impl Strategy<Value = Geometry> {
    (6u32..=14)
        .prop_flat_map(|jpc_width| (Just(jpc_width), 0..=(jpc_width - 2).min(8)))
        .prop_map(|(jpc_width, block_bits)| geometry_of(jpc_width, block_bits))
}

fn geometry_and_calls() -> impl Strategy<Value = (Geometry, Vec<Call>)> {
    geometry().prop_flat_map(|geometry| {
        let unit = geometry.words() / geometry.blocks();
        (Just(geometry), calls(unit, 60))
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_sequence_of_calls_hits_and_misses_as_the_list_of_resident_methods_says(
        (geometry, calls) in geometry_and_calls()
    ) {
        let mut cache = FifoCache::new(geometry);
        let mut model = Model::new(geometry);
        for (address, length) in calls {
            prop_assert_eq!(
                cache.lookup(address, length),
                model.call(address, length),
                "method {} of {} words", address, length
            );
            prop_assert_eq!(cache.tags(), &model.tags()[..]);
        }
    }

    /// Contiguous allocation never leaves a method whose tail was overwritten but whose first block was not,
    /// which no lookup could detect (spec 05, corner case 2).
    #[test]
    fn no_method_keeps_its_place_when_another_takes_one_of_its_blocks(
        (geometry, calls) in geometry_and_calls()
    ) {
        let mut model = Model::new(geometry);
        for (address, length) in calls {
            model.call(address, length);
            let mut owners = vec![0; geometry.blocks() as usize];
            for resident in &model.residents {
                for block in model.range(resident.first, resident.blocks) {
                    owners[block as usize] += 1;
                }
            }
            prop_assert!(owners.iter().all(|&n| n <= 1), "{:?}", model);
        }
    }

    #[test]
    fn every_answer_comes_in_its_cycle_and_does_not_depend_on_the_registers_during_find(
        (geometry, calls) in geometry_and_calls(),
        before in (0u32..1 << 18, 0u32..1024),
    ) {
        let mut cache = FifoCache::new(geometry);
        let mut model = Model::new(geometry);
        for method in calls {
            let cycles = watch(&mut cache, before, method);
            check_timing(&cycles, model.call(method.0, method.1));
            prop_assert!(cache.is_idle());
        }
    }

    #[test]
    fn clocks_without_find_change_nothing_when_idle(
        (geometry, calls) in geometry_and_calls(),
        noise in prop::collection::vec((0u32..1 << 18, 0u32..1024), 0..8),
    ) {
        let mut cache = FifoCache::new(geometry);
        let mut quiet = FifoCache::new(geometry);
        for (address, length) in calls {
            prop_assert_eq!(cache.lookup(address, length), quiet.lookup(address, length));
            for &(address, length) in &noise {
                cache.clock(false, address, length);
            }
            prop_assert_eq!(cache.tags(), quiet.tags());
        }
    }
}

/// 4 KB in 16 blocks of 64 words, the single-core default.
fn default_cache() -> FifoCache {
    FifoCache::new(geometry_of(12, 4))
}

fn miss(block_of_64_words: u32) -> Lookup {
    Lookup {
        hit: false,
        start_word: block_of_64_words * 64,
    }
}

fn hit(block_of_64_words: u32) -> Lookup {
    Lookup {
        hit: true,
        start_word: block_of_64_words * 64,
    }
}

#[test]
fn methods_of_10_64_and_130_words_start_in_blocks_0_1_and_3() {
    let mut cache = default_cache();
    assert_eq!(cache.lookup(1000, 10), miss(0));
    assert_eq!(cache.lookup(2000, 64), miss(1));
    assert_eq!(cache.lookup(3000, 130), miss(3));
    assert_eq!(cache.lookup(4000, 1), miss(6));
    let mut tags = [0; 16];
    (tags[0], tags[1], tags[3], tags[6]) = (1000, 2000, 3000, 4000);
    assert_eq!(cache.tags(), tags);
}

#[test]
fn a_method_of_exactly_one_block_occupies_two() {
    for (length, next) in [(63, 1), (64, 2), (65, 2), (127, 2), (128, 3)] {
        let mut cache = default_cache();
        cache.lookup(1000, length);
        assert_eq!(cache.lookup(2000, 1), miss(next), "after {length} words");
    }
}

#[test]
fn address_0_hits_the_last_block_right_after_reset() {
    assert_eq!(default_cache().lookup(0, 10), hit(15));
}

#[test]
fn address_0_hits_the_highest_block_in_which_no_method_starts() {
    let mut cache = default_cache();
    for method in 1..=13 {
        cache.lookup(method, 1);
    }
    cache.lookup(14, 64); // starts in block 13, its second block 14 carries no tag
    cache.lookup(15, 1);
    assert_eq!(cache.lookup(0, 10), hit(14));
}

#[test]
fn address_0_misses_only_when_a_method_starts_in_every_block() {
    let mut cache = default_cache();
    for method in 1..=16 {
        cache.lookup(method, 1);
    }
    assert_eq!(cache.lookup(0, 10), miss(0));
    assert_eq!(cache.lookup(0, 10), hit(0));
    assert_eq!(cache.lookup(1, 1), miss(1), "the first method was replaced");
}

#[test]
fn a_hit_moves_nothing_even_when_the_length_is_another() {
    let mut cache = default_cache();
    cache.lookup(1000, 10);
    assert_eq!(cache.lookup(1000, 500), hit(0));
    assert_eq!(cache.lookup(2000, 1), miss(1));
}

#[test]
fn a_method_that_wraps_around_the_end_evicts_methods_at_both_ends() {
    let mut cache = default_cache();
    cache.lookup(1, 100); // blocks 0 and 1
    for method in 2..=14 {
        cache.lookup(method, 1); // blocks 2 to 14
    }
    assert_eq!(cache.lookup(500, 100), miss(15)); // blocks 15 and 0
    assert_eq!(cache.lookup(2, 1), hit(2));
    // The next method starts in block 1, which held the tail of the method that was evicted.
    assert_eq!(cache.lookup(1, 1), miss(1));
    assert_eq!(cache.lookup(500, 100), hit(15));
}

#[test]
fn a_method_that_fills_the_cache_evicts_all_others_and_leaves_the_next_block_where_it_was() {
    let mut cache = default_cache();
    cache.lookup(1, 10);
    assert_eq!(cache.lookup(2, 1023), miss(1)); // 16 blocks from block 1 on
    assert_eq!(cache.lookup(2, 1023), hit(1));
    assert_eq!(cache.lookup(1, 10), miss(1));
    assert_eq!(cache.lookup(2, 1023), miss(2));
}

#[test]
fn the_number_of_blocks_is_truncated_to_the_width_of_a_block_number() {
    // 2 KB in 16 blocks of 32 words: 600 words are 18 blocks and a part; 18 mod 16 = 2 further blocks.
    let mut cache = FifoCache::new(geometry_of(11, 4));
    cache.lookup(1, 600);
    assert_eq!(cache.lookup(2, 1).start_word, 3 * 32);
    // 512 words, exactly the whole cache: 16 further blocks are 0, the method claims a single block.
    let mut cache = FifoCache::new(geometry_of(11, 4));
    cache.lookup(1, 512);
    assert_eq!(cache.lookup(2, 1).start_word, 32);
}

#[test]
fn a_cache_of_one_block_holds_one_method() {
    let mut cache = FifoCache::new(geometry_of(10, 0));
    assert!(!cache.lookup(7, 100).hit);
    assert!(cache.lookup(7, 100).hit);
    assert!(!cache.lookup(8, 300).hit);
    assert!(!cache.lookup(7, 100).hit);
    assert_eq!(cache.start_word(), 0);
}

#[test]
fn all_18_bits_of_the_address_are_the_tag() {
    for bit in 0..18 {
        let mut cache = default_cache();
        let address = 0x15555;
        cache.lookup(address, 10);
        assert!(!cache.lookup(address ^ 1 << bit, 10).hit, "bit {bit}");
    }
}

#[test]
fn methods_leave_in_the_order_in_which_they_came() {
    let mut cache = default_cache();
    for method in 1..=16 {
        cache.lookup(method, 1);
    }
    cache.lookup(1, 1); // a hit does not make the oldest method younger
    assert_eq!(cache.lookup(17, 1), miss(0));
    assert_eq!(cache.lookup(1, 1), miss(1));
    assert_eq!(cache.lookup(3, 1), hit(2));
}
