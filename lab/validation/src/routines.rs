//! Contexts of bytecodes implemented in Java, for predictions that have one price for the whole routine.
//!
//! ```text
//! main ── f ── JVM.f_ldiv ── help         own: main, f
//!                   │                      replaced: the dispatch of ldiv, charged to f
//!                   └── (interrupt)        inside: the rest of f_ldiv, and help
//! ```
//!
//! An interrupt or exception inside a routine is no part of it.

use cost_model::RowId;
use cross_profile::{CallingContextTree, ContextId, Profile, Service, ThreadId};

use crate::counted_run::{Count, CountedRun};

/// Place of an atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Its own context pays for it.
    Own(ContextId),
    /// The dispatch of a routine with a price: the calling context pays.
    Replaced(ContextId),
    /// Part of a routine with a price.
    Inside,
}

/// Routines with a price, by thread and context.
pub(crate) struct Places {
    covered: Vec<Vec<Covered>>,
    is_priced: [bool; 256],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Covered {
    No,
    /// The method that the bytecode calls; called from this context.
    Outermost(ContextId),
    /// Below it.
    Inner,
}

/// Finds the contexts of routines that have a price.
pub(crate) fn places(run: &CountedRun, is_priced: impl Fn(u8) -> bool) -> Places {
    let mut places = Places {
        covered: Vec::new(),
        is_priced: std::array::from_fn(|opcode| is_priced(opcode as u8)),
    };
    for (thread, id) in run.profile.threads.iter().zip(0..) {
        let covered = places.covered(run, ThreadId(id), &thread.tree);
        places.covered.push(covered);
    }
    places
}

impl Places {
    fn covered(
        &self,
        run: &CountedRun,
        thread: ThreadId,
        tree: &CallingContextTree,
    ) -> Vec<Covered> {
        let mut covered = vec![Covered::No; tree.contexts().len()];
        // The dispatch of a bytecode in Java is charged to the called method.
        for count in run.counts.iter().filter(|count| count.thread == thread) {
            if self.is_dispatch(count) {
                let caller = tree.context(count.context).parent;
                covered[count.context.0 as usize] = Covered::Outermost(caller);
            }
        }
        // Callers come before their callees.
        for id in tree.ids().skip(1) {
            let context = tree.context(id);
            let caller = context.parent;
            let begins_anew = matches!(context.service, Service::Interrupt | Service::Exception)
                && context.service != tree.context(caller).service;
            if covered[caller.0 as usize] != Covered::No && !begins_anew {
                covered[id.0 as usize] = Covered::Inner;
            }
        }
        covered
    }

    fn is_dispatch(&self, count: &Count) -> bool {
        matches!(count.execution.path.row, RowId::Bytecode(opcode) if self.is_priced[usize::from(opcode)])
    }

    /// Where an atom is charged.
    pub(crate) fn of(&self, count: &Count) -> Place {
        let covered = self.covered[count.thread.0 as usize][count.context.0 as usize];
        match covered {
            Covered::No => Place::Own(count.context),
            Covered::Outermost(caller) if self.is_dispatch(count) => Place::Replaced(caller),
            Covered::Outermost(_) | Covered::Inner => Place::Inside,
        }
    }

    /// Takes away the calls and bytecodes of routines with a price.
    pub(crate) fn forget(&self, profile: &mut Profile) {
        for (thread, covered) in profile.threads.iter_mut().zip(&self.covered) {
            for id in thread.tree.ids() {
                if covered[id.0 as usize] != Covered::No {
                    let context = thread.tree.context_mut(id);
                    (context.calls, context.bytecodes) = (0, 0);
                }
            }
        }
    }
}
