//! Tables that are committed, as rows.

use serde::de::DeserializeOwned;

/// A committed table that does not read.
#[derive(Debug, thiserror::Error)]
#[error("the committed table {file} does not read: {problem}")]
pub struct SourceError {
    pub(crate) file: &'static str,
    pub(crate) problem: String,
}

impl SourceError {
    pub(crate) fn new(file: &'static str, problem: impl std::fmt::Display) -> Self {
        Self {
            file,
            problem: problem.to_string(),
        }
    }
}

pub(crate) fn rows<T: DeserializeOwned>(
    file: &'static str,
    text: &str,
) -> Result<Vec<T>, SourceError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .map_err(|error: csv::Error| SourceError::new(file, error))
}
