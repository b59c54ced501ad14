//! The older cache of two halves of 128 words against a list of the methods in them (spec 05 section 1).

use crate::support::{calls, check_timing, config, watch};
use method_cache::{Lookup, MethodCache, TwoBlockCache};
use proptest::prelude::*;

const HALF_WORDS: u32 = 128;

/// The method in each half, and the half that was used last. An empty half looks like the method at address 0.
#[derive(Debug, Default)]
struct Model {
    halves: [u32; 2],
    selected: usize,
}

impl Model {
    fn call(&mut self, address: u32, length: u32) -> Lookup {
        // Of two equal tags, which only empty halves can have, the second half answers.
        let found = self.halves.iter().rposition(|&method| method == address);
        self.selected = found.unwrap_or(1 - self.selected);
        if found.is_none() {
            self.halves[self.selected] = address;
            if length >= HALF_WORDS {
                self.halves[1 - self.selected] = 0;
            }
        }
        Lookup {
            hit: found.is_some(),
            start_word: self.selected as u32 * HALF_WORDS,
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_sequence_of_calls_hits_and_misses_as_the_two_resident_methods_say(
        calls in calls(HALF_WORDS, 80)
    ) {
        let mut cache = TwoBlockCache::new();
        let mut model = Model::default();
        for (address, length) in calls {
            prop_assert_eq!(
                cache.lookup(address, length),
                model.call(address, length),
                "method {} of {} words", address, length
            );
        }
    }

    #[test]
    fn every_answer_comes_in_its_cycle_and_does_not_depend_on_the_registers_during_find(
        calls in calls(HALF_WORDS, 40),
        before in (0u32..1 << 18, 0u32..1024),
    ) {
        let mut cache = TwoBlockCache::new();
        let mut model = Model::default();
        for method in calls {
            check_timing(&watch(&mut cache, before, method), model.call(method.0, method.1));
        }
    }
}

fn miss(half: u32) -> Lookup {
    Lookup {
        hit: false,
        start_word: half * HALF_WORDS,
    }
}

fn hit(half: u32) -> Lookup {
    Lookup {
        hit: true,
        start_word: half * HALF_WORDS,
    }
}

#[test]
fn the_first_method_goes_to_the_second_half_since_the_first_is_selected_after_reset() {
    assert_eq!(TwoBlockCache::new().lookup(1000, 10), miss(1));
}

#[test]
fn two_short_methods_stay_together() {
    let mut cache = TwoBlockCache::new();
    cache.lookup(1, 127);
    assert_eq!(cache.lookup(2, 127), miss(0));
    assert_eq!(cache.lookup(1, 127), hit(1));
    assert_eq!(cache.lookup(2, 127), hit(0));
}

#[test]
fn a_miss_replaces_the_half_that_was_not_used_last() {
    let mut cache = TwoBlockCache::new();
    cache.lookup(1, 10); // half 1
    cache.lookup(2, 10); // half 0
    cache.lookup(1, 10);
    assert_eq!(cache.lookup(3, 10), miss(0));
    assert_eq!(cache.lookup(1, 10), hit(1));
    assert_eq!(cache.lookup(2, 10), miss(0));
}

#[test]
fn a_method_of_128_words_takes_both_halves() {
    for (length, stays) in [(127, true), (128, false)] {
        let mut cache = TwoBlockCache::new();
        cache.lookup(1, 10);
        cache.lookup(2, length);
        assert_eq!(cache.lookup(1, 10).hit, stays, "after {length} words");
    }
}

#[test]
fn address_0_hits_an_empty_half_and_of_two_the_second() {
    let mut cache = TwoBlockCache::new();
    assert_eq!(cache.lookup(0, 10), hit(1));
    cache.lookup(1, 10); // half 0, as the quirk selected half 1
    assert_eq!(cache.lookup(1, 10), hit(0));
    assert_eq!(cache.lookup(0, 10), hit(1));
}
