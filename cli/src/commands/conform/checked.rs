//! A vector that was compared.

use std::path::PathBuf;

use trace::golden::Comparison;

/// A vector and its result.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The file.
    pub(crate) path: PathBuf,
    /// Name of the vector.
    pub(crate) name: String,
    /// Its family.
    pub(crate) family: String,
    /// Names of the values of a row.
    pub(crate) columns: Vec<String>,
    /// The result.
    pub(crate) comparison: Comparison,
}
