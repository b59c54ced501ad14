//! The calling-context tree (CCT): one node for each chain of calls from the root.
//!
//! Nodes are in one array in the order of their creation, so a parent always precedes its callees.
//! A node keeps no list of its callees; a hash table from (parent, method, service) finds them while a
//! program runs, and [`CallingContextTree::callees`] builds lists for readers.

use std::cmp::Reverse;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::call_times::CallTimes;
use crate::cause::{Cause, Charge, Service};

/// A method, by its number in the profile's list of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodId(pub u32);

/// A context, by its place in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextId(pub u32);

/// One context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Context {
    /// The caller's context; the root is its own.
    pub parent: ContextId,
    /// The method that runs.
    pub method: MethodId,
    /// On whose behalf it runs.
    pub service: Service,
    /// Times it was entered.
    pub calls: u64,
    /// Bytecodes dispatched in it, not in its callees.
    pub bytecodes: u64,
    /// Cycles spent in it, not in its callees, by [`Charge`].
    pub cycles: [u64; Charge::COUNT],
}

impl Context {
    /// All cycles spent in it, not in its callees.
    #[must_use]
    pub fn self_cycles(&self) -> u64 {
        self.cycles.iter().sum()
    }

    /// Its cycles by cause.
    #[must_use]
    pub fn by_cause(&self) -> [u64; Cause::COUNT] {
        let mut causes = [0; Cause::COUNT];
        for (charge, cycles) in Charge::ALL.into_iter().zip(self.cycles) {
            causes[Cause::of(self.service, charge) as usize] += cycles;
        }
        causes
    }
}

/// A calling-context tree.
#[derive(Debug, Clone)]
pub struct CallingContextTree {
    contexts: Vec<Context>,
    /// Times of the calls of each context; those behind the last have none.
    call_times: Vec<CallTimes>,
    index: HashTable<ContextId>,
    /// Callees of each context that were asked for last, by the last bits of their methods; the root where there was none.
    recent: Vec<[ContextId; RECENT]>,
}

/// Callees remembered of each context.
const RECENT: usize = 4;

impl CallingContextTree {
    /// The context in which a thread starts.
    pub const ROOT: ContextId = ContextId(0);

    /// A tree of one context, `method`.
    #[must_use]
    pub fn new(method: MethodId) -> Self {
        let root = Context {
            parent: Self::ROOT,
            method,
            service: Service::Program,
            calls: 0,
            bytecodes: 0,
            cycles: [0; Charge::COUNT],
        };
        Self {
            contexts: vec![root],
            call_times: Vec::new(),
            index: HashTable::new(),
            recent: vec![[Self::ROOT; RECENT]],
        }
    }

    /// The callee `method` of `parent`, which is made if it is new.
    ///
    /// # Panics
    ///
    /// With more than 2^32 contexts.
    // Once for each call: most find what the last ones found, and the rest of it stays outside.
    #[inline(always)]
    pub fn callee(&mut self, parent: ContextId, method: MethodId, service: Service) -> ContextId {
        let slot = method.0 as usize % RECENT;
        let recent = self.recent[parent.0 as usize][slot];
        let context = &self.contexts[recent.0 as usize];
        let is_it =
            context.parent == parent && context.method == method && context.service == service;
        if recent != Self::ROOT && is_it {
            return recent;
        }
        let callee = self.find_callee(parent, method, service);
        self.recent[parent.0 as usize][slot] = callee;
        callee
    }

    #[inline(never)]
    fn find_callee(&mut self, parent: ContextId, method: MethodId, service: Service) -> ContextId {
        let hash = |parent: ContextId, method: MethodId, service: Service| {
            FxBuildHasher.hash_one((parent, method, service))
        };
        let wanted = hash(parent, method, service);
        let found = self.index.find(wanted, |id| {
            let context = &self.contexts[id.0 as usize];
            context.parent == parent && context.method == method && context.service == service
        });
        if let Some(id) = found {
            return *id;
        }
        let id = ContextId(u32::try_from(self.contexts.len()).expect("at most 2^32 contexts"));
        self.contexts.push(Context {
            parent,
            method,
            service,
            calls: 0,
            bytecodes: 0,
            cycles: [0; Charge::COUNT],
        });
        self.recent.push([Self::ROOT; RECENT]);
        self.index.insert_unique(wanted, id, |id| {
            let context = &self.contexts[id.0 as usize];
            hash(context.parent, context.method, context.service)
        });
        id
    }

    /// The contexts, each after its caller.
    #[must_use]
    pub fn contexts(&self) -> &[Context] {
        &self.contexts
    }

    /// One context.
    #[must_use]
    #[inline]
    pub fn context(&self, id: ContextId) -> &Context {
        &self.contexts[id.0 as usize]
    }

    /// One context, to be charged.
    #[inline]
    pub fn context_mut(&mut self, id: ContextId) -> &mut Context {
        &mut self.contexts[id.0 as usize]
    }

    /// Times of a context's calls; none if no call has ended, or the profile's tool does not tell.
    #[must_use]
    pub fn call_times(&self, id: ContextId) -> Option<&CallTimes> {
        let times = self.call_times.get(id.0 as usize)?;
        (times.calls != 0).then_some(times)
    }

