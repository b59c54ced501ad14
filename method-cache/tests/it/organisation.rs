//! The choice at run time: every name stands for its organisation, in every cycle.

use std::fmt::Debug;

use crate::support::{Call, calls, check_timing, config, watch};
use method_cache::{
    FifoCache, Geometry, Lookup, MethodCache, OneBlockCache, Organisation, OrganisationKind,
    StudiedCache, StudiedName, TwoBlockCache,
};
use proptest::prelude::*;

/// The answer of the last lookup.
fn answer(cache: &impl MethodCache) -> Lookup {
    Lookup {
        hit: cache.in_cache(),
        start_word: cache.start_word(),
    }
}

/// Runs calls on the organisation chosen by name and on the one it stands for.
fn compare(
    kind: OrganisationKind,
    mut expected: impl MethodCache + Clone + PartialEq + Debug,
    geometry: Geometry,
    calls: &[Call],
) -> Result<(), TestCaseError> {
    let mut chosen = Organisation::new(kind, geometry).expect("a cache of the hardware");
    for &method in calls {
        let cycles = watch(&mut chosen, (0, 0), method);
        prop_assert_eq!(&cycles, &watch(&mut expected, (0, 0), method), "{:?}", kind);
        check_timing(&cycles, answer(&expected));
    }
    Ok(())
}

#[test]
fn a_studied_cache_that_was_saved_goes_on_as_before_and_a_damaged_one_is_refused() {
    let geometry = Geometry::new(10, 3).expect("blocks of 32 words");
    for name in StudiedName::KNOWN {
        let mut cache = StudiedCache::new(name, geometry).expect("a studied cache");
        for method in 1..30 {
            let first = cache.lookup(method % 7 * 64, 20 + method);
            assert_eq!(first.start_word, 0);
        }
        let bytes = postcard::to_stdvec(&cache).expect("bytes");
        let mut restored: StudiedCache = postcard::from_bytes(&bytes).expect("the same cache");
        assert_eq!(restored, cache);
        for method in 1..30 {
            let call = (method % 5 * 64, 20 + method % 3);
            assert_eq!(restored.peek(call.0, call.1), cache.peek(call.0, call.1));
            assert_eq!(
                restored.lookup(call.0, call.1),
                cache.lookup(call.0, call.1)
            );
        }
        let other = [&bytes[..1], b"x", &bytes[2..]].concat();
        assert!(
            postcard::from_bytes::<StudiedCache>(&other).is_err(),
            "{name}"
        );
    }
}

#[test]
fn a_studied_cache_that_cannot_be_built_says_why() {
    let geometry = Geometry::new(10, 8).expect("blocks of one word");
    let error = |name| StudiedCache::new(name, geometry).expect_err("none").0;
    assert!(error("fixed-lru").contains("blocks of one word"));
    assert!(error("icache").contains("no machine can run it"));
    assert!(error("plru").contains("no organisation of this name"));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_studied_lookup_takes_the_cycles_of_the_hardwares(calls in calls(64, 40)) {
        let geometry = Geometry::new(10, 3).expect("blocks of 32 words");
        for name in StudiedName::KNOWN {
            let mut cache = StudiedCache::new(name, geometry).expect("a studied cache");
            for &method in &calls {
                let cycles = watch(&mut cache, (0, 0), method);
                check_timing(&cycles, answer(&cache));
            }
        }
    }

    #[test]
    fn an_organisation_chosen_by_name_behaves_as_the_organisation_itself(calls in calls(64, 40)) {
        let geometry = Geometry::new(10, 3).expect("blocks of 32 words");
        let fifo = FifoCache::new(geometry);
        compare(OrganisationKind::Fifo, fifo, geometry, &calls)?;
        compare(OrganisationKind::OneBlock, OneBlockCache::new(), geometry, &calls)?;
        compare(OrganisationKind::TwoBlock, TwoBlockCache::new(), geometry, &calls)?;
    }
}
