//! Errors that prevent a run; differences that it finds are results, not errors.

use std::io;
use std::path::PathBuf;

use jopizer::LinkError;
use sim_core::MachineError;

/// Errors that end a run with exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No compiler or no JVM.
    #[error("{program}: cannot run: {reason}; install a JDK, 17 or later")]
    Jdk {
        /// The command.
        program: String,
        /// Error of the system.
        reason: io::Error,
    },
    /// The compiler refuses a generated source.
    #[error("javac refuses a generated source, which is a defect of the generator: {0}")]
    Compile(String),
    /// The host's JVM ends badly.
    #[error("java ends badly on a generated program, which is a defect of the generator: {0}")]
    Host(String),
    /// A file cannot be read or written.
    #[error("{}: {reason}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        reason: io::Error,
    },
    /// Bad arguments.
    #[error("{0}")]
    Input(String),
    /// A program that cannot be linked.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A machine that cannot be built.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// An engine that cannot be built.
    #[error(transparent)]
    Engine(#[from] fast_engine::EngineError),
    /// A program that the fast engine cannot execute.
    #[error("{0}")]
    Fault(#[from] fast_engine::Fault),
}

/// The machine executes everything.
impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Self {
        match never {}
    }
}
