//! A vector as a section of a recording, `vector`: its JSON document without a header.

use recording::{Recording, RecordingError};

use crate::file::VectorFileError;
use crate::vector::Vector;

/// Name of the section.
pub const SECTION: &str = "vector";

/// A recording without a usable vector.
#[derive(Debug, thiserror::Error)]
pub enum NoVector {
    /// It has none.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// It is damaged.
    #[error("the recording is damaged in its vector ({0}); record it again")]
    Read(#[from] std::io::Error),
    /// It is none.
    #[error("the vector of the recording: {0}; record it again")]
    Content(#[from] VectorFileError),
}

/// A recording with a vector alone.
#[must_use]
pub fn of_vector(vector: &Vector) -> Recording {
    let mut recording = Recording::default();
    let added = recording.add(SECTION, |to| Ok(serde_json::to_writer(to, vector)?));
    if let Err(error) = added {
        unreachable!("memory takes it: {error}");
    }
    recording
}

/// The vector of a recording.
///
/// # Errors
/// When it has none, or it is damaged.
pub fn vector_of(recording: &Recording) -> Result<Vector, NoVector> {
    let text = std::io::read_to_string(recording.section(SECTION)?)?;
    Ok(Vector::checked(&text)?)
}
