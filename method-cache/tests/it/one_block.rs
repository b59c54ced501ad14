//! The variant without a cache: one method in the bytecode RAM, loaded anew by every call (spec 05 section 1).

use crate::support::{calls, check_timing, config, watch};
use method_cache::{Lookup, MethodCache, OneBlockCache};
use proptest::prelude::*;

const MISS_AT_THE_START: Lookup = Lookup {
    hit: false,
    start_word: 0,
};

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_call_misses_and_loads_to_the_start(calls in calls(64, 60)) {
        let mut cache = OneBlockCache::new();
        for (address, length) in calls {
            prop_assert_eq!(cache.lookup(address, length), MISS_AT_THE_START);
        }
    }

    #[test]
    fn every_answer_comes_in_the_cycle_of_a_miss(calls in calls(64, 20)) {
        let mut cache = OneBlockCache::new();
        for method in calls {
            check_timing(&watch(&mut cache, (0, 0), method), MISS_AT_THE_START);
        }
    }
}

#[test]
fn even_a_method_called_twice_in_a_row_and_the_method_at_address_0_miss() {
    let mut cache = OneBlockCache::new();
    for address in [0, 0, 1000, 1000] {
        assert_eq!(cache.lookup(address, 10), MISS_AT_THE_START);
    }
}
