//! Callers of each method in the whole program, whatever is known of receivers.

use std::collections::{BTreeMap, BTreeSet};

use cost_model::EvaluatedTable;

use crate::program::Program;

/// Who may call whom.
#[derive(Debug)]
pub(crate) struct CallGraph {
    /// Callers by callee.
    callers: BTreeMap<u32, BTreeSet<u32>>,
}

impl CallGraph {
    /// All calls of a program. Calls by address are not among them.
    pub(crate) fn of(program: &Program<'_>, costs: &EvaluatedTable) -> Self {
        let mut callers: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for method in program.methods() {
            for it in &method.instructions {
                if program.call_kind(costs, it.opcode).is_none() {
                    continue;
                }
                let targets = program.targets(costs, method, it, None);
                for target in targets.unwrap_or_default() {
                    let callers = callers.entry(target).or_default();
                    callers.insert(method.symbol.address);
                }
            }
        }
        Self { callers }
    }

    pub(crate) fn callers(&self, method: u32) -> impl Iterator<Item = u32> {
        self.callers.get(&method).into_iter().flatten().copied()
    }

    /// Methods from which a method can be reached, itself included.
    pub(crate) fn reaching(&self, method: u32) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        let mut rest = vec![method];
        while let Some(next) = rest.pop() {
            if found.insert(next) {
                rest.extend(self.callers(next));
            }
        }
        found
    }
}
