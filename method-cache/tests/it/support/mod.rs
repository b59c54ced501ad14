//! What the tests of the three organisations share: addresses and lengths of calls, and a lookup cycle by cycle.

use std::fmt::Debug;

use method_cache::{Lookup, MethodCache};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Seeds of failures are kept with the crate; `PROPTEST_CASES` sets the number of cases.
pub(crate) fn config() -> ProptestConfig {
    let seeds = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/proptest-regressions/organisations.txt"
    );
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(seeds))),
        ..ProptestConfig::default()
    }
}

/// One invoke or return: the method's word address and its length in words.
pub(crate) type Call = (u32, u32);

/// Calls of a handful of methods, so that hits are frequent; lengths prefer multiples of `unit` words and
/// their neighbours. Now and then a method comes back with another length, which the hardware does not notice.
pub(crate) fn calls(unit: u32, max: usize) -> impl Strategy<Value = Vec<Call>> {
    let length = prop_oneof![
        1u32..40,
        (0u32..8, 0u32..3).prop_map(move |(n, d)| (n * unit + d).saturating_sub(1) & 0x3ff),
        0u32..1024,
    ];
    let address = prop_oneof![
        1 => Just(0u32),
        8 => 1u32..24,
        1 => (0u32..6).prop_map(|n| (1 << 18) - 1 - n),
    ];
    prop::collection::vec((address, length), 1..max)
}

/// The outputs of a lookup in every cycle from `find` on, until the unit is idle again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cycle {
    ready: bool,
    is_idle: bool,
    in_cache: bool,
    start_word: u32,
}

impl Cycle {
    fn of(cache: &impl MethodCache) -> Self {
        Self {
            ready: cache.ready(),
            is_idle: cache.is_idle(),
            in_cache: cache.in_cache(),
            start_word: cache.start_word(),
        }
    }
}

/// Cycles 0 to 5 of a lookup. In the cycle of `find` the address and length registers still hold `before`;
/// from cycle 1 on they hold the method (spec 05 section 1).
pub(crate) fn watch<C>(cache: &mut C, before: Call, method: Call) -> Vec<Cycle>
where
    C: MethodCache + Clone + PartialEq + Debug,
{
    let mut cycles = vec![Cycle::of(cache)];
    cache.clock(true, before.0, before.1);
    for _ in 1..=5 {
        cycles.push(Cycle::of(cache));
        let cache_before = cache.clone();
        cache.clock(false, method.0, method.1);
        if cache_before.is_idle() {
            assert_eq!(&cache_before, cache, "nothing changes while idle");
        }
    }
    cycles
}

/// Checks the cycles of one lookup against its answer: the start stands from cycle 2 on, a hit is ready in
/// cycle 3 and a miss in cycle 4.
pub(crate) fn check_timing(cycles: &[Cycle], answer: Lookup) {
    let ready: Vec<_> = cycles.iter().map(|cycle| cycle.ready).collect();
    let expected = if answer.hit {
        [true, false, false, true, true, true]
    } else {
        [true, false, false, false, true, true]
    };
    assert_eq!(ready, expected, "ready in cycles 0 to 5");
    assert!(!cycles[1].is_idle && cycles[5].is_idle);
    for (number, cycle) in cycles.iter().enumerate().skip(2) {
        assert_eq!(
            cycle.start_word, answer.start_word,
            "start in cycle {number}"
        );
        assert_eq!(cycle.in_cache, answer.hit, "hit in cycle {number}");
    }
}
