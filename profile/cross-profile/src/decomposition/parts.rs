//! Parts of an error, and the rule that divides counts from prices.

use serde::{Deserialize, Serialize};

use super::Carried;
use super::cells::Sum;

/// Parts of an error, which add up to it. Unit: clock cycles, predicted less true.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// Wrong numbers of calls of the application's methods, at the true cycles of a call.
    pub calls: i128,
    /// Wrong numbers of bytecodes in its calls, at the true cycles of a bytecode.
    pub bytecodes: i128,
    /// Wrong cycles of its bytecodes.
    pub prices: i128,
    /// Routines.
    pub routines: i128,
    /// The runtime, and the part of the run before the first call.
    pub runtime: i128,
    /// The class library.
    pub library: i128,
    /// Loads of the method cache.
    pub cache: i128,
    /// Methods of the application that only the truth has.
    pub missing: i128,
    /// Methods of the application that only the prediction has.
    pub foreign: i128,
    /// Methods of the application in a profile without calls and bytecodes.
    pub uncounted: i128,
}

impl Parts {
    /// Number of parts.
    pub const COUNT: usize = 10;

    /// Names in the order of reports.
    pub const NAMES: [&'static str; Self::COUNT] = [
        "calls",
        "bytecodes",
        "prices",
        "routines",
        "runtime",
        "library",
        "cache",
        "missing",
        "foreign",
        "uncounted",
    ];

    /// The parts in the order of [`Self::NAMES`].
    #[must_use]
    pub fn list(&self) -> [i128; Self::COUNT] {
        [
            self.calls,
            self.bytecodes,
            self.prices,
            self.routines,
            self.runtime,
            self.library,
            self.cache,
            self.missing,
            self.foreign,
            self.uncounted,
        ]
    }

    /// The difference that they are the parts of.
    #[must_use]
    pub fn sum(&self) -> i128 {
        self.list().iter().sum()
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.bytecodes += other.bytecodes;
        self.prices += other.prices;
        self.routines += other.routines;
        self.runtime += other.runtime;
        self.library += other.library;
        self.cache += other.cache;
        self.missing += other.missing;
        self.foreign += other.foreign;
        self.uncounted += other.uncounted;
    }
}

/// Side that lacks a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    No,
    InPrediction,
    InTruth,
}

/// A method over all its contexts.
#[derive(Debug)]
pub(super) struct Method {
    pub(super) truth: Sum,
    pub(super) missing: Missing,
}

/// Cycles of wrong counts in one context.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) calls: i128,
    pub(super) bytecodes: i128,
}

impl Counts {
    /// Counts of a context on both sides. A context that the truth lacks has the true prices of its method.
    /// `rest` is the difference without loads.
    pub(super) fn new(sides: &[Sum; 2], method: &Sum, rest: i128, carried: Carried) -> Self {
        let [truth, predicted] = sides;
        if !predicted.is_there() {
            let calls = -i128::from(truth.cycles);
            return Self {
                calls,
                bytecodes: 0,
            };
        }
        let usual = if truth.is_there() { truth } else { method };
        let cycles = usual.cycles - usual.loads;
        let at_price = |predicted: u64, truth: u64, of: u64| scaled(predicted, truth, cycles, of);
        // Cycles without a call are those of a method whose calls the profile does not tell.
        let has_calls = carried.calls && predicted.calls != 0;
        let calls = at_price(predicted.calls, truth.calls, usual.calls).filter(|_| has_calls);
        let all = at_price(predicted.bytecodes, truth.bytecodes, usual.bytecodes)
            .filter(|_| carried.bytecodes);
        match (calls, all) {
            // Calls alone do not tell which paths they took, so they explain at most the difference.
            (calls, None) => Self {
                calls: calls.unwrap_or(0).clamp(rest.min(0), rest.max(0)),
                bytecodes: 0,
            },
            (None, Some(all)) => Self {
                calls: 0,
                bytecodes: all,
            },
            (Some(calls), Some(all)) => {
                // A wrong number of calls explains at most what the bytecodes differ by.
                let calls = calls.clamp(all.min(0), all.max(0));
                Self {
                    calls,
                    bytecodes: all - calls,
                }
            }
        }
    }
}

/// Largest size of a part; counts beyond any machine's must not overflow sums.
const LARGEST: i128 = 1 << 90;

/// (`predicted` - `truth`) x `cycles` / `of`, rounded; none without anything to divide by.
fn scaled(predicted: u64, truth: u64, cycles: u64, of: u64) -> Option<i128> {
    if of == 0 {
        return None;
    }
    let product = u128::from(predicted.abs_diff(truth)) * u128::from(cycles);
    let of = u128::from(of);
    let rounded = product / of + u128::from(product % of >= of.div_ceil(2));
    let size = i128::try_from(rounded).unwrap_or(LARGEST).min(LARGEST);
    Some(if predicted < truth { -size } else { size })
}
