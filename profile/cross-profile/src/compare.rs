//! A prediction compared with the truth.
//!
//! Errors are relative and signed: (predicted - true) / true. Methods and contexts are matched by their names
//! and compared by the cycles spent in themselves, so that one error does not count in all callers again.
//! A method that the prediction lacks has an error of -1. A method without cycles in the truth has no relative error; it
//! is counted separately, and its cycles are part of [`Distribution::weighted`] and of the total.
//! `docs/validation.md` has the formulas.

use std::collections::HashMap;

use indexmap::IndexSet;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::cause::{Cause, Service};
use crate::decomposition::Carried;
use crate::profile::Profile;
use crate::tree::{CallingContextTree, ContextId, MethodId};

/// Methods that [`Comparison::top_overlap`] looks at.
pub const TOP: usize = 10;

/// True and predicted cycles of one thing. In files it has its difference and its relative error beside them.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
pub struct Pair<T> {
    /// The compared item.
    pub what: T,
    /// Cycles in truth.
    pub truth: u64,
    /// Cycles by the prediction.
    pub predicted: u64,
}

impl<T> Pair<T> {
    /// Predicted less true cycles.
    #[must_use]
    pub fn difference(&self) -> i128 {
        i128::from(self.predicted) - i128::from(self.truth)
    }

    /// Relative signed error; none if the truth is zero.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        relative_error(self.truth, self.predicted)
    }
}

impl<T: Serialize> Serialize for Pair<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Pair", 5)?;
        fields.serialize_field("what", &self.what)?;
        fields.serialize_field("truth", &self.truth)?;
        fields.serialize_field("predicted", &self.predicted)?;
        fields.serialize_field("difference", &self.difference())?;
        fields.serialize_field("error", &self.error())?;
        fields.end()
    }
}

/// Relative signed error; none if the truth is zero.
#[must_use]
pub fn relative_error(truth: u64, predicted: u64) -> Option<f64> {
    (truth != 0).then(|| (predicted as f64 - truth as f64) / truth as f64)
}

/// Errors over many things.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Distribution {
    /// Things that have a relative error.
    pub count: usize,
    /// Entries without a predicted cycle.
    pub missed: usize,
    /// Things with predicted cycles but none in truth.
    pub without_truth: usize,
    /// Mean of the signed errors.
    pub bias: f64,
    /// Mean of the absolute errors (MAPE).
    pub mape: f64,
    /// Sum of the absolute differences in cycles, those of things without truth included, as a part of the true cycles.
    pub weighted: f64,
    /// Median of the absolute errors.
    pub median: f64,
    /// Absolute error that 95 % of the things stay within (nearest rank).
    pub p95: f64,
    /// Largest absolute error, signed.
    pub worst: f64,
    /// Name of the thing with the largest error.
    pub worst_name: String,
}

/// All of a comparison.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Comparison {
    /// Cycles of the whole run.
    pub total: Pair<String>,
    /// Errors over methods; none if no method runs a cycle in truth.
    pub methods: Option<Distribution>,
    /// Errors over calling contexts; none if a side has no chains of calls.
    pub contexts: Option<Distribution>,
    /// Kendall's tau-b of the methods by their cycles, 1 for the same order; none for fewer than two methods
    /// or when all are equal.
    pub kendall_tau: Option<f64>,
    /// Number of the [`TOP`] hottest methods in the truth that are among the [`TOP`] of the prediction.
    pub top_overlap: usize,
    /// Methods that [`Self::top_overlap`] could be at most.
    pub top_of: usize,
    /// Each method, hottest in truth first.
    pub by_method: Vec<Pair<String>>,
    /// Contexts that differ, each with its chain of callers, hottest in truth first.
    pub by_context: Vec<Pair<String>>,
    /// Each cause; empty if a side lacks causes: all its cycles are then [`Cause::Execute`].
    pub by_cause: Vec<Pair<Cause>>,
    /// Each bytecode that was dispatched, by opcode; empty if a side lacks them.
    pub by_bytecode: Vec<Pair<u8>>,
}

