//! The part of a run that is recorded; the same options in every command that records one.

use record::{Limits, LimitsError, Moment, Pattern, Unmet};
use run::{End, Program, Setup};

use crate::args::completion;
use crate::args::method_names;
use crate::output::errors::Error;

/// Limits of a recording.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitsArguments {
    /// Record only these methods; repeat for several
    #[arg(long, value_name = "PATTERN", add = completion::methods())]
    only: Vec<String>,
    /// Record these methods and everything they call; repeat for several
    #[arg(long, value_name = "PATTERN", add = completion::methods())]
    below: Vec<String>,
    /// Record only this region, which the program marks with joplab.Region; repeat for several
    #[arg(long, value_name = "NAME")]
    region: Vec<String>,
    /// Record the first and then every N-th call of the methods of --below
    #[arg(long, value_name = "N", default_value_t = 1, requires = "below",
          value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Record only this thread: main, `thread 1`, ...; repeat for several
    #[arg(long, value_name = "NAME")]
    thread: Vec<String>,
    /// Record from this moment on
    #[arg(long, value_name = "MOMENT")]
    from: Option<Moment>,
    /// Record up to this moment; calls are counted from the start of the recording
    #[arg(long, value_name = "MOMENT")]
    to: Option<Moment>,
}

impl LimitsArguments {
    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        let patterns = |names: &[String]| names.iter().cloned().map(Pattern).collect();
        Limits {
            only: patterns(&self.only),
            below: patterns(&self.below),
            regions: self.region.clone(),
            every: self.every,
            threads: self.thread.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
        }
    }
}

/// Refuses a recording of a whole run in which a moment of the limits never came.
pub(crate) fn refuse_unmet(unmet: Option<Unmet>, (setup, end): (&Setup, End)) -> Result<(), Error> {
    match unmet {
        Some(unmet) if end.is_of_program() => {
            Err(Error::Input(format!("{}: {unmet}", setup.program.name)))
        }
        // Of a run that was stopped nobody knows what would have come.
        _ => Ok(()),
    }
}

/// The error of a recording that holds nothing.
pub(crate) fn nothing(limits: &Limits, (setup, end): (&Setup, End)) -> Error {
    let limits = match limits.options() {
        options if options.is_empty() => String::new(),
        options => format!(" ({options})"),
    };
    let program = &setup.program;
    let reason =
        format!("{program}: nothing of the run was within the limits of the recording{limits}");
    match end.is_of_program() {
        true => Error::Input(reason),
        false => Error::Ended {
            reason,
            code: end.judged(),
        },
    }
}

/// A choice of recorders that means nothing for a program.
#[cfg(feature = "whole")]
pub(crate) fn unfit(error: recorders::ChoiceError, program: &Program) -> Error {
    match error {
        recorders::ChoiceError::Limits(error) => wrong(error, program),
        error => Error::at(program)(error),
    }
}

/// Limits that mean nothing in a program.
pub(crate) fn wrong(error: LimitsError, program: &Program) -> Error {
    match (error, &program.symbols) {
        (LimitsError::NoMethod(name), Some(symbols)) => method_names::unlinked(symbols, &name),
        (error, _) => Error::at(program)(error),
    }
}
