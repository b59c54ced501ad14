//! Subjects of an exploration.

use isa::{LockUnitKind, Processors};
use jopizer::Symbols;
use run::Program;

use crate::profile_counts::ProfileCounts;

/// A subject.
#[derive(Debug)]
pub enum Workload {
    /// A program for JOP.
    Program(Box<Images>),
    /// Counts of a program that may be too big for it.
    Profile(Box<ProfileCounts>),
}

/// A program as it is linked: on one core monitors are bytecodes, on several calls of the runtime.
#[derive(Debug)]
pub struct Images {
    /// For one core.
    pub one: Program,
    /// For several, if it is linked anew for them.
    pub several: Option<Program>,
}

impl From<Program> for Images {
    /// One image for all machines.
    fn from(program: Program) -> Self {
        Self {
            one: program,
            several: None,
        }
    }
}

impl Images {
    /// The image for a machine: without locks of objects a program keeps to core 0, as its boot on one core does.
    #[must_use]
    pub fn on(&self, processors: Option<Processors>) -> &Program {
        let locks = processors.is_some_and(|it| it.lock_unit == LockUnitKind::Ihlu);
        match (&self.several, locks) {
            (Some(several), true) => several,
            _ => &self.one,
        }
    }
}

/// Returns true if an image takes its monitors from a lock unit that these processors lack.
pub(crate) fn lacks_locks(program: &Program, processors: Processors) -> bool {
    let symbols = program.symbols.as_ref();
    let takes = symbols.is_some_and(Symbols::is_for_several_cores);
    takes && processors.lock_unit != LockUnitKind::Ihlu
}
