//! Exit codes of `jop`: [`run::exit_code`] says which, and every command that executes a program lists them.

use run::End;
pub(crate) use run::exit_code::{COULD_NOT_RUN, DIFFERS, DONE, INTERRUPTED, worst};

use crate::output::console::Console;
use crate::output::errors::Error;

/// The code of a command after a run, which is told if it did not end well; `place` names what ran.
pub(crate) fn of_run(end: End, place: impl std::fmt::Display, console: Console) -> u8 {
    if let Some(remark) = end.remark() {
        console.note(&format!("jop: note: {place}: {remark}"));
    }
    end.judged()
}

/// The same of a program that failed with a status, if it did.
pub(crate) fn of_status(
    failed: Option<u32>,
    place: impl std::fmt::Display,
    console: Console,
) -> u8 {
    of_run(End::Exit(failed.unwrap_or(0)), place, console)
}

/// Refuses a run that did not end well, of which figures would be those of another program.
pub(crate) fn ended_well(end: End, place: impl std::fmt::Display) -> Result<(), Error> {
    match end.remark() {
        None => Ok(()),
        Some(remark) => Err(Error::Ended {
            reason: format!("{place}: {remark}"),
            code: end.judged(),
        }),
    }
}

/// The exit codes of a command that executes a program, for its help. The arguments say what else gives 1 and 2.
macro_rules! exit_codes {
    () => {
        exit_codes!("")
    };
    ($differs:literal) => {
        exit_codes!($differs, "")
    };
    ($differs:literal, $bad:literal) => {
        concat!(
            exit_codes!(first: $differs, $bad),
            "  3  stopped by --max-cycles        130  stopped by Ctrl-C"
        )
    };
    (without a limit: $differs:literal, $bad:literal) => {
        concat!(exit_codes!(first: $differs, $bad), "  130  stopped by Ctrl-C")
    };
    (first: $differs:literal, $bad:literal) => {
        concat!(
            "Exit codes:\n  0  done        1  ",
            $differs,
            "the program failed: a status that is not 0, or every thread waits for ever\n  2  bad input",
            $bad,
            "\n",
        )
    };
}
pub(crate) use exit_codes;