    /// Times of a context's calls, to be added to.
    #[inline]
    pub fn call_times_mut(&mut self, id: ContextId) -> &mut CallTimes {
        let place = id.0 as usize;
        if self.call_times.len() <= place {
            self.call_times.resize_with(place + 1, CallTimes::default);
        }
        &mut self.call_times[place]
    }

    /// Returns true if the times of calls are known.
    #[must_use]
    pub fn has_call_times(&self) -> bool {
        self.call_times.iter().any(|times| times.calls != 0)
    }

    /// Ids of all contexts, each after its caller.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ContextId> + use<> {
        (0..self.contexts.len() as u32).map(ContextId)
    }

    /// Callees of each context, in the order of their first call.
    #[must_use]
    pub fn callees(&self) -> Vec<Vec<ContextId>> {
        let mut callees = vec![Vec::new(); self.contexts.len()];
        for id in self.ids().skip(1) {
            callees[self.context(id).parent.0 as usize].push(id);
        }
        callees
    }

    /// For each context the cycles of it and of all below it.
    #[must_use]
    pub fn inclusive_cycles(&self) -> Vec<u64> {
        let mut cycles: Vec<u64> = self.contexts.iter().map(Context::self_cycles).collect();
        for id in (1..self.contexts.len()).rev() {
            let own = cycles[id];
            cycles[self.contexts[id].parent.0 as usize] += own;
        }
        cycles
    }

    /// The `most` contexts with the most inclusive cycles, all if 0, with their depths: each behind its caller, callees by
    /// falling inclusive cycles.
    #[must_use]
    pub fn hottest(&self, most: usize) -> Vec<(usize, ContextId)> {
        let inclusive = self.inclusive_cycles();
        let mut by_cycles: Vec<ContextId> = self.ids().collect();
        // A caller has no fewer cycles than its callee and stands before it, so that none is kept without its caller.
        by_cycles.sort_by_key(|id| (Reverse(inclusive[id.0 as usize]), *id));
        if most != 0 {
            by_cycles.truncate(most);
        }
        let mut callees = vec![Vec::new(); self.contexts.len()];
        for id in by_cycles.iter().filter(|id| **id != Self::ROOT).rev() {
            callees[self.context(*id).parent.0 as usize].push(*id);
        }
        let mut shown = Vec::with_capacity(by_cycles.len());
        let mut waiting = vec![(0, Self::ROOT)];
        while let Some((depth, id)) = waiting.pop() {
            shown.push((depth, id));
            let below = &callees[id.0 as usize];
            waiting.extend(below.iter().map(|callee| (depth + 1, *callee)));
        }
        shown
    }

    /// The chain of contexts from the root to `id`.
    #[must_use]
    pub fn path(&self, id: ContextId) -> Vec<ContextId> {
        let mut path = vec![id];
        let mut at = id;
        while at != Self::ROOT {
            at = self.context(at).parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    /// All cycles of the tree.
    #[must_use]
    pub fn total_cycles(&self) -> u64 {
        self.contexts.iter().map(Context::self_cycles).sum()
    }

    /// All cycles of the tree by cause; they add up to [`Self::total_cycles`].
    #[must_use]
    pub fn total_by_cause(&self) -> [u64; Cause::COUNT] {
        let mut total = [0; Cause::COUNT];
        for context in &self.contexts {
            for (sum, cycles) in total.iter_mut().zip(context.by_cause()) {
                *sum += cycles;
            }
        }
        total
    }

    /// The same contexts with nothing in them.
    #[must_use]
    pub fn without_figures(&self) -> Self {
        let mut tree = self.clone();
        tree.call_times.clear();
        for context in &mut tree.contexts {
            (context.calls, context.bytecodes) = (0, 0);
            context.cycles = [0; Charge::COUNT];
        }
        tree
    }

    /// Adds the figures of another tree; contexts are the same where their chains of methods are.
    pub fn absorb(&mut self, other: &Self) {
        let mut here = Vec::with_capacity(other.contexts.len());
        for (place, context) in other.contexts.iter().enumerate() {
            let id = if place == 0 {
                Self::ROOT
            } else {
                let parent = here[context.parent.0 as usize];
                self.callee(parent, context.method, context.service)
            };
            here.push(id);
            let sum = self.context_mut(id);
            sum.calls += context.calls;
            sum.bytecodes += context.bytecodes;
            for (sum, cycles) in sum.cycles.iter_mut().zip(context.cycles) {
                *sum += cycles;
            }
            if let Some(times) = other.call_times(ContextId(place as u32)) {
                self.call_times_mut(id).absorb(times);
            }
        }
    }

    /// Memory that the tree takes. Unit: bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let buckets = self.call_times.iter();
        let buckets: usize = buckets.map(|times| times.buckets.capacity()).sum();
        self.contexts.capacity() * size_of::<Context>()
            + self.index.allocation_size()
            + self.recent.capacity() * size_of::<[ContextId; RECENT]>()
            + self.call_times.capacity() * size_of::<CallTimes>()
            + buckets * size_of::<(u16, u64)>()
    }
}

impl PartialEq for CallingContextTree {
    fn eq(&self, other: &Self) -> bool {
        let times = |tree: &Self, id| tree.call_times(id).cloned();
        self.contexts == other.contexts && self.ids().all(|id| times(self, id) == times(other, id))
    }
}
