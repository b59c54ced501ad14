//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

use run::End;

use crate::output::errors::Error;

/// A flag that the first Ctrl-C sets; the second one ends the process at once.
pub(crate) fn watch_for_interrupts() -> Result<&'static AtomicBool, Error> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(End::Interrupted.exit_code().into());
        }
    };
    handle(handler)?;
    Ok(&INTERRUPTED)
}

/// From here on Ctrl-C ends the process, with the code of an interrupted run: for commands that have nothing to finish.
pub(crate) fn end_at_interrupts() -> Result<(), Error> {
    end_at_interrupts_after(|| ())
}

/// The same for commands that have something to end before.
pub(crate) fn end_at_interrupts_after(last: fn()) -> Result<(), Error> {
    handle(move || {
        last();
        std::process::exit(End::Interrupted.exit_code().into());
    })
}

fn handle(handler: impl FnMut() + Send + 'static) -> Result<(), Error> {
    ctrlc::set_handler(handler).map_err(|reason| Error::System {
        what: "watch for Ctrl-C",
        reason: reason.into(),
    })
}
