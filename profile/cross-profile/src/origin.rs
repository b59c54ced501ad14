//! Origin of a method, by its name: a routine, the runtime, the library, or the application.

use serde::{Deserialize, Serialize};

use crate::context_names::START;
use crate::tree::CallingContextTree;

/// Origin of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The machine calls it in place of a bytecode, or for an exception or interrupt.
    Routine,
    /// A method of `com.jopdesign`, or the part of the run before the first call.
    Runtime,
    /// A method of the class library.
    Library,
    /// Any other method.
    Application,
}

/// Classes whose methods the machine calls.
const ROUTINES: [&str; 2] = ["com.jopdesign.sys.JVM.f_", "com.jopdesign.sys.JVMHelp."];
/// Packages of the runtime.
const RUNTIME: &str = "com.jopdesign.";
/// Packages of the class library, on JOP and on other virtual machines.
const LIBRARY: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "com.sun."];

impl Origin {
    /// Number of origins.
    pub const COUNT: usize = 4;

    /// Origin of a method by its name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let begins = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
        if begins(&ROUTINES) {
            Self::Routine
        } else if name == START || name.starts_with(RUNTIME) {
            Self::Runtime
        } else if begins(&LIBRARY) {
            Self::Library
        } else {
            Self::Application
        }
    }

    /// Origin of a callee: what a routine calls of runtime and library is part of the routine.
    #[must_use]
    pub fn below(self, caller: Self) -> Self {
        match self {
            Self::Runtime | Self::Library if caller == Self::Routine => Self::Routine,
            own => own,
        }
    }
}

/// Origin of each context of a tree.
pub(crate) fn origins(tree: &CallingContextTree, methods: &[Origin]) -> Vec<Origin> {
    let mut origins: Vec<Origin> = Vec::with_capacity(tree.contexts().len());
    for id in tree.ids() {
        let context = tree.context(id);
        let own = methods[context.method.0 as usize];
        origins.push(match id {
            CallingContextTree::ROOT => own,
            _ => own.below(origins[context.parent.0 as usize]),
        });
    }
    origins
}
