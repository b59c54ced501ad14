//! Errors of restoring a checkpoint. Each message is one line; the caller puts the file's name before it.

use isa::ConfigError;
use sim_core::MachineError;

/// A file that is no checkpoint, or none that this version can restore.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The first bytes are others.
    #[error("is no checkpoint; `jop run --checkpoints DIR` writes them")]
    Foreign,
    /// Another format.
    #[error(
        "is a checkpoint of format {found}, written by Joplab {writer}; this is Joplab {}, which reads format {reads}: \
         restore it with that version, or run the program again",
        env!("CARGO_PKG_VERSION")
    )]
    Version {
        /// The format of the file.
        found: u16,
        /// The format that this program reads.
        reads: u16,
        /// The version of the program that wrote it.
        writer: String,
    },
    /// The end is missing.
    #[error("the checkpoint is cut off, {found} of {expected} bytes are there; take another one")]
    Cut {
        /// Bytes of the file.
        found: usize,
        /// Bytes it should have.
        expected: usize,
    },
    /// Bytes were changed.
    #[error("the checkpoint is damaged, its checksum is wrong; take another one")]
    Checksum,
    /// A part has no meaning.
    #[error("the checkpoint is damaged: {0}; take another one")]
    Damaged(String),
    /// More than a checkpoint can hold.
    #[error(
        "the checkpoint needs {bytes} bytes, and {most} are the most: the program has too much input that it has not read"
    )]
    TooLarge {
        /// Bytes needed.
        bytes: usize,
        /// Bytes allowed.
        most: usize,
    },
    /// The configuration inside describes no machine.
    #[error("the checkpoint's machine cannot be built: {0}; take another one")]
    Config(#[from] ConfigError),
    /// The state inside is none of that machine.
    #[error("the checkpoint is damaged: {0}; take another one")]
    Machine(#[from] MachineError),
}
