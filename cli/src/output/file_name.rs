//! Names of files.

use std::path::Path;

/// Checks if a file name ends with `.extension`.
pub(crate) fn has_extension(name: &str, extension: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}
