//! The call graph of a profile: for each pair of caller and callee its calls and cycles.
//!
//! A method that is below itself (recursion) would count cycles twice if all calls were added up. An arc therefore has
//! two figures, which are the same where neither method is below itself:
//!
//! - [`Arc::of_callee`] counts outermost calls of the callee: over all callers they add up to the callee's total.
//! - [`Arc::of_caller`] counts what is below the innermost run of the caller: over all callees, with the caller's own
//!   cycles, they add up to the caller's total.

use std::collections::BTreeMap;

use crate::profile::Profile;
use crate::tree::{CallingContextTree, Context, ContextId, MethodId};

/// Calls from one method to another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arc {
    /// Calls.
    pub calls: u64,
    /// Part of the callee's total that was spent for this caller.
    pub of_callee: Vec<u64>,
    /// Part of the caller's total that was spent in this callee.
    pub of_caller: Vec<u64>,
}

/// Self and total figures of a method.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Calls.
    pub calls: u64,
    /// Spent in the method itself.
    pub own: Vec<u64>,
    /// Spent in it and below it, once where it is below itself.
    pub total: Vec<u64>,
}

/// Methods and the calls between them; each figure is a list, one place for each measure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CallGraph {
    /// Methods in the order of [`Profile::methods`].
    pub nodes: Vec<Node>,
    /// Arcs by caller and callee.
    pub arcs: BTreeMap<(MethodId, MethodId), Arc>,
}

impl CallGraph {
    /// The graph of all threads; `measure` gives the figures of one context by itself, the same number for each.
    #[must_use]
    pub fn new(profile: &Profile, measures: usize, measure: impl Fn(&Context) -> Vec<u64>) -> Self {
        let node = Node {
            calls: 0,
            own: vec![0; measures],
            total: vec![0; measures],
        };
        let mut graph = Self {
            nodes: vec![node; profile.methods.len()],
            arcs: BTreeMap::new(),
        };
        for thread in &profile.threads {
            for id in thread.tree.ids() {
                graph.add(&thread.tree, id, &measure, measures);
            }
        }
        graph
    }

    /// The graph with cycles as its only measure.
    #[must_use]
    pub fn of_cycles(profile: &Profile) -> Self {
        Self::new(profile, 1, |context| vec![context.self_cycles()])
    }

    /// Callers of a method with their arcs.
    pub fn callers(&self, method: MethodId) -> impl Iterator<Item = (MethodId, &Arc)> {
        let arcs = self.arcs.iter();
        arcs.filter_map(move |((caller, callee), arc)| {
            (*callee == method).then_some((*caller, arc))
        })
    }

    /// Callees of a method with their arcs.
    pub fn callees(&self, method: MethodId) -> impl Iterator<Item = (MethodId, &Arc)> {
        let arcs = self
            .arcs
            .range((method, MethodId(0))..=(method, MethodId(u32::MAX)));
        arcs.map(|((_, callee), arc)| (*callee, arc))
    }

    fn arc(&mut self, caller: MethodId, callee: MethodId, measures: usize) -> &mut Arc {
        self.arcs.entry((caller, callee)).or_insert_with(|| Arc {
            calls: 0,
            of_callee: vec![0; measures],
            of_caller: vec![0; measures],
        })
    }

    fn add(
        &mut self,
        tree: &CallingContextTree,
        id: ContextId,
        measure: &impl Fn(&Context) -> Vec<u64>,
        measures: usize,
    ) {
        let context = tree.context(id);
        let own = measure(context);
        let node = &mut self.nodes[context.method.0 as usize];
        node.calls += context.calls;
        add(&mut node.own, &own);
        if id != CallingContextTree::ROOT {
            let caller = tree.context(context.parent).method;
            self.arc(caller, context.method, measures).calls += context.calls;
        }
        if own.iter().any(|figure| *figure != 0) {
            self.add_to_chain(&tree.path(id), tree, &own);
        }
    }

    /// Adds the figures of the innermost context of a chain to all methods and arcs of it.
    fn add_to_chain(&mut self, path: &[ContextId], tree: &CallingContextTree, own: &[u64]) {
        let method = |at: usize| tree.context(path[at]).method;
        for at in 0..path.len() {
            let is_outermost = (0..at).all(|above| method(above) != method(at));
            if is_outermost {
                add(&mut self.nodes[method(at).0 as usize].total, own);
            }
            let Some(callee) = (at + 1 < path.len()).then(|| method(at + 1)) else {
                continue;
            };
            let arc = self.arc(method(at), callee, own.len());
            if (0..=at).all(|above| method(above) != callee) {
                add(&mut arc.of_callee, own);
            }
            if (at + 1..path.len()).all(|below| method(below) != method(at)) {
                add(&mut arc.of_caller, own);
            }
        }
    }
}

fn add(sums: &mut [u64], figures: &[u64]) {
    for (sum, figure) in sums.iter_mut().zip(figures) {
        *sum += figure;
    }
}
