//! The contexts of all threads and of both profiles as one tree, in the order of the page.

use std::cmp::Reverse;

use cross_profile::{CallingContextTree, Cause, Context, ContextId, MethodId, Profile, Service};
use indexmap::IndexSet;

use super::RingSide;
use crate::payload::PageError;

/// Root above the threads.
const ALL_THREADS: &str = "(all threads)";

/// Exclusive figures of a context.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Figures {
    pub(super) calls: u64,
    pub(super) bytecodes: u64,
    pub(super) causes: [u64; Cause::COUNT],
}

impl Figures {
    pub(super) fn cycles(&self) -> u64 {
        self.causes.iter().sum()
    }

    fn add(&mut self, context: &Context) {
        self.calls = self.calls.saturating_add(context.calls);
        self.bytecodes = self.bytecodes.saturating_add(context.bytecodes);
        for (sum, cycles) in self.causes.iter_mut().zip(context.by_cause()) {
            *sum += cycles;
        }
    }
}

/// The contexts of the page.
#[derive(Debug)]
pub(super) struct Forest {
    /// Names of methods and of contexts without a method.
    pub(super) methods: Vec<String>,
    /// All contexts; its own figures stay empty.
    pub(super) tree: CallingContextTree,
    /// By context and side.
    pub(super) figures: Vec<[Figures; 2]>,
    /// By context: which sides have it, a bit each.
    pub(super) present: Vec<u8>,
    /// By context: how many callers it has above it.
    pub(super) depths: Vec<u32>,
    /// Contexts in preorder, callees by falling cycles of all sides.
    pub(super) order: Vec<u32>,
    /// Names of the threads, if they are separate, below the root.
    pub(super) threads: Vec<String>,
    /// True if causes are known.
    pub(super) by_cause: bool,
    /// By tree, in the order in which they were added, and by its context: the context here.
    pub(super) here: Vec<Vec<ContextId>>,
}

impl Forest {
    pub(super) fn of(sides: &[RingSide<'_>]) -> Result<Self, PageError> {
        if sides.iter().any(|side| side.profile.threads.is_empty()) {
            return Err(PageError::Empty);
        }
        let threads = threads_apart(sides);
        let mut methods = IndexSet::new();
        let root = if threads.is_empty() {
            let first = &sides[0].profile;
            let root = first.threads[0].tree.context(CallingContextTree::ROOT);
            first.name(root.method)
        } else {
            ALL_THREADS
        };
        methods.insert(root.to_owned());
        let mut builder = Builder {
            methods,
            tree: CallingContextTree::new(MethodId(0)),
            figures: vec![Default::default()],
            present: vec![0],
            by_cause: sides.iter().all(|side| tells_causes(side.profile)),
            here: Vec::new(),
        };
        for (side, of) in sides.iter().enumerate() {
            builder.add(side, of.profile, !threads.is_empty());
        }
        Ok(builder.finish(threads))
    }
}

/// Names of the threads if there are several, and on all sides the same.
fn threads_apart(sides: &[RingSide<'_>]) -> Vec<String> {
    let names = |side: &RingSide<'_>| -> Vec<String> {
        let threads = side.profile.threads.iter();
        threads.map(|thread| thread.name.clone()).collect()
    };
    let first = names(&sides[0]);
    let apart = first.len() > 1 && sides.iter().all(|side| names(side) == first);
    if apart { first } else { Vec::new() }
}

/// All cycles of a profile without causes are executed.
fn tells_causes(profile: &Profile) -> bool {
    let causes = profile.total_by_cause();
    causes[Cause::Execute as usize] < causes.iter().sum()
}

struct Builder {
    methods: IndexSet<String>,
    tree: CallingContextTree,
    figures: Vec<[Figures; 2]>,
    present: Vec<u8>,
    by_cause: bool,
    here: Vec<Vec<ContextId>>,
}

impl Builder {
    fn add(&mut self, side: usize, profile: &Profile, threads_apart: bool) {
        let names = profile.methods.iter();
        let methods: Vec<MethodId> = names.map(|name| self.method(name)).collect();
        for thread in &profile.threads {
            let mut root = CallingContextTree::ROOT;
            if threads_apart {
                let name = self.method(&format!("(thread {})", thread.name));
                self.present[0] |= 1 << side;
                root = self.tree.callee(root, name, Service::Program);
            }
            self.add_tree(side, &thread.tree, root, &methods);
        }
    }

    fn method(&mut self, name: &str) -> MethodId {
        MethodId(self.methods.insert_full(name.to_owned()).0 as u32)
    }

    fn add_tree(
        &mut self,
        side: usize,
        tree: &CallingContextTree,
        root: ContextId,
        methods: &[MethodId],
    ) {
        let mut here: Vec<ContextId> = Vec::with_capacity(tree.contexts().len());
        for id in tree.ids() {
            let context = tree.context(id);
            let place = if id == CallingContextTree::ROOT {
                root
            } else {
                let service = if self.by_cause {
                    context.service
                } else {
                    Service::Program
                };
                let method = methods[context.method.0 as usize];
                self.tree
                    .callee(here[context.parent.0 as usize], method, service)
            };
            here.push(place);
            self.figures
                .resize(self.tree.contexts().len(), Default::default());
            self.present.resize(self.tree.contexts().len(), 0);
            self.figures[place.0 as usize][side].add(context);
            self.present[place.0 as usize] |= 1 << side;
        }
        self.here.push(here);
    }

    fn finish(self, threads: Vec<String>) -> Forest {
        let (order, depths) = preorder(&self.tree, &self.figures);
        Forest {
            methods: self.methods.into_iter().collect(),
            tree: self.tree,
            figures: self.figures,
            present: self.present,
            depths,
            order,
            threads,
            by_cause: self.by_cause,
            here: self.here,
        }
    }
}

/// Contexts in preorder, and by context its depth.
fn preorder(tree: &CallingContextTree, figures: &[[Figures; 2]]) -> (Vec<u32>, Vec<u32>) {
    let own = figures
        .iter()
        .flatten()
        .map(Figures::cycles)
        .collect::<Vec<_>>();
    let mut cycles: Vec<u128> = own
        .chunks(2)
        .map(|sides| u128::from(sides[0]) + u128::from(sides[1]))
        .collect();
    let contexts = tree.contexts();
    for place in (1..contexts.len()).rev() {
        cycles[contexts[place].parent.0 as usize] += cycles[place];
    }
    let mut depths = vec![0; contexts.len()];
    for place in 1..contexts.len() {
        depths[place] = depths[contexts[place].parent.0 as usize] + 1;
    }
    let mut callees = tree.callees();
    let mut order = Vec::with_capacity(contexts.len());
    let mut waiting = vec![CallingContextTree::ROOT];
    while let Some(id) = waiting.pop() {
        order.push(id.0);
        let mut below = std::mem::take(&mut callees[id.0 as usize]);
        below.sort_by_key(|callee| (Reverse(cycles[callee.0 as usize]), *callee));
        waiting.extend(below.into_iter().rev());
    }
    (order, depths)
}
