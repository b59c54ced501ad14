//! The choice at run time: every name stands for its organisation, in every cycle.

use std::fmt::Debug;

use crate::support::{Call, calls, check_timing, config, watch};
use method_cache::replay::Shape;
use method_cache::{
    FifoCache, Geometry, Lookup, LookupState, MethodCache, OneBlockCache, Organisation,
    OrganisationKind, StudiedCache, StudiedName, TwoBlockCache,
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

/// A method of a bump-pointer cache, its first block and their number.
type Place = (u32, u32, u32);

/// Whether a machine takes this state of an organisation's cache for one of its shape.
fn is_restored(name: &str, shape: Shape, mut cache: Vec<u8>, rest: &[u8]) -> bool {
    cache.extend(rest);
    let saved = (name, shape, LookupState::Idle, true, false, cache);
    let bytes = postcard::to_stdvec(&saved).expect("bytes");
    postcard::from_bytes::<StudiedCache>(&bytes).is_ok()
}

#[test]
fn a_saved_state_that_no_lookups_make_is_refused() {
    let shape = |blocks| Shape::of(Geometry::new(10, blocks).expect("a size"));
    let (own, other) = (shape(3), shape(2));
    let lru = |shape: Shape, methods: &[(u32, u32)]| {
        postcard::to_stdvec(&(shape, methods)).expect("bytes")
    };
    let is_lru = |cache, rest: &[u8]| is_restored("lru", own, cache, rest);
    assert!(is_lru(lru(own, &[(1, 3), (2, 5)]), b""));
    assert!(!is_lru(lru(own, &[(1, 3), (2, 5)]), b"x"), "more bytes");
    assert!(!is_lru(lru(other, &[(1, 3)]), b""), "another shape");
    assert!(!is_lru(lru(own, &[(1, 3), (2, 6)]), b""), "9 of 8 blocks");
    assert!(!is_lru(lru(own, &[(1, u32::MAX), (2, 9)]), b""), "overflow");
    assert!(!is_lru(lru(own, &[(1, 0)]), b""), "no block");
    assert!(!is_lru(lru(own, &[(1, 3), (1, 3)]), b""), "twice");
    for name in ["fixed-fifo", "fixed-lru"] {
        let fixed = |blocks: usize, methods: &[u32]| {
            let cache = postcard::to_stdvec(&(blocks, methods)).expect("bytes");
            is_restored(name, own, cache, b"")
        };
        assert!(fixed(8, &[1, 2, 3]), "{name}");
        assert!(!fixed(4, &[1, 2, 3]), "{name}: another shape");
        assert!(!fixed(8, &[1, 2, 3, 4, 5, 6, 7, 8, 9]), "{name}: too many");
        assert!(!fixed(8, &[1, 1]), "{name}: twice");
    }
    let bump = |shape: Shape, methods: &[Place], running: Place| {
        let cache = postcard::to_stdvec(&(shape, methods, running)).expect("bytes");
        is_restored("bump-pointer", own, cache, b"")
    };
    assert!(bump(own, &[], (u32::MAX, 0, 0)));
    assert!(bump(own, &[(1, 0, 3), (2, 3, 5)], (1, 0, 3)));
    assert!(!bump(other, &[(1, 0, 3)], (1, 0, 3)), "another shape");
    assert!(
        !bump(own, &[(1, 0, 3)], (2, 0, 3)),
        "runs what is not there"
    );
    assert!(!bump(own, &[], (1, 0, 3)), "runs what is not there");
    assert!(!bump(own, &[(1, 0, 3), (2, 2, 5)], (1, 0, 3)), "overlap");
    assert!(!bump(own, &[(1, 8, 1)], (1, 8, 1)), "behind the last block");
    assert!(!bump(own, &[(1, 0, 9)], (1, 0, 9)), "9 of 8 blocks");
    assert!(!bump(own, &[(1, 0, 1), (1, 1, 1)], (1, 0, 1)), "twice");
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
