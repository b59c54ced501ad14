//! Methods of the library that control code uses: each call holds its bound, and the bound is not far above the longest call.

use parts::has_jdk;
use wcet::Soundness;
use wcet_check::library::GROUPS;

/// Bound divided by the longest call, at most.
const LIMIT: f64 = 1.5;

/// Holds the bounds of some groups against their runs, and against a limit of the ratio.
fn check(names: &[&str], most: f64) {
    if !has_jdk() {
        return;
    }
    for group in GROUPS.iter().filter(|it| names.contains(&it.name)) {
        let folder = tempfile::tempdir().unwrap();
        for row in group.held(folder.path()).unwrap() {
            let call = row.call;
            let bound = row
                .bound
                .unwrap_or_else(|problem| panic!("{call}: {problem}"));
            let seen = bound.observed.as_ref().unwrap();
            assert!(seen.max > 0, "{call} was never called");
            assert_ne!(bound.sound, Soundness::No, "{call}: {:?}", bound.disproved);
            assert!(seen.max <= bound.cycles, "{call}: {seen:?}");
            assert!(
                seen.ratio <= most,
                "{call}: {} cycles, {seen:?}",
                bound.cycles
            );
        }
    }
}

#[test]
fn bounds_of_texts_arrays_and_collections_are_near_their_longest_calls() {
    check(
        &["texts", "readers", "arrays", "collections", "allocation"],
        LIMIT,
    );
}

#[test]
fn a_price_of_collections_covers_the_calls_that_meet_one() {
    parts::long!();
    // Its price is that of the smallest objects.
    check(&["collection"], f64::INFINITY);
}

#[test]
fn bounds_of_mathematics_and_of_texts_with_fractions_are_near_their_longest_calls() {
    parts::long!();
    check(&["mathematics", "floats", "doubles"], LIMIT);
}
