//! End-to-end and conformance tests: what they share.

use std::path::PathBuf;

/// Path of a file or directory of this package.
#[must_use]
pub fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative)
}
