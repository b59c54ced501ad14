//! Contexts of both sides as cells: what a context has of its own, and of each origin that was folded into it.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::carried::{Carried, has_causes};
use crate::cause::{Charge, Service};
use crate::context_names::START;
use crate::fold::Fold;
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
}

impl Sum {
    pub(super) fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.bytecodes += other.bytecodes;
        self.cycles += other.cycles;
        self.loads += other.loads;
        self.hidden_loads += other.hidden_loads;
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

/// Common contexts while they are made.
struct Sides<'a> {
    names: IndexSet<&'a str>,
    both: CallingContextTree,
    cells: BTreeMap<Key, [Sum; 2]>,
    /// Origin of each common context.
    own: Vec<Origin>,
    fold: Fold,
    told: Told<'a>,
    /// Calls of routines that the prediction does not tell, by the cell of the caller.
    untold: BTreeMap<Key, u64>,
    /// A side has no chains: contexts are methods.
    flat: bool,
    loads: Loads,
}

/// What the prediction tells apart from the methods that call it.
struct Told<'a> {
    /// Origins with figures of their own in contexts that are folded into others.
    origins: BTreeSet<Origin>,
    /// Methods of routines with figures of their own.
    routines: BTreeSet<&'a str>,
    /// A context of a service has figures of its own.
    services: bool,
}

impl<'a> Told<'a> {
    fn new(prediction: &'a Profile, fold: Fold) -> Self {
        let mut told = Self {
            origins: BTreeSet::new(),
            routines: BTreeSet::new(),
            services: false,
        };
        let methods = origins_of_methods(prediction);
        for thread in &prediction.threads {
            let origins = origins(&thread.tree, &methods);
            // Origin of the context that a folded one is part of.
            let mut staying = vec![Origin::Runtime];
            for (id, origin) in thread.tree.ids().zip(origins).skip(1) {
                let context = thread.tree.context(id);
                let caller = staying[context.parent.0 as usize];
                let folded = fold.folds(origin) && !prediction.flat;
                staying.push(if folded { caller } else { origin });
                let has_figures = context.calls != 0 || context.bytecodes != 0;
                if !has_figures && context.self_cycles() == 0 {
                    continue;
                }
                told.services |= context.service != Service::Program;
                if folded && origin != caller {
                    told.origins.insert(origin);
                }
                if origin == Origin::Routine {
                    told.routines.insert(prediction.name(context.method));
                }
            }
        }
        told
    }
}

fn origins_of_methods(profile: &Profile) -> Vec<Origin> {
    let names = profile.methods.iter();
    names.map(|name| Origin::of(name)).collect()
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
            fold,
            told: Told::new(prediction, fold),
            untold: BTreeMap::new(),
            flat: truth.flat || prediction.flat,
            loads: Loads {
                program: carried.loads,
                services: carried.loads && of_services(truth) && of_services(prediction),
            },
        };
        sides.add(truth, 0);
        sides.add(prediction, 1);
        sides.count_untold();
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
        let methods = origins_of_methods(profile);
        for thread in &profile.threads {
            let tree = &thread.tree;
            let origins = origins(tree, &methods);
            let mut cells: Vec<Key> = vec![(0, self.own[0])];
            let root = self.sum(tree.context(CallingContextTree::ROOT));
            self.cells.entry(cells[0]).or_default()[side].add(&root);
            for (id, origin) in tree.ids().zip(origins.iter().copied()).skip(1) {
                let context = tree.context(id);
                let caller = cells[context.parent.0 as usize];
                let is_entered = origins[context.parent.0 as usize] != origin;
                let cell = if self.fold.folds(origin) && !profile.flat {
                    self.folded(context, origin, (caller, is_entered), side)
                } else {
                    let place = self.callee(caller.0, profile.name(context.method), origin);
                    let cell = (place, self.own[place]);
                    let sum = self.sum(context);
                    self.cells.entry(cell).or_default()[side].add(&sum);
                    cell
                };
                cells.push(cell);
                let is_told = self.told.routines.contains(profile.name(context.method));
                let is_routine = origin == Origin::Routine && is_entered;
                if side == 0 && is_routine && !is_told && !self.flat && cell != caller {
                    *self.untold.entry(caller).or_default() += context.calls;
                }
            }
        }
    }

    /// Adds a context to its caller's cell of its origin, or, if the prediction tells nothing of this origin, to the caller's own.
    fn folded(
        &mut self,
        context: &Context,
        origin: Origin,
        (caller, is_entered): (Key, bool),
        side: usize,
    ) -> Key {
        let mut sum = self.sum(context);
        let is_told = origin == self.own[caller.0] || self.told.origins.contains(&origin);
        let cell = if is_told { (caller.0, origin) } else { caller };
        if cell.1 != origin {
            // A profiler that charges callers counts the bytecode, not those of the method in its place.
            if origin == Origin::Routine {
                sum.bytecodes = if is_entered { sum.calls } else { 0 };
            }
        }
        // Who tells no service either has its loads among those of its caller.
        if self.loads.program && (cell.1 != origin || !self.told.services) {
            sum.loads += sum.hidden_loads;
        }
        sum.calls = 0;
        self.cells.entry(cell).or_default()[side].add(&sum);
        cell
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
        }
    }

    /// A caller that has the bytecode in place of a routine's call counts it; the truth counts it in the routine.
    fn count_untold(&mut self) {
        for (caller, calls) in &self.untold {
            if let Some([truth, predicted]) = self.cells.get_mut(caller) {
                truth.bytecodes += predicted
                    .bytecodes
                    .saturating_sub(truth.bytecodes)
                    .min(*calls);
            }
        }
    }
}
