//! Times of the calls of a method: those of its contexts together, and where the longest call was.

use crate::call_times::CallTimes;
use crate::profile::{Profile, ThreadProfile};
use crate::tree::{CallingContextTree, ContextId};

/// Calls of a method or context.
#[derive(Debug, Clone, Default)]
pub struct MethodCalls {
    /// Times of the calls that have ended.
    pub times: CallTimes,
    /// Calls that never returned.
    pub open: u64,
    /// Thread and context of the longest.
    pub worst: Option<(usize, ContextId)>,
}

impl MethodCalls {
    /// Adds the calls of a context.
    pub fn add(&mut self, thread: usize, tree: &CallingContextTree, id: ContextId) {
        let calls = tree.context(id).calls;
        let Some(times) = tree.call_times(id) else {
            self.open = self.open.saturating_add(calls);
            return;
        };
        self.open = self.open.saturating_add(calls.saturating_sub(times.calls));
        let (before, begin) = (self.times.max, self.times.worst_begin);
        let is_first = self.times.calls == 0;
        self.times.absorb(times);
        if is_first || (self.times.max, self.times.worst_begin) != (before, begin) {
            self.worst = Some((thread, id));
        }
    }
}

impl Profile {
    /// True if it knows how long calls took.
    #[must_use]
    pub fn has_call_times(&self) -> bool {
        self.threads.iter().any(|it| it.tree.has_call_times())
    }

    /// Calls of each method, in the order of the methods.
    #[must_use]
    pub fn calls_by_method(&self) -> Vec<MethodCalls> {
        let mut calls = vec![MethodCalls::default(); self.methods.len()];
        for (thread, ThreadProfile { tree, .. }) in self.threads.iter().enumerate() {
            for id in tree.ids() {
                calls[tree.context(id).method.0 as usize].add(thread, tree, id);
            }
        }
        calls
    }

    /// Names of the methods from the first one of a thread to that of a context.
    #[must_use]
    pub fn chain(&self, thread: usize, id: ContextId) -> Vec<&str> {
        let tree = &self.threads[thread].tree;
        let contexts = tree.path(id).into_iter().skip(1);
        contexts
            .map(|id| self.name(tree.context(id).method))
            .collect()
    }
}
