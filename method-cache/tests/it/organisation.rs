//! The choice at run time: every name stands for its organisation, in every cycle.

use std::fmt::Debug;

use crate::support::{Call, calls, check_timing, config, watch};
use method_cache::{
    FifoCache, Geometry, Lookup, MethodCache, OneBlockCache, Organisation, OrganisationKind,
    TwoBlockCache,
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

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_organisation_chosen_by_name_behaves_as_the_organisation_itself(calls in calls(64, 40)) {
        let geometry = Geometry::new(10, 3).expect("blocks of 32 words");
        let fifo = FifoCache::new(geometry);
        compare(OrganisationKind::Fifo, fifo, geometry, &calls)?;
        compare(OrganisationKind::OneBlock, OneBlockCache::new(), geometry, &calls)?;
        compare(OrganisationKind::TwoBlock, TwoBlockCache::new(), geometry, &calls)?;
    }
}
