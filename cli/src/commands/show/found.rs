//! What a view is read from.

use recorders::Recorded;
use recording::Recording;

use super::subject::Subject;
use crate::args::recording_file;
use crate::output::errors::Error;
use crate::output::exit_code;

/// Sections of a file or of a run, and the exit code of its end.
pub(super) enum Found {
    File(Recording),
    Run(Box<Recorded>, u8, run::End),
}

/// The recording that a view is of; options of a program that is run have no meaning for it.
pub(super) fn of_file(subject: &Subject<'_>) -> Result<Recording, Error> {
    let path = subject.path()?;
    subject.program.refuse_for_files(path, "a recording")?;
    recording_file::read(path, subject.console)
}

impl Found {
    /// The exit code of what was found.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::File(_) => exit_code::DONE,
            Self::Run(_, code, _) => *code,
        }
    }
}
