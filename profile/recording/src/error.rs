//! Why a file is no recording.

use thiserror::Error;

use crate::format::{FILE_ENDING, MAGIC, VERSION};

/// Files that are no recordings.
#[derive(Debug, Error)]
pub enum RecordingError {
    /// It is something else.
    #[error(
        "not a recording: it does not begin with `{MAGIC}`; make one with `jop run -o FILE.{FILE_ENDING}`"
    )]
    NotARecording,
    /// It is of another version.
    #[error(
        "recording version {0} is not known, only {VERSION}; record it again with this version"
    )]
    Version(String),
    /// It ends before its end.
    #[error("the recording is cut off; record it again")]
    Cut,
    /// A section is damaged.
    #[error("the recording is damaged in {0}; record it again")]
    Damaged(String),
    /// A section is asked for that was not recorded.
    #[error(
        "the recording has no section `{0}`; it has {1}; record it with `jop run --record {0}`"
    )]
    Missing(&'static str, String),
}
