//! Folding: contexts of routines, runtime or library become part of their callers, as profilers have it that charge the
//! calling method.
//!
//! A folded context gives its bytecodes and cycles to the nearest caller that stays; calls of it are not counted. An
//! application's method that it calls, such as a comparator, becomes a callee of that caller. Roots stay.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::origin::{Origin, origins};
use crate::profile::{Profile, ThreadProfile};
use crate::tree::{CallingContextTree, ContextId};

/// Contexts that are part of their callers.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Fold {
    /// No context.
    #[default]
    None,
    /// Routines, and what they call of runtime and library.
    Routines,
    /// Routines and the runtime.
    Runtime,
    /// Routines, runtime and library.
    All,
}

impl Fold {
    /// The least folding with which a profile can be compared: it has no cycles of what is folded.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let methods = profile.methods.iter().zip(profile.by_method());
        let spending = methods.filter(|(_, figures)| figures.self_cycles != 0);
        let found: Vec<Origin> = spending
            .map(|(name, _)| name)
            .filter(|name| *name != crate::context_names::START)
            .map(|name| Origin::of(name))
            .collect();
        if found.contains(&Origin::Routine) {
            Self::None
        } else if found.contains(&Origin::Runtime) {
            Self::Routines
        } else {
            Self::Runtime
        }
    }

    /// Name as an option and in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Routines => "routines",
            Self::Runtime => "runtime",
            Self::All => "all",
        }
    }

    /// Returns true if contexts of this origin are folded.
    #[must_use]
    pub fn folds(self, origin: Origin) -> bool {
        match self {
            Self::None => false,
            Self::Routines => origin == Origin::Routine,
            Self::Runtime => matches!(origin, Origin::Routine | Origin::Runtime),
            Self::All => origin != Origin::Application,
        }
    }

    /// Returns true if a profile without chains of calls has cycles that would have to be folded.
    #[must_use]
    pub fn is_impossible(self, profile: &Profile) -> bool {
        let methods = profile.methods.iter().zip(profile.by_method());
        let mut spending = methods.filter(|(_, figures)| figures.self_cycles != 0);
        profile.flat
            && spending.any(|(name, _)| {
                name != crate::context_names::START && self.folds(Origin::of(name))
            })
    }

    /// A profile with its contexts folded; all bytecodes and cycles stay.
    #[must_use]
    pub fn apply(self, profile: &Profile) -> Profile {
        if self == Self::None || profile.flat {
            return profile.clone();
        }
        let methods: Vec<Origin> = profile
            .methods
            .iter()
            .map(|name| Origin::of(name))
            .collect();
        let threads = profile.threads.iter().map(|thread| ThreadProfile {
            name: thread.name.clone(),
            tree: self.tree(&thread.tree, &methods),
        });
        Profile {
            provenance: profile.provenance.clone(),
            methods: profile.methods.clone(),
            bytecodes: profile.bytecodes.clone(),
            flat: profile.flat,
            threads: threads.collect(),
        }
    }

    fn tree(self, tree: &CallingContextTree, methods: &[Origin]) -> CallingContextTree {
        let origins = origins(tree, methods);
        let mut folded = CallingContextTree::new(tree.context(CallingContextTree::ROOT).method);
        let mut places: Vec<ContextId> = Vec::with_capacity(origins.len());
        for (id, origin) in tree.ids().zip(origins) {
            let context = tree.context(id);
            let is_root = id == CallingContextTree::ROOT;
            let stays = !self.folds(origin);
            let place = match places.get(context.parent.0 as usize) {
                Some(caller) if !is_root && stays => {
                    folded.callee(*caller, context.method, context.service)
                }
                Some(caller) if !is_root => *caller,
                _ => CallingContextTree::ROOT,
            };
            let sum = folded.context_mut(place);
            if is_root || stays {
                sum.calls += context.calls;
            }
            sum.bytecodes += context.bytecodes;
            for (sum, cycles) in sum.cycles.iter_mut().zip(context.cycles) {
                *sum += cycles;
            }
            places.push(place);
        }
        folded
    }
}

impl fmt::Display for Fold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