impl Comparison {
    /// Holds `prediction` against `truth`.
    #[must_use]
    pub fn new(truth: &Profile, prediction: &Profile) -> Self {
        let by_method = methods(truth, prediction);
        let (top_overlap, top_of) = top_overlap(&by_method);
        let mut by_context = match truth.flat || prediction.flat {
            true => Vec::new(),
            false => contexts(truth, prediction),
        };
        let of_contexts = Distribution::of(&by_context);
        by_context.retain(|pair| pair.difference() != 0);
        by_context.sort_by(|a, b| b.truth.cmp(&a.truth).then_with(|| a.what.cmp(&b.what)));
        Self {
            total: Pair {
                what: truth.provenance.program.clone(),
                truth: truth.total_cycles(),
                predicted: prediction.total_cycles(),
            },
            methods: Distribution::of(&by_method),
            contexts: of_contexts,
            kendall_tau: kendall_tau(&by_method),
            top_overlap,
            top_of,
            by_method,
            by_context,
            by_cause: causes(truth, prediction),
            by_bytecode: bytecodes(truth, prediction),
        }
    }

    /// Returns true if no cycle differs: in the total, in any method, context, bytecode or cause.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let contexts = self.contexts.as_ref();
        self.total.difference() == 0
            && self.by_method.iter().all(|pair| pair.difference() == 0)
            && self.by_bytecode.iter().all(|pair| pair.difference() == 0)
            && self.by_cause.iter().all(|pair| pair.difference() == 0)
            && contexts.is_none_or(|contexts| contexts.weighted == 0.0)
    }

    /// Relative error of the whole run; none if the truth has no cycle.
    #[must_use]
    pub fn total_error(&self) -> Option<f64> {
        self.total.error()
    }
}

impl Distribution {
    fn of(pairs: &[Pair<String>]) -> Option<Self> {
        let errors = pairs
            .iter()
            .filter_map(|pair| pair.error().map(|error| (error, &pair.what)));
        let mut errors: Vec<(f64, &String)> = errors.collect();
        errors.sort_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
        let (worst, worst_name) = *errors.last()?;
        let count = errors.len();
        let mean = |sum: f64| sum / count as f64;
        let absolute = |place: usize| errors[place].0.abs();
        let sum = |cycles: fn(&Pair<String>) -> u64| pairs.iter().map(cycles).sum::<u64>() as f64;
        Some(Self {
            count,
            missed: pairs
                .iter()
                .filter(|p| p.truth != 0 && p.predicted == 0)
                .count(),
            without_truth: pairs
                .iter()
                .filter(|p| p.truth == 0 && p.predicted != 0)
                .count(),
            bias: mean(errors.iter().map(|(error, _)| error).sum()),
            mape: mean(errors.iter().map(|(error, _)| error.abs()).sum()),
            weighted: sum(|p| p.truth.abs_diff(p.predicted)) / sum(|p| p.truth),
            median: f64::midpoint(absolute((count - 1) / 2), absolute(count / 2)),
            p95: absolute((count * 95).div_ceil(100) - 1),
            worst,
            worst_name: worst_name.clone(),
        })
    }
}

/// Self cycles of each method of either side, hottest in truth first.
fn methods(truth: &Profile, prediction: &Profile) -> Vec<Pair<String>> {
    let mut pairs: HashMap<&str, (u64, u64)> = HashMap::new();
    for (name, figures) in truth.methods.iter().zip(truth.by_method()) {
        pairs.entry(name).or_default().0 += figures.self_cycles;
    }
    for (name, figures) in prediction.methods.iter().zip(prediction.by_method()) {
        pairs.entry(name).or_default().1 += figures.self_cycles;
    }
    let mut pairs: Vec<Pair<String>> = pairs
        .into_iter()
        .filter(|(_, (truth, predicted))| truth + predicted != 0)
        .map(|(name, (truth, predicted))| Pair {
            what: name.to_owned(),
            truth,
            predicted,
        })
        .collect();
    pairs.sort_by(|a, b| b.truth.cmp(&a.truth).then_with(|| a.what.cmp(&b.what)));
    pairs
}

