//! The figures of one run: whole numbers under sections and names.

use isa::Bytecode;
use std::collections::BTreeMap;

use cross_profile::{Cause, Profile};
use memory_profile::MemoryProfile;
use run::Counters;

use crate::check::amount::Unit;

isa::named_enum! {
    /// Sections of figures; each is a table of the golden.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Section {
        /// The whole run.
        Total = "total",
        /// The method cache.
        Cache = "cache",
        /// Cycles by cause.
        Causes = "causes",
        /// Cycles spent in each method itself.
        Methods = "methods",
        /// Calls of each method.
        Calls = "calls",
        /// Cycles of each bytecode, from its dispatch to the next.
        Bytecodes = "bytecodes",
        /// Dispatches of each bytecode.
        Dispatches = "dispatches",
        /// Worst-case execution times of methods.
        Bounds = "bounds",
        /// Stack, heap and collections, which limits ask for.
        Memory = "memory",
    }
}

/// Names under [`Section::Memory`].
pub(crate) const STACK: &str = "stack";
pub(crate) const LIVE: &str = "live";
pub(crate) const HEAP: &str = "heap";
pub(crate) const COLLECTIONS: &str = "collections";

impl Section {
    /// What a figure of the section counts.
    #[must_use]
    pub fn unit(self, name: &str) -> Unit {
        match (self, name) {
            (Self::Total, "cycles") => Unit::Cycles,
            (Self::Causes | Self::Methods | Self::Bytecodes | Self::Bounds, _) => Unit::Cycles,
            (Self::Memory, COLLECTIONS) => Unit::Times,
            (Self::Cache, "words_loaded") | (Self::Memory, _) => Unit::Words,
            (Self::Total | Self::Cache | Self::Calls | Self::Dispatches, _) => Unit::Times,
        }
    }
}

/// Figures under their sections; what is zero is left out, so that a missing figure is a zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    figures: BTreeMap<(Section, String), u64>,
}

impl Figures {
    /// Adds to a figure.
    pub fn add(&mut self, section: Section, name: impl Into<String>, amount: u64) {
        if amount != 0 {
            let figure = self.figures.entry((section, name.into())).or_default();
            *figure = figure.saturating_add(amount);
        }
    }

    /// A figure; what is missing is zero.
    #[must_use]
    pub fn get(&self, section: Section, name: &str) -> u64 {
        let key = (section, name.to_owned());
        self.figures.get(&key).copied().unwrap_or_default()
    }

    /// Cycles of the whole run.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.get(Section::Total, "cycles")
    }

    /// All figures, sorted.
    pub fn iter(&self) -> impl Iterator<Item = (Section, &str, u64)> {
        let all = self.figures.iter();
        all.map(|((section, name), amount)| (*section, name.as_str(), *amount))
    }

    /// Adds the whole run.
    pub fn add_total(&mut self, counters: &Counters) {
        for (name, amount) in [
            ("bytecodes", counters.bytecodes),
            ("cycles", counters.cycles),
            ("exceptions", counters.exceptions),
            ("interrupts", counters.interrupts),
        ] {
            self.add(Section::Total, name, amount);
        }
    }

    /// Adds the figures of the method cache.
    pub fn add_cache(&mut self, counters: &Counters) {
        for (name, amount) in [
            ("hits", counters.method_hits),
            ("misses", counters.method_lookups - counters.method_hits),
            ("words_loaded", counters.method_words_loaded),
        ] {
            self.add(Section::Cache, name, amount);
        }
    }

    /// Adds the cycles of each cause.
    pub fn add_causes(&mut self, profile: &Profile) {
        for (cause, cycles) in Cause::ALL.into_iter().zip(profile.total_by_cause()) {
            self.add(Section::Causes, cause.name(), cycles);
        }
    }

    /// Adds stack, heap and collections.
    pub fn add_memory(&mut self, memory: &MemoryProfile) {
        let stacks = memory.stack.threads.iter().map(|thread| thread.words);
        let live = memory.collections.iter().map(|it| it.live.heap_words());
        for (name, amount) in [
            (STACK, stacks.max().unwrap_or_default().into()),
            (LIVE, live.max().unwrap_or_default()),
            (HEAP, memory.heap.most_words.into()),
            (COLLECTIONS, memory.collections.len() as u64),
        ] {
            self.add(Section::Memory, name, amount);
        }
    }

    /// Adds cycles and calls of each method.
    pub fn add_methods(&mut self, profile: &Profile) {
        for (name, method) in profile.methods.iter().zip(profile.by_method()) {
            self.add(Section::Methods, name, method.self_cycles);
            self.add(Section::Calls, name, method.calls);
        }
    }

    /// Adds cycles and dispatches of each bytecode, the entries of interrupts and exceptions among them.
    pub fn add_bytecodes(&mut self, profile: &Profile) {
        for (bytecode, used) in Bytecode::ALL.iter().zip(&profile.bytecodes) {
            self.add(Section::Bytecodes, bytecode.name(), used.cycles);
            self.add(Section::Dispatches, bytecode.name(), used.count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_the_same_name_add_up_and_zeros_are_left_out() {
        let mut figures = Figures::default();
        figures.add(Section::Methods, "a", 3);
        figures.add(Section::Methods, "a", 4);
        figures.add(Section::Calls, "a", 0);
        let all: Vec<_> = figures.iter().collect();
        assert_eq!(all, [(Section::Methods, "a", 7)]);
        assert_eq!(figures.get(Section::Calls, "a"), 0);
    }
}
