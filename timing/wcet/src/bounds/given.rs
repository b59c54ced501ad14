//! A number with who gives it.

use std::sync::Arc;

use crate::bound_source::BoundSource;

/// A number that somebody gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Given {
    pub(crate) most: u64,
    pub(crate) source: BoundSource,
    /// Who gives it: a file with its line, or an annotation.
    pub(crate) from: Arc<str>,
    /// True if it is the same for all arguments.
    pub(crate) is_constant: bool,
}
