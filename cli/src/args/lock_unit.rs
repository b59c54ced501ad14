//! Programs whose monitors are locks of the lock unit, on machines that have another one.

use isa::{LockUnitKind, Processors};
use jopizer::Symbols;
use run::Program;

use crate::output::errors::Error;

/// Refuses a lock unit that knows no objects, where the program takes its monitors from it (docs/cores.md).
pub(crate) fn check(program: &Program, processors: &Processors) -> Result<(), Error> {
    let symbols = program.symbols.as_ref();
    let takes = symbols.is_some_and(Symbols::is_for_several_cores);
    if takes && processors.lock_unit != LockUnitKind::Ihlu {
        return Err(Error::Input(format!(
            "lock_unit = \"{}\" has no locks of objects, and this image takes its monitors from the lock unit; choose lock_unit = \"ihlu\", or link it for this machine",
            processors.lock_unit.name()
        )));
    }
    Ok(())
}
