//! Why a command could not run. Every message is one line with place and remedy; errors of the assembler show the source line.

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;

use cache_sweep::invoke_trace::TraceError;
use cache_sweep::{PartError, SweepError};
use cost_model::TimingError;
use fast_engine::{EngineError, Fault};
use jopizer::{ImageError, LinkError, SymbolsError};
use microcode::{AsmError, RawError};
use regression::check::CheckError;
use sim_core::MachineError;
use trace::golden::VectorError;
use trace::golden::compare::CompareError;

/// Anything that ends a command with exit code 2.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Nobody reads standard output any more. Not printed.
    #[error("standard output is closed")]
    OutputClosed,
    /// Standard output cannot be written.
    #[error("cannot write standard output: {}", plain(.0))]
    Output(io::Error),
    /// An input file cannot be read.
    #[error("{}: cannot read: {}", path.display(), plain(reason))]
    Read { path: PathBuf, reason: io::Error },
    /// An output file cannot be written.
    #[error("{}: cannot write: {}", path.display(), plain(reason))]
    Write { path: PathBuf, reason: io::Error },
    /// The system does not give what is needed.
    #[error("cannot {what}: {reason}")]
    System { what: &'static str, reason: String },
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
    /// A memory that no cost table knows.
    #[error(transparent)]
    Timing(#[from] TimingError),
    /// A golden trace that cannot be read.
    #[error(transparent)]
    Vector(#[from] VectorError),
    /// A golden trace that cannot be compared.
    #[error("{}: {reason}", path.display())]
    Compare { path: PathBuf, reason: CompareError },
    /// A sweep that cannot go on.
    #[error(transparent)]
    Sweep(SweepError),
    /// A file with finished jobs of a sweep.
    #[error("{}: {reason}", path.display())]
    Part { path: PathBuf, reason: PartError },
    /// A manifest or golden of `jop check`.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// Some of several inputs failed; each was already reported.
    #[error("{0}")]
    Several(String),
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

impl From<SweepError> for Error {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Trace {
                path,
                reason: TraceError::Read(reason),
            } => Self::Read { path, reason },
            other => Self::Sweep(other),
        }
    }
}

/// What the system says, without its error number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error")
        .next()
        .unwrap_or(&text)
        .to_lowercase()
}

fn place(line: usize) -> String {
    if line == 0 {
        String::new()
    } else {
        format!(":{line}")
    }
}
