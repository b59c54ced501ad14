//! Test kit: checks the model of an organisation against its definition, on random calls and fetches.
//!
//! ```
//! use method_cache::replay::{Lru, Shape};
//! use method_cache_kit as kit;
//!
//! let shapes = kit::shapes(&Lru);
//! kit::check(&Lru, &shapes, 16).unwrap();
//! ```
//!
//! Checks on every sequence: the model answers each lookup as the definition does; so do the passes, which may
//! replay several shapes at once, and they count the same misses and bytes as one pass for each shape; and the same
//! sequence gives the same answers twice. So does the cache that a machine runs with, copied, saved and restored.

use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestError, TestRunner};

use method_cache::Geometry;
use method_cache::replay::{
    Alone, AloneFetching, Axes, Call, CallKind, Chunk, Fetch, Lookup, Models, Numbers,
    Organisation, Pass, Shape, Stays, Tally, load_words,
};

/// Cycles hidden in the stays of the kit; no cache looks at them.
const HIDDEN: u16 = 9;

/// Small caches in which methods of [`calls`] meet each other, as far as the organisation can be built so.
#[must_use]
pub fn shapes(organisation: &dyn Organisation) -> Vec<Shape> {
    let ways: &[u32] = if organisation.axes() == Axes::Lines {
        &[1, 2, 4]
    } else {
        &[1]
    };
    let mut shapes = Vec::new();
    for jpc_width in 7..=11 {
        for block_bits in 0..=5 {
            for &ways in ways {
                if let Ok(geometry) = Geometry::new(jpc_width, block_bits) {
                    shapes.push(Shape { geometry, ways });
                }
            }
        }
    }
    shapes.retain(|shape| organisation.longest_method(*shape).is_ok());
    shapes
}

/// Invokes and returns of a handful of methods, so that hits are frequent. Lengths prefer multiples of small powers of
/// two and their neighbours; now and then a method comes back with another length, or lies at address 0.
pub fn calls(most: usize) -> impl Strategy<Value = Vec<Call>> {
    let length = prop_oneof![
        4 => 1u32..40,
        4 => (0u32..5, 0u32..6, 0u32..3).prop_map(|(n, bits, d)| (n << bits).saturating_sub(1) + d),
        1 => 0u32..1024,
    ];
    let address = prop_oneof![
        1 => Just(0u32),
        12 => (1u32..24).prop_map(|n| n * 40),
        1 => (0u32..4).prop_map(|n| (1 << 18) - 1 - n),
    ];
    let own_length = prop_oneof![12 => Just(None), 1 => length.clone().prop_map(Some)];
    let lengths = prop::collection::vec(length, 32);
    let call = (address, own_length, any::<bool>());
    (lengths, prop::collection::vec(call, 1..most)).prop_map(|(lengths, calls)| {
        let mut numbers = Numbers::default();
        let call = |(address, own, invoke): (u32, Option<u32>, bool)| {
            let length = own.unwrap_or(lengths[address as usize / 40 % 32]);
            let kind = if invoke {
                CallKind::Invoke
            } else {
                CallKind::Return
            };
            numbers.call(address, length, kind)
        };
        calls.into_iter().map(call).collect()
    })
}

/// Fetches of short runs of words, some of them side by side.
pub fn fetches(most: usize) -> impl Strategy<Value = Vec<Fetch>> {
    let fetch = (0u32..600, 1u32..24, any::<bool>()).prop_map(|(word, words, invoke)| Fetch {
        word,
        words,
        kind: if invoke {
            CallKind::Invoke
        } else {
            CallKind::Return
        },
    });
    prop::collection::vec(fetch, 1..most)
}

/// Holds an organisation against its definition, in each of `shapes` and on `cases` random sequences.
///
/// # Errors
/// The shortest sequence found on which they differ, with the shape and the place.
pub fn check(organisation: &dyn Organisation, shapes: &[Shape], cases: u32) -> Result<(), String> {
    let config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let mut runner = TestRunner::new(config);
    let both = (calls(120), fetches(120));
    runner
        .run(&both, |(calls, fetches)| {
            check_sequence(organisation, shapes, &calls, &fetches).map_err(TestCaseError::fail)
        })
        .map_err(|error| match error {
            TestError::Fail(reason, (calls, fetches)) => format!(
                "{}: {reason}\ncalls: {calls:?}\nfetches: {fetches:?}",
                organisation.name()
            ),
            TestError::Abort(reason) => format!("{}: {reason}", organisation.name()),
        })
}

