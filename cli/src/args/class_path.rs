//! Class paths.

use std::path::PathBuf;

use crate::output::errors::Error;

/// A class path as one text.
pub(crate) fn joined_class_path(entries: &[PathBuf]) -> Result<String, Error> {
    let joined = std::env::join_paths(entries).ok();
    let text = joined.and_then(|path| path.into_string().ok());
    text.ok_or_else(|| {
        Error::Input(format!(
            "{entries:?}: a class path is UTF-8 without the separator of paths"
        ))
    })
}
