//! The sum of profiles: of dumps of one run, or of several runs on one machine.

use std::collections::HashMap;

use thiserror::Error;

use crate::profile::{BytecodeUse, Profile, ThreadProfile};
use crate::tree::{CallingContextTree, MethodId};

/// Why two profiles cannot be added up.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MergeError {
    /// Their cycles are not of one kind.
    #[error(
        "it has {what} `{other}`, the first one `{first}`; only profiles with the same machine, microcode and engine add up"
    )]
    Differs {
        /// What differs.
        what: &'static str,
        /// Of the first profile.
        first: String,
        /// Of this one.
        other: String,
    },
    /// One has chains of calls, the other has none.
    #[error("it has {0}; only profiles of one kind add up")]
    Flat(&'static str),
    /// The sum does not fit.
    #[error("with it there are more than 2^64 cycles in all")]
    TooMany,
}

impl Profile {
    /// Adds another profile. Threads are matched by their names, those of one name by their order.
    ///
    /// # Errors
    /// When the cycles of both do not mean the same; this profile is then unchanged.
    pub fn add(&mut self, other: &Self) -> Result<(), MergeError> {
        self.check(other)?;
        let methods = self.numbers(&other.methods);
        if self.bytecodes.len() == other.bytecodes.len() {
            for (sum, row) in self.bytecodes.iter_mut().zip(&other.bytecodes) {
                *sum = BytecodeUse {
                    count: sum.count + row.count,
                    cycles: sum.cycles + row.cycles,
                };
            }
        } else {
            self.bytecodes.clear();
        }
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for thread in &other.threads {
            let nth = seen.entry(&thread.name).or_default();
            let tree = self.thread(&thread.name, *nth, methods[root(&thread.tree)]);
            *nth += 1;
            add(tree, &thread.tree, &methods);
        }
        let provenance = &mut self.provenance;
        if provenance.program != other.provenance.program {
            let mut programs = provenance.program.split(", ");
            if !programs.any(|program| program == other.provenance.program) {
                provenance.program =
                    format!("{}, {}", provenance.program, other.provenance.program);
            }
        }
        if provenance.image != other.provenance.image {
            provenance.image.clear();
        }
        Ok(())
    }

    fn check(&self, other: &Self) -> Result<(), MergeError> {
        let [a, b] = [&self.provenance, &other.provenance];
        let parts = [
            ("the engine", &a.engine, &b.engine),
            ("the machine", &a.machine, &b.machine),
            ("the microcode", &a.microcode, &b.microcode),
        ];
        for (what, first, other) in parts {
            if first != other {
                return Err(MergeError::Differs {
                    what,
                    first: first.clone(),
                    other: other.clone(),
                });
            }
        }
        if self.flat != other.flat {
            return Err(MergeError::Flat(if other.flat {
                "no chains of calls"
            } else {
                "chains of calls, the first one none"
            }));
        }
        let sum = self.total_cycles().checked_add(other.total_cycles());
        sum.map(drop).ok_or(MergeError::TooMany)
    }

    /// The numbers that methods of another profile have here; new ones are added.
    fn numbers(&mut self, names: &[String]) -> Vec<MethodId> {
        let known = self.methods.iter().zip(0..);
        let mut known: HashMap<String, u32> =
            known.map(|(name, number)| (name.clone(), number)).collect();
        let mut numbers = Vec::with_capacity(names.len());
        for name in names {
            let number = *known.entry(name.clone()).or_insert_with(|| {
                self.methods.push(name.clone());
                self.methods.len() as u32 - 1
            });
            numbers.push(MethodId(number));
        }
        numbers
    }

    fn thread(&mut self, name: &str, nth: usize, root: MethodId) -> &mut CallingContextTree {
        let named = self.threads.iter().enumerate();
        let mut named = named.filter(|(_, thread)| thread.name == name);
        let place = named
            .nth(nth)
            .map_or(self.threads.len(), |(place, _)| place);
        if place == self.threads.len() {
            self.threads.push(ThreadProfile {
                name: name.to_owned(),
                tree: CallingContextTree::new(root),
            });
        }
        &mut self.threads[place].tree
    }
}

fn root(tree: &CallingContextTree) -> usize {
    tree.context(CallingContextTree::ROOT).method.0 as usize
}

fn add(sum: &mut CallingContextTree, tree: &CallingContextTree, methods: &[MethodId]) {
    let mut here = Vec::with_capacity(tree.contexts().len());
    for id in tree.ids() {
        let context = tree.context(id);
        let place = if id == CallingContextTree::ROOT {
            CallingContextTree::ROOT
        } else {
            let method = methods[context.method.0 as usize];
            sum.callee(here[context.parent.0 as usize], method, context.service)
        };
        here.push(place);
        let own = sum.context_mut(place);
        own.calls += context.calls;
        own.bytecodes += context.bytecodes;
        for (sum, cycles) in own.cycles.iter_mut().zip(context.cycles) {
            *sum += cycles;
        }
    }
}
