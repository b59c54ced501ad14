//! Values to try: corners, then random ones.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

/// Random tries of each check, after the corners.
const RANDOM_TRIES: u32 = 200;

/// Corner values of 32 bits.
pub(crate) const INTS: [u32; 12] = [
    0,
    1,
    2,
    31,
    32,
    63,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_ffff,
    0xffff_0000,
    0x0001_ffff,
];

/// Corner values of 64 bits.
pub(crate) const LONGS: [i64; 14] = [
    0,
    1,
    -1,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    -0x1_0000_0000,
    -0x8000_0000,
    0x7fff_ffff_ffff_ffff,
    0x7fff_ffff_0000_0000,
    i64::MIN,
    i64::MIN + 1,
    -0x1_0000_0001,
];

/// All combinations of corners for so many words, up to three words; beyond that, each corner in each place.
pub(crate) fn corner_words(count: usize) -> Vec<Vec<u32>> {
    if count > 2 {
        return (0..count)
            .flat_map(|place| {
                INTS.map(|corner| {
                    let mut words: Vec<u32> = (1..).take(count).collect();
                    words[place] = corner;
                    words
                })
            })
            .collect();
    }
    (0..count).fold(vec![vec![]], |tuples, _| {
        tuples
            .iter()
            .flat_map(|tuple| INTS.map(|corner| [tuple.as_slice(), &[corner]].concat()))
            .collect()
    })
}

/// Random words, corners among them.
pub(crate) fn random_words(count: usize) -> Vec<Vec<u32>> {
    let word = prop_oneof![
        1 => proptest::sample::select(&INTS[..]),
        3 => any::<u32>(),
    ];
    random(&proptest::collection::vec(word, count))
}

/// Pairs of longs: all corners, then random ones that often share a half.
pub(crate) fn long_pairs() -> Vec<(i64, i64)> {
    let mut pairs: Vec<_> = LONGS
        .into_iter()
        .flat_map(|a| LONGS.map(|b| (a, b)))
        .collect();
    let near = (any::<i64>(), any::<i32>()).prop_map(|(a, b)| (a, a.wrapping_add(b.into())));
    let same_low = (any::<i64>(), any::<i32>()).prop_map(|(a, b)| (a, a ^ i64::from(b) << 32));
    let any_pair = any::<(i64, i64)>();
    pairs.extend(random(&prop_oneof![near, same_low, any_pair]));
    pairs
}

/// Values of a strategy, the same ones in every run.
pub(crate) fn random<S: Strategy>(strategy: &S) -> Vec<S::Value> {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    (0..RANDOM_TRIES)
        .filter_map(|_| strategy.new_tree(&mut runner).ok())
        .map(|tree| tree.current())
        .collect()
}

/// High and low word of a long, as they lie on the stack.
pub(crate) fn words(long: i64) -> [u32; 2] {
    [(long >> 32) as u32, long as u32]
}

/// The long of two stack words.
pub(crate) fn long(words: [u32; 2]) -> i64 {
    i64::from(words[0]) << 32 | i64::from(words[1])
}
