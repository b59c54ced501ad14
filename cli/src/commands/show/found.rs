//! What a view is read from.

use recorders::Recorded;
use recording::Recording;

use crate::output::exit_code;

/// Sections of a file or of a run, and the exit code of its end.
pub(super) enum Found {
    File(Recording),
    Run(Box<Recorded>, u8, run::End),
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
