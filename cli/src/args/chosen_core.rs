//! `--core N`: one of several cores.

use isa::Processors;

use crate::output::errors::Error;

/// The number of a core that the machine has, if one is given.
pub(crate) fn check(core: Option<u8>, processors: &Processors) -> Result<Option<usize>, Error> {
    match core {
        Some(core) if core >= processors.cores => Err(Error::Input(format!(
            "--core {core}: the machine has cores 0 to {}; choose one of them",
            processors.cores - 1
        ))),
        core => Ok(core.map(usize::from)),
    }
}
