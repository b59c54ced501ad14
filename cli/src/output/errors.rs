//! Errors that stop a command. Every message is one line with place and remedy; assembler errors show the source line.

#[cfg(feature = "whole")]
pub(crate) mod whole;

use std::convert::Infallible;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use cost_model::{SourceError, TableError, TimingError};
use cross_profile::file::FileError;
use cross_profile::matching::NoMatch;
use cross_profile::{MergeError, NoRegion};
use fast_engine::{EngineError, Fault};
use jopizer::ArgumentsError;
use jopizer::structure::StructureError;
use jopizer::{ImageError, LinkError, Symbols, SymbolsError};
use microcode::{AsmError, RawError};
use profile_import::ImportError;
use record::{LimitsError, VerticalError};
use regression::check::{CheckError, InitError};
use run::SeveralFault;
use run::checked::{CheckFault, Difference};
use run::checkpoint::CheckpointError;
use run::{End, Unfinished, exit_code, plain};
use sim_core::MachineError;
use trace::golden::VectorError;
use trace::golden::compare::CompareError;

use crate::output::console;
use crate::output::file_name::neighbour;

/// Anything that ends a command without a result; mostly with exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Nobody reads standard output any more. Not printed.
    #[error("standard output is closed")]
    OutputClosed,
    /// Standard output cannot be written.
    #[error("cannot write standard output: {}", plain(.0))]
    Output(io::Error),
    /// An input file cannot be read.
    #[error("{}: cannot read: {}{}", path.display(), plain(reason), meant(path, reason))]
    Read { path: PathBuf, reason: io::Error },
    /// An output file cannot be written.
    #[error("{}: cannot write: {}", path.display(), plain(reason))]
    Write { path: PathBuf, reason: io::Error },
    /// The system does not give what is needed.
    #[error("cannot {what}: {reason}")]
    System {
        what: &'static str,
        #[source]
        reason: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A configuration file that describes no machine.
    #[error("{}{}: {problem}", path.display(), place(*line))]
    Config {
        path: PathBuf,
        line: usize,
        problem: String,
    },
    /// Arguments that are fine one by one but not together, or an input of another kind.
    #[error("{0}")]
    Input(String),
    /// A microcode source with errors.
    #[error(transparent)]
    Assembly(Box<AsmError>),
    /// A file of raw microcode words.
    #[error(transparent)]
    Raw(#[from] RawError),
    /// A program that cannot be linked; several lines where several names lead nowhere.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// An image that cannot be read or written.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// Symbols that cannot be read or written.
    #[error(transparent)]
    Symbols(#[from] SymbolsError),
    /// A machine that cannot be built from configuration, microcode and image.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A fast engine that cannot be built.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A machine that the fast engine cannot be.
    #[error(transparent)]
    EngineConfig(#[from] fast_engine::ConfigError),
    /// A program that does what the fast engine cannot.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Several processors cannot go on.
    #[error(transparent)]
    Cores(SeveralFault),
    /// An engine that does what the reference does not; one screen.
    #[error(transparent)]
    Differs(Box<Difference>),
    /// A golden trace that cannot be read.
    #[error(transparent)]
    Vector(#[from] VectorError),
    /// A golden trace that cannot be compared.
    #[error("{}: {reason}", path.display())]
    Compare { path: PathBuf, reason: CompareError },
    /// What only the whole command does.
    #[cfg(feature = "whole")]
    #[error(transparent)]
    Whole(whole::Error),
    /// A manifest or golden of `jop check`.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// An error of a library, with its place: a file, a program, a line.
    #[error("{place}: {reason}")]
    At {
        place: String,
        #[source]
        reason: Problem,
    },
    /// An error of a library that names its place itself.
    #[error(transparent)]
    Problem(#[from] Problem),
    /// A run whose figures need it whole.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// Runs that left nothing to show; they, not the input, give the exit code.
    #[error("{reason}")]
    Ended { reason: String, code: u8 },
    /// Some of several inputs failed; each was already reported.
    #[error("{0}")]
    Several(String),
}

/// An error of a library.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    #[error(transparent)]
    Arguments(#[from] ArgumentsError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Config(#[from] isa::ConfigError),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error(transparent)]
    Init(#[from] InitError),
    #[error(transparent)]
    Limits(#[from] LimitsError),
    #[error(transparent)]
    Match(#[from] NoMatch),
    #[error(transparent)]
    NoRegion(#[from] NoRegion),
    #[error(transparent)]
    Profile(#[from] FileError),
    #[error(transparent)]
    Recording(#[from] recording::RecordingError),
    #[error(transparent)]
    Merge(#[from] MergeError),
    #[error(transparent)]
    Case(#[from] regression::check::RunError),
    #[error(transparent)]
    CostFile(#[from] cost_model::FileError),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Structure(#[from] StructureError),
    #[error(transparent)]
    System(#[from] io::Error),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Timing(#[from] TimingError),
    #[error(transparent)]
    Cores(#[from] record::cores::CoresError),
    #[error(transparent)]
    Vertical(#[from] VerticalError),
    #[cfg(feature = "whole")]
    #[error(transparent)]
    Whole(whole::Problem),
    /// A part of the work of a command, which failed in its own way.
    #[error(transparent)]
    Command(Box<Error>),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::Command(Box::new(error))
    }
}

impl Problem {
    /// The end of the run that is the problem, if it is one.
    fn end(&self) -> Option<End> {
        match self {
            Self::Case(error) => error.end(),
            #[cfg(feature = "whole")]
            Self::Whole(problem) => problem.end(),
            _ => None,
        }
    }
}

impl Error {
    /// The exit code of a command that ends with it.
    pub(crate) fn exit_code(&self) -> u8 {
        let end = match self {
            Self::Ended { code, .. } => return *code,
            Self::Differs(_) => return exit_code::DIFFERS,
            Self::Problem(Problem::Command(error))
            | Self::At {
                reason: Problem::Command(error),
                ..
            } => return error.exit_code(),
            Self::Unfinished(error) => Some(error.end()),
            #[cfg(feature = "whole")]
            Self::Whole(error) => error.end(),
            Self::At { reason, .. } | Self::Problem(reason) => reason.end(),
            _ => None,
        };
        end.map_or(exit_code::COULD_NOT_RUN, End::judged)
    }

    /// An error of a library that names its place itself.
    pub(crate) fn refused(reason: impl Into<Problem>) -> Self {
        Self::Problem(reason.into())
    }

    /// What this build lacks, and how to come by it.
    #[cfg(not(feature = "whole"))]
    pub(crate) fn only_in_whole(what: &str) -> Self {
        Self::Input(format!("{what}: {}", crate::output::missing::INSTALL))
    }

    /// Gives what a library refuses its place.
    pub(crate) fn at<R: Into<Problem>>(place: impl Display) -> impl Fn(R) -> Self {
        let place = place.to_string();
        move |reason| Self::At {
            place: place.clone(),
            reason: reason.into(),
        }
    }
}

impl Error {
    /// The same, with the names of the program's methods in place of addresses.
    pub(crate) fn naming(self, symbols: Option<&Symbols>) -> Self {
        match (self, symbols) {
            (Self::Fault(fault), Some(symbols)) => {
                let mut methods = symbols.methods.iter();
                let name = |address| {
                    let method = methods.find(|method| method.address == address)?;
                    Some(method.to_string())
                };
                Self::Input(fault.naming(name))
            }
            (error, _) => error,
        }
    }
}

impl From<SeveralFault> for Error {
    fn from(fault: SeveralFault) -> Self {
        match fault {
            SeveralFault::Differs(difference) => Self::Differs(difference),
            fault => Self::Cores(fault),
        }
    }
}

impl From<CheckFault> for Error {
    fn from(fault: CheckFault) -> Self {
        match fault {
            CheckFault::Differs(difference) => Self::Differs(difference),
            CheckFault::Engine(fault) => fault.into(),
        }
    }
}

/// The machine executes everything.
impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl From<AsmError> for Error {
    fn from(error: AsmError) -> Self {
        Self::Assembly(Box::new(error))
    }
}

/// The file that a name with an error may mean.
fn meant(path: &Path, reason: &io::Error) -> String {
    let is_missing = reason.kind() == io::ErrorKind::NotFound;
    let found = is_missing.then(|| neighbour(path, |_| true)).flatten();
    found.map_or_else(String::new, |found| {
        format!("; did you mean {}?", found.display())
    })
}

fn place(line: usize) -> String {
    if line == 0 {
        String::new()
    } else {
        format!(":{line}")
    }
}

/// Prints an error: one line for each problem, or the excerpt of an assembler source.
pub(crate) fn print(error: &Error) {
    if let Error::Assembly(error) = error {
        return console::print(&without_numbers(&error.render(console::colours())));
    }
    let text = without_numbers(&error.to_string());
    if let Error::Differs(_) = error {
        return console::problem(&text);
    }
    text.lines().for_each(console::problem);
}

/// Leaves out the numbers of system errors, which libraries put behind the text: ` (os error 2)`.
fn without_numbers(text: &str) -> String {
    let mut parts = text.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| {
        let after = part.trim_start_matches(|digit: char| digit.is_ascii_digit());
        before + after.strip_prefix(')').unwrap_or(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_system_errors_are_left_out() {
        let text = "a: no such file (os error 2); look\nb (os error 13)";
        assert_eq!(without_numbers(text), "a: no such file; look\nb");
        assert_eq!(without_numbers("no number"), "no number");
    }
}
