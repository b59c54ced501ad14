//! Parts of a prediction's error: how many cycles of it come from counts, prices, routines, library or loads.
//!
//! Each part is signed, and all parts of a method add up to its difference, those of all methods to the difference of the
//! totals. `docs/validation.md` has the rules.

mod carried;
mod cells;
mod parts;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use self::carried::Carried;
pub use self::parts::Parts;

use self::cells::{Cells, Sum};
use self::parts::{Counts, Method, Missing};
use crate::fold::Fold;
use crate::origin::Origin;
use crate::profile::Profile;

/// Error of one method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodParts {
    /// Its name.
    pub method: String,
    /// Cycles in truth.
    pub truth: u64,
    /// Cycles by the prediction.
    pub predicted: u64,
    /// Its parts.
    pub parts: Parts,
}

/// Error of a whole run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decomposition {
    /// What the prediction carries.
    pub carried: Carried,
    /// Parts of the total difference.
    pub total: Parts,
    /// Each method with a difference or a part, the largest difference first.
    pub by_method: Vec<MethodParts>,
}

impl Decomposition {
    /// Decomposes the differences of two profiles whose methods have the same names, before they are folded.
    #[must_use]
    pub fn new(truth: &Profile, prediction: &Profile, fold: Fold, carried: Carried) -> Self {
        let cells = Cells::new(truth, prediction, fold, carried);
        let methods = methods(&cells);
        let mut by_method: BTreeMap<&str, ([u64; 2], Parts)> = BTreeMap::new();
        for ((context, origin), sides) in &cells.cells {
            let name = cells.names[cells.methods[*context]];
            let method = &methods[&(cells.methods[*context], *origin)];
            let (sums, parts) = by_method.entry(name).or_default();
            for (sum, side) in sums.iter_mut().zip(sides) {
                *sum += side.cycles;
            }
            parts.add(&of_cell(*origin, sides, method, carried));
        }
        let mut total = Parts::default();
        let mut rows = Vec::new();
        for (name, ([truth, predicted], parts)) in by_method {
            total.add(&parts);
            if truth != predicted || parts != Parts::default() {
                rows.push(MethodParts {
                    method: name.to_owned(),
                    truth,
                    predicted,
                    parts,
                });
            }
        }
        rows.sort_by_key(|row| Reverse(row.truth.abs_diff(row.predicted)));
        Self {
            carried,
            total,
            by_method: rows,
        }
    }
}

/// Sums of each method over its contexts.
fn methods(cells: &Cells<'_>) -> BTreeMap<(usize, Origin), Method> {
    let mut methods: BTreeMap<(usize, Origin), [Sum; 2]> = BTreeMap::new();
    for ((context, origin), sides) in &cells.cells {
        let sums = methods
            .entry((cells.methods[*context], *origin))
            .or_default();
        for (sum, side) in sums.iter_mut().zip(sides) {
            sum.add(side);
        }
    }
    let methods = methods.into_iter().map(|(key, [truth, predicted])| {
        let missing = match (truth.is_there(), predicted.is_there()) {
            (true, false) => Missing::InPrediction,
            (false, true) => Missing::InTruth,
            _ => Missing::No,
        };
        (key, Method { truth, missing })
    });
    methods.collect()
}

/// Parts of one context's cycles of one origin.
fn of_cell(origin: Origin, sides: &[Sum; 2], method: &Method, carried: Carried) -> Parts {
    let [truth, predicted] = sides;
    let difference = i128::from(predicted.cycles) - i128::from(truth.cycles);
    let mut parts = Parts::default();
    if method.missing == Missing::No && truth.is_there() && predicted.is_there() {
        parts.cache = i128::from(predicted.loads) - i128::from(truth.loads);
    }
    let rest = difference - parts.cache;
    match (origin, method.missing) {
        (Origin::Routine, _) => parts.routines = rest,
        (Origin::Runtime, _) => parts.runtime = rest,
        (Origin::Library, _) => parts.library = rest,
        (Origin::Application, Missing::InPrediction) => parts.missing = rest,
        (Origin::Application, Missing::InTruth) => parts.foreign = rest,
        (Origin::Application, Missing::No) if !carried.calls && !carried.bytecodes => {
            parts.uncounted = rest;
        }
        (Origin::Application, Missing::No) => {
            let counts = Counts::new(sides, &method.truth, rest, carried);
            parts.calls = counts.calls;
            parts.bytecodes = counts.bytecodes;
            parts.prices = rest - counts.calls - counts.bytecodes;
        }
    }
    parts
}
