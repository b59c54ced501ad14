//! Java behind an arbiter that it cannot share, in commands whose own runs do not look for it.

use isa::Processors;
use run::{Limits, Setup, SeveralBlockRun};

use crate::host::quiet::Quiet;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Cycles within which a program that starts the other cores does so: its boot.
const MOST_CYCLES: u64 = 1_000_000;

/// Refuses a program that starts the other cores behind fixed priority (spec 07 section 5), with the cycle.
pub(crate) fn check(setup: &Setup, processors: &Processors, console: Console) -> Result<(), Error> {
    if !run::is_unshared(setup, processors) {
        return Ok(());
    }
    let run = SeveralBlockRun::new(setup, processors);
    let mut run = run.map_err(|error| Error::Input(error.to_string()))?;
    let limits = Limits::cycles(MOST_CYCLES);
    run::to_end(
        &setup.program,
        &mut run,
        &mut Quiet::new(console, ""),
        &limits,
    )?;
    Ok(())
}
