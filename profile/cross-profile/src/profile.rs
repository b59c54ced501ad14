//! A profile: the trees of a run's threads, the names of its methods, and its provenance.

use serde::{Deserialize, Serialize};

use crate::cause::Cause;
use crate::tree::{CallingContextTree, ContextId, MethodId};

/// Provenance of a profile, so that no figure is without its machine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Name of the program.
    pub program: String,
    /// Model that gave the cycles: `machine`, `fast`, or the name of another tool.
    pub engine: String,
    /// SHA-256 of the machine's configuration, hexadecimal; empty if unknown.
    pub machine: String,
    /// SHA-256 of the microcode, hexadecimal; empty if unknown.
    pub microcode: String,
    /// SHA-256 of the image, hexadecimal; empty if unknown.
    pub image: String,
}

/// Dispatches of a bytecode, and their cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BytecodeUse {
    /// Dispatches.
    pub count: u64,
    /// Cycles from each dispatch to the next.
    pub cycles: u64,
}

/// One thread.
#[derive(Debug, Clone, PartialEq)]
pub struct ThreadProfile {
    /// Its name.
    pub name: String,
    /// Its contexts.
    pub tree: CallingContextTree,
}

impl ThreadProfile {
    /// The same contexts with nothing in them.
    #[must_use]
    pub fn without_figures(&self) -> Self {
        Self {
            name: self.name.clone(),
            tree: self.tree.without_figures(),
        }
    }

    /// The thread in a sentence: `thread main`, `thread 1`.
    #[must_use]
    pub fn title(&self) -> String {
        match self.name.starts_with("thread ") {
            true => self.name.clone(),
            false => format!("thread {}", self.name),
        }
    }
}

/// A whole profile.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profile {
    /// Its provenance.
    pub provenance: Provenance,
    /// Names of methods; a [`MethodId`] is a place in it.
    pub methods: Vec<String>,
    /// Use of each bytecode by its opcode; 256 places, or none if the tool lacks them.
    pub bytecodes: Vec<BytecodeUse>,
    /// It has methods but no chains of calls: every context is directly below the root.
    pub flat: bool,
    /// The threads; the first is the one that started.
    pub threads: Vec<ThreadProfile>,
}

/// Figures of one method over all of its contexts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct MethodFigures {
    /// Calls.
    pub calls: u64,
    /// Bytecodes.
    pub bytecodes: u64,
    /// Cycles in the method itself.
    pub self_cycles: u64,
    /// Cycles in the method and below it; a recursive call counts once.
    pub inclusive_cycles: u64,
}

impl Profile {
    /// Name of a method.
    #[must_use]
    pub fn name(&self, method: MethodId) -> &str {
        &self.methods[method.0 as usize]
    }

    /// All cycles of all threads.
    #[must_use]
    pub fn total_cycles(&self) -> u64 {
        let trees = self.threads.iter().map(|thread| &thread.tree);
        trees.map(CallingContextTree::total_cycles).sum()
    }

    /// True for a profile of another tool, or an export: it says nothing of the machine.
    #[must_use]
    pub fn is_imported(&self) -> bool {
        self.provenance.machine.is_empty()
    }

    /// All cycles by cause; they add up to [`Self::total_cycles`].
    #[must_use]
    pub fn total_by_cause(&self) -> [u64; Cause::COUNT] {
        let mut total = [0; Cause::COUNT];
        for thread in &self.threads {
            for (sum, cycles) in total.iter_mut().zip(thread.tree.total_by_cause()) {
                *sum += cycles;
            }
        }
        total
    }

    /// Number of contexts of all threads.
    #[must_use]
    pub fn contexts(&self) -> usize {
        let trees = self.threads.iter().map(|thread| &thread.tree);
        trees.map(|tree| tree.contexts().len()).sum()
    }

    /// Memory that the trees take. Unit: bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let trees = self.threads.iter().map(|thread| &thread.tree);
        trees.map(CallingContextTree::memory_bytes).sum()
    }

    /// The method that the chains with the most cycles begin with; none if there are no chains.
    #[must_use]
    pub fn outermost(&self) -> Option<&str> {
        let roots = self.threads.iter().flat_map(|thread| {
            let tree = &thread.tree;
            let inclusive = tree.inclusive_cycles();
            let below = tree.ids().skip(1);
            below
                .filter(|id| tree.context(*id).parent == CallingContextTree::ROOT)
                .map(move |id| (inclusive[id.0 as usize], tree.context(id).method))
        });
        let hottest = roots.max_by_key(|(cycles, _)| *cycles);
        hottest.map(|(_, method)| self.name(method))
    }

    /// All threads as one tree, below the first thread's root. A profile without threads gives none.
    #[must_use]
    pub fn merged(&self) -> Option<CallingContextTree> {
        let (first, rest) = self.threads.split_first()?;
        let mut merged = first.tree.clone();
        for thread in rest {
            merged.absorb(&thread.tree);
        }
        Some(merged)
    }

    /// Figures of each method, in the order of [`Self::methods`].
    #[must_use]
    pub fn by_method(&self) -> Vec<MethodFigures> {
        let mut figures = vec![MethodFigures::default(); self.methods.len()];
        for thread in &self.threads {
            add_by_method(&thread.tree, &mut figures);
        }
        figures
    }
}

fn add_by_method(tree: &CallingContextTree, figures: &mut [MethodFigures]) {
    let inclusive = tree.inclusive_cycles();
    for id in tree.ids() {
        let context = tree.context(id);
        let method = &mut figures[context.method.0 as usize];
        method.calls += context.calls;
        method.bytecodes += context.bytecodes;
        method.self_cycles += context.self_cycles();
        if !is_below_itself(tree, id) {
            method.inclusive_cycles += inclusive[id.0 as usize];
        }
    }
}

/// Returns true if a caller, direct or not, is a context of the same method.
fn is_below_itself(tree: &CallingContextTree, id: ContextId) -> bool {
    let method = tree.context(id).method;
    let mut at = id;
    while at != CallingContextTree::ROOT {
        at = tree.context(at).parent;
        if tree.context(at).method == method {
            return true;
        }
    }
    false
}
