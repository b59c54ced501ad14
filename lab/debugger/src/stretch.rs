//! Stretches of the way that are recorded, and their recorder.

use sim_core::Machine;

use crate::error::CommandError;

/// A stretch that is to be recorded.
pub struct Stretch<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Begin: a cycle, a method's call or a bytecode's execution, as `jop run --from` takes them.
    pub from: &'a str,
    /// End, as `jop run --to` takes it.
    pub to: &'a str,
    /// The machine in the first cycle of the session.
    pub machine: Machine,
    /// Bytes that were fed, with their cycles.
    pub fed: &'a [(u64, Vec<u8>)],
    /// The cycle up to which it is run again.
    pub until: u64,
}

/// Maker of recordings.
pub trait Recorder {
    /// Checks that a file can be made.
    ///
    /// # Errors
    /// When it cannot.
    fn check_file(&self, file: &str) -> Result<(), CommandError>;

    /// Checks that a moment means something in the program.
    ///
    /// # Errors
    /// When it does not.
    fn check_moment(&self, moment: &str) -> Result<(), CommandError>;

    /// Records a stretch to its file; returns what is to be told of it.
    ///
    /// # Errors
    /// When a moment is not met, or the file cannot be written.
    fn record(&mut self, stretch: &Stretch<'_>) -> Result<String, CommandError>;
}

/// A recording that has begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Begun {
    pub(crate) file: String,
    pub(crate) from: String,
}
