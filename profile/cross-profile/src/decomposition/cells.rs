//! Contexts of both sides as cells: what a context has of its own, and of each origin that was folded into it.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::Carried;
use crate::cause::{Charge, Service};
use crate::fold::Fold;
use crate::observer::START;
use crate::origin::{Origin, origins};
use crate::profile::Profile;
use crate::tree::{CallingContextTree, Context, ContextId, MethodId};

/// Figures of a cell on one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) calls: u64,
    pub(super) bytecodes: u64,
    pub(super) cycles: u64,
    /// Cycles of loads, if both sides tell them.
    pub(super) loads: u64,
    /// Cycles of loads in a context of a service that the other side does not tell.
    hidden_loads: u64,
    /// Calls from contexts of other origins: bytecodes of a caller that folds its routines.
    entries: u64,
}

impl Sum {
    pub(super) fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.bytecodes += other.bytecodes;
        self.cycles += other.cycles;
        self.loads += other.loads;
        self.hidden_loads += other.hidden_loads;
        self.entries += other.entries;
    }

    /// Returns true if the side has the context at all.
    pub(super) fn is_there(&self) -> bool {
        self.calls != 0 || self.bytecodes != 0 || self.cycles != 0
    }
}

/// A context of the common tree, and an origin.
pub(super) type Key = (usize, Origin);

/// The cells of both sides, the truth first.
pub(super) struct Cells<'a> {
    pub(super) names: IndexSet<&'a str>,
    /// Method of each context, a place in the names.
    pub(super) methods: Vec<usize>,
    pub(super) cells: BTreeMap<Key, [Sum; 2]>,
}

/// Returns true if a context of this service tells causes beyond its service.
pub(super) fn has_causes(context: &Context, service: Service) -> bool {
    let told = context.cycles.iter().skip(Charge::Execute as usize + 1);
    context.service == service && told.sum::<u64>() != 0
}

/// Common contexts while they are made.
struct Sides<'a> {
    names: IndexSet<&'a str>,
    both: CallingContextTree,
    cells: BTreeMap<Key, [Sum; 2]>,
    /// Origin of each common context.
    own: Vec<Origin>,
    /// Cells of another origin than that of their context.
    folded: BTreeSet<Key>,
    fold: Fold,
    /// A side has no chains: contexts are methods.
    flat: bool,
    loads: Loads,
}

/// Contexts of which loads are compared.
#[derive(Clone, Copy)]
struct Loads {
    program: bool,
    services: bool,
}

impl<'a> Cells<'a> {
    pub(super) fn new(
        truth: &'a Profile,
        prediction: &'a Profile,
        fold: Fold,
        carried: Carried,
    ) -> Self {
        let of_services = |profile: &Profile| {
            let trees = profile.threads.iter().map(|thread| &thread.tree);
            let mut contexts = trees.flat_map(|tree| tree.contexts());
            contexts.any(|context| {
                context.service != Service::Program && has_causes(context, context.service)
            })
        };
        let mut sides = Sides {
            names: IndexSet::from([START]),
            both: CallingContextTree::new(MethodId(0)),
            cells: BTreeMap::new(),
            own: vec![Origin::Runtime],
            folded: BTreeSet::new(),
            fold,
            flat: truth.flat || prediction.flat,
            loads: Loads {
                program: carried.loads,
                services: carried.loads && of_services(truth) && of_services(prediction),
            },
        };
        sides.add(truth, 0);
        sides.add(prediction, 1);
        sides.unite();
        let contexts = sides.both.contexts().iter();
        Self {
            methods: contexts.map(|context| context.method.0 as usize).collect(),
            names: sides.names,
            cells: sides.cells,
        }
    }
}

impl<'a> Sides<'a> {
    fn add(&mut self, profile: &'a Profile, side: usize) {
        let methods: Vec<Origin> = profile
            .methods
            .iter()
            .map(|name| Origin::of(name))
            .collect();
        for thread in &profile.threads {
            let tree = &thread.tree;
            let origins = origins(tree, &methods);
            let mut places: Vec<usize> = Vec::with_capacity(origins.len());
            for (id, origin) in tree.ids().zip(origins.iter().copied()) {
                let context = tree.context(id);
                let caller = context.parent.0 as usize;
                let is_root = id == CallingContextTree::ROOT;
                let folded = !is_root && self.fold.folds(origin) && !profile.flat;
                let place = match places.get(caller) {
                    Some(place) if folded => *place,
                    Some(place) if !is_root => {
                        self.callee(*place, profile.name(context.method), origin)
                    }
                    _ => 0,
                };
                places.push(place);
                let key = (place, if folded { origin } else { self.own[place] });
                if folded && key.1 != self.own[place] {
                    self.folded.insert(key);
                }
                let mut sum = self.sum(context);
                if folded {
                    let entered = origins[caller] != origin;
                    sum.entries = if entered { sum.calls } else { 0 };
                    sum.calls = 0;
                }
                self.cells.entry(key).or_default()[side].add(&sum);
            }
        }
    }

    /// The common context of a callee; without chains that of the method.
    fn callee(&mut self, caller: usize, name: &'a str, origin: Origin) -> usize {
        let caller = if self.flat { 0 } else { caller };
        let method = MethodId(self.names.insert_full(name).0 as u32);
        let caller = ContextId(caller as u32);
        let place = self.both.callee(caller, method, Service::Program).0 as usize;
        if place == self.own.len() {
            // Without chains nothing tells what a routine has called.
            self.own
                .push(if self.flat { Origin::of(name) } else { origin });
        }
        place
    }

    fn sum(&self, context: &Context) -> Sum {
        let told = match context.service {
            Service::Program => self.loads.program,
            _ => self.loads.services,
        };
        let charges = [Charge::LoadOnInvoke, Charge::LoadOnReturn];
        let loads: u64 = charges
            .iter()
            .map(|load| context.cycles[*load as usize])
            .sum();
        Sum {
            calls: context.calls,
            bytecodes: context.bytecodes,
            cycles: context.self_cycles(),
            loads: if told { loads } else { 0 },
            hidden_loads: if told { 0 } else { loads },
            entries: 0,
        }
    }

    /// Makes truth of an origin that the prediction has within its callers part of the callers, too.
    fn unite(&mut self) {
        let folded: Vec<Key> = self.folded.iter().copied().collect();
        let apart: BTreeSet<Origin> = folded
            .iter()
            .filter(|key| self.cells[*key][1].is_there())
            .map(|(_, origin)| *origin)
            .collect();
        for key in folded
            .into_iter()
            .filter(|(_, origin)| !apart.contains(origin))
        {
            let Some([mut truth, _]) = self.cells.remove(&key) else {
                continue;
            };
            // A profiler that charges callers counts the bytecode, not those of the method in its place.
            if key.1 == Origin::Routine {
                truth.bytecodes = truth.entries;
            }
            if self.loads.program {
                truth.loads += truth.hidden_loads;
            }
            let own = (key.0, self.own[key.0]);
            self.cells.entry(own).or_default()[0].add(&truth);
        }
    }
}
