//! End-to-end and conformance tests: what they share.

pub mod draw;
pub mod machine;
pub mod program;
pub mod random_program;

use std::path::PathBuf;

/// Path of a file or folder of this package.
#[must_use]
pub fn path(relative: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(relative)
}
