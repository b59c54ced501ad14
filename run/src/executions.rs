//! Counts of what the fast engine executes: the recorder below calibrations, validations, vectors and explorations.
//!
//! A bytecode is counted when the next one ends, under a key that its user chooses (a context, the way of a branch, or nothing). So the
//! newest is not counted: the end of a program cuts it off.

use std::hash::Hash;

use cost_model::{Asked, Execution, PathId, RowId};
use fast_engine::Executed;
use rustc_hash::FxHashMap;

/// Executions, counted by key.
#[derive(Debug, Clone)]
pub struct Executions<K = ()> {
    counts: FxHashMap<(K, Execution), u64>,
    newest: Option<Executed>,
    /// The method of the last lookup.
    loaded: Option<u32>,
}

impl<K> Default for Executions<K> {
    fn default() -> Self {
        Self {
            counts: FxHashMap::default(),
            newest: None,
            loaded: None,
        }
    }
}

impl<K: Copy + Eq + Hash> Executions<K> {
    /// Takes a bytecode that has ended. Returns the one before, which is to be counted.
    #[inline]
    pub fn ended(&mut self, executed: &Executed) -> Option<Executed> {
        self.newest.replace(*executed)
    }

    /// Takes the newest bytecode out: it has ended, too, or has been cut off.
    #[inline]
    pub fn take_newest(&mut self) -> Option<Executed> {
        self.newest.take()
    }

    /// Path of the newest bytecode, which ended the program; of the start if there is none.
    #[must_use]
    pub fn last(&self) -> PathId {
        let start = PathId::usual(RowId::Reset);
        self.newest.map_or(start, |newest| newest.path)
    }

    /// A bytecode as it is counted; asked for once for each, in their order.
    #[inline]
    pub fn execution(&mut self, executed: &Executed) -> Execution {
        let lookup = executed.lookup.map(|lookup| Asked {
            words: lookup.words,
            hit: lookup.hit,
            again: self.loaded.replace(lookup.method) == Some(lookup.method),
        });
        Execution {
            path: executed.path,
            runs: executed.runs,
            lookup,
            delay: executed.delay,
        }
    }

    /// Counts one more.
    #[inline]
    pub fn count(&mut self, key: K, execution: Execution) {
        *self.counts.entry((key, execution)).or_default() += 1;
    }

    /// All counts, in no order.
    pub fn counts(&self) -> impl Iterator<Item = (K, Execution, u64)> {
        let counts = self.counts.iter();
        counts.map(|(&(key, execution), &times)| (key, execution, times))
    }
}
