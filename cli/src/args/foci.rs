//! Parts of a program that the user looks at: from options and from a file.

use std::path::Path;

use metrics::{Foci, Focus, FocusError};
use record::LimitsError;
use run::Program;

use crate::args::method_names;
use crate::output::errors::Error;

/// The foci of a file and those of options, each with a name of its own.
pub(crate) fn read(given: &[Focus], file: Option<&Path>) -> Result<Vec<Focus>, Error> {
    let mut foci = Vec::new();
    if let Some(path) = file {
        let text = std::fs::read_to_string(path).map_err(|reason| Error::Read {
            path: path.to_owned(),
            reason,
        })?;
        foci = Foci::read(&text).map_err(Error::at(path.display()))?;
    }
    foci.extend(given.iter().cloned());
    Foci::check_names(&foci).map_err(|error| Error::Input(error.to_string()))?;
    Ok(foci)
}

/// Checks before a run that the program has the methods of each focus.
pub(crate) fn check(foci: &[Focus], program: &Program) -> Result<(), Error> {
    for focus in foci {
        match (focus.check(program.symbols.as_ref()), &program.symbols) {
            (Ok(()), _) => {}
            (Err(FocusError::Limits(LimitsError::NoMethod(name))), Some(symbols)) => {
                return Err(method_names::unlinked(symbols, &name));
            }
            (Err(error), _) => return Err(Error::at(program)(error)),
        }
    }
    Ok(())
}