/// Holds an organisation against its definition on one sequence.
///
/// # Errors
/// Their first difference.
pub fn check_sequence(
    organisation: &dyn Organisation,
    shapes: &[Shape],
    calls: &[Call],
    fetches: &[Fetch],
) -> Result<(), String> {
    let mut expected = Vec::new();
    for (number, &shape) in shapes.iter().enumerate() {
        match (organisation.model(shape), organisation.definition(shape)) {
            (Models::Methods(mut model), Models::Methods(mut definition)) => {
                for (place, call) in calls.iter().enumerate() {
                    let answers = (model.lookup(call), definition.lookup(call));
                    compare("lookup", place, shape, answers)?;
                }
            }
            (Models::Fetches(mut model), Models::Fetches(mut definition)) => {
                for (place, fetch) in fetches.iter().enumerate() {
                    let answers = (model.fetch(fetch), definition.fetch(fetch));
                    compare("fetch", place, shape, answers)?;
                }
            }
            _ => return Err("model and definition are of different kinds".to_owned()),
        }
        check_live(organisation, shape, calls)?;
        let mut alone: Box<dyn Pass> = match organisation.definition(shape) {
            Models::Methods(model) => Box::new(Alone::new(number, model)),
            Models::Fetches(model) => Box::new(AloneFetching::new(number, shape, model)),
        };
        feed(alone.as_mut(), calls, fetches);
        expected.extend(alone.tallies());
    }
    let mut found: Vec<(usize, Tally)> = Vec::new();
    for mut pass in organisation.passes(shapes) {
        feed(pass.as_mut(), calls, fetches);
        found.extend(pass.tallies());
    }
    found.sort_by_key(|(number, _)| *number);
    if found.len() != expected.len() {
        return Err(format!(
            "{} shapes give {} tallies",
            expected.len(),
            found.len()
        ));
    }
    for ((number, found), (_, expected)) in found.into_iter().zip(expected) {
        compare(
            "tally of the pass for shape",
            number,
            shapes[number],
            (found, expected),
        )?;
    }
    Ok(())
}

/// Holds the cache that a machine runs with against the definition: methods are numbered otherwise, kinds are not told, and it
/// is copied, saved and restored on the way.
fn check_live(organisation: &dyn Organisation, shape: Shape, calls: &[Call]) -> Result<(), String> {
    let Some(mut live) = organisation.live(shape) else {
        return Ok(());
    };
    let Models::Methods(mut definition) = organisation.definition(shape) else {
        return Err("a machine cannot run with lines of instructions".to_owned());
    };
    for (place, call) in calls.iter().enumerate() {
        let seen = Call {
            method: call.address << 10 | call.length & 0x3FF,
            tag: call.address,
            kind: CallKind::Invoke,
            ..*call
        };
        let peeked = live.copy().lookup(&seen);
        let mut restored = organisation.live(shape).ok_or("no cache a second time")?;
        if !restored.restore(&live.save()) || restored.save() != live.save() {
            return Err(format!("the state before lookup {place} is not restored"));
        }
        let answers = [live.lookup(&seen), peeked, restored.lookup(&seen)];
        let expected = definition.lookup(call);
        compare("live lookup", place, shape, (answers, [expected; 3]))?;
    }
    Ok(())
}

fn compare<T: PartialEq + std::fmt::Debug>(
    what: &str,
    place: usize,
    shape: Shape,
    (model, definition): (T, T),
) -> Result<(), String> {
    if model == definition {
        return Ok(());
    }
    Err(format!(
        "{what} {place} in {shape:?}: the model gives {model:?}, the definition {definition:?}"
    ))
}

/// Feeds a pass in two stretches.
fn feed(pass: &mut dyn Pass, calls: &[Call], fetches: &[Fetch]) {
    let mut table = Stays::default();
    let (first, second) = calls.split_at(calls.len() / 2);
    let (first_fetches, second_fetches) = fetches.split_at(fetches.len() / 2);
    for (calls, fetches) in [(first, first_fetches), (second, second_fetches)] {
        let stays: Vec<u32> = calls
            .iter()
            .map(|&call| {
                let hidden = HIDDEN;
                let lookup = table.add_lookup(Lookup { call, hidden });
                table.add_stay(lookup, &executed(&call))
            })
            .collect();
        pass.feed(&Chunk {
            stays: &stays,
            fetches,
            table: &table,
        });
    }
}

/// Bytes of a stay: some, other ones for invoke and return.
fn executed(call: &Call) -> Vec<u64> {
    let bits = if call.kind == CallKind::Invoke {
        0x3f
    } else {
        0xf00f
    };
    let bytes = load_words(call.length) * 4;
    vec![if bytes < 64 {
        bits & ((1 << bytes) - 1)
    } else {
        bits
    }]
}