/// Self cycles of each context of either side. Services are left aside, as other tools do not know them.
fn contexts(truth: &Profile, prediction: &Profile) -> Vec<Pair<String>> {
    let mut names = IndexSet::new();
    let mut both = CallingContextTree::new(MethodId(0));
    let mut cycles = vec![(0, 0)];
    for (profile, is_truth) in [(truth, true), (prediction, false)] {
        for thread in &profile.threads {
            let mut here: Vec<ContextId> = Vec::with_capacity(thread.tree.contexts().len());
            for id in thread.tree.ids() {
                let context = thread.tree.context(id);
                let name = names.insert_full(profile.name(context.method)).0 as u32;
                let place = if id == CallingContextTree::ROOT {
                    id
                } else {
                    let parent = here[context.parent.0 as usize];
                    both.callee(parent, MethodId(name), Service::Program)
                };
                cycles.resize(both.contexts().len(), (0, 0));
                let (truth, predicted) = &mut cycles[place.0 as usize];
                *if is_truth { truth } else { predicted } += context.self_cycles();
                here.push(place);
            }
        }
    }
    let named = both.ids().zip(cycles).skip(1);
    named
        .filter(|(_, (truth, predicted))| truth + predicted != 0)
        .map(|(id, (truth, predicted))| Pair {
            what: path_name(&both, &names, id),
            truth,
            predicted,
        })
        .collect()
}

fn path_name(tree: &CallingContextTree, names: &IndexSet<&str>, id: ContextId) -> String {
    let path = tree.path(id).into_iter().skip(1);
    let names: Vec<&str> = path
        .map(|id| names[tree.context(id).method.0 as usize])
        .collect();
    names.join(";")
}

fn kendall_tau(by_method: &[Pair<String>]) -> Option<f64> {
    let truth: Vec<u64> = by_method.iter().map(|pair| pair.truth).collect();
    let predicted: Vec<u64> = by_method.iter().map(|pair| pair.predicted).collect();
    let (tau, _) = kendalls::tau_b(&truth, &predicted).ok()?;
    tau.is_finite().then_some(tau)
}

/// Of the hottest methods in truth, those which the prediction has there too; and how many they are.
fn top_overlap(by_method: &[Pair<String>]) -> (usize, usize) {
    let mut predicted: Vec<&Pair<String>> = by_method.iter().filter(|p| p.predicted != 0).collect();
    predicted.sort_by(|a, b| {
        let order = b.predicted.cmp(&a.predicted);
        order.then_with(|| a.what.cmp(&b.what))
    });
    let hot = by_method.iter().filter(|pair| pair.truth != 0);
    let top: Vec<&Pair<String>> = hot.take(TOP).collect();
    predicted.truncate(top.len());
    let shared = top.iter().filter(|pair| predicted.contains(pair)).count();
    (shared, top.len())
}

fn causes(truth: &Profile, prediction: &Profile) -> Vec<Pair<Cause>> {
    // Some tools tell services, but no stalls.
    if ![truth, prediction]
        .into_iter()
        .all(|side| Carried::of(side).loads)
    {
        return Vec::new();
    }
    let [truth, predicted] = [truth, prediction].map(Profile::total_by_cause);
    let rows = Cause::ALL.into_iter().zip(truth).zip(predicted);
    rows.map(|((what, truth), predicted)| Pair {
        what,
        truth,
        predicted,
    })
    .collect()
}

fn bytecodes(truth: &Profile, prediction: &Profile) -> Vec<Pair<u8>> {
    let rows = (0..=u8::MAX).zip(truth.bytecodes.iter().zip(&prediction.bytecodes));
    rows.filter(|(_, (truth, predicted))| truth.count + predicted.count != 0)
        .map(|(what, (truth, predicted))| Pair {
            what,
            truth: truth.cycles,
            predicted: predicted.cycles,
        })
        .collect()
}
