//! What a concatenation consists of.

use crate::descriptor::words;

/// One operand of a concatenation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Text(Vec<u16>),
    /// The next argument, by the type with which it is appended.
    Argument(String),
}

/// Key of a concatenation.
pub(super) type Key = Vec<Part>;

impl Part {
    pub(super) fn descriptor(&self) -> Option<&str> {
        match self {
            Part::Text(_) => None,
            Part::Argument(descriptor) => Some(descriptor),
        }
    }

    pub(super) fn words(&self) -> u32 {
        self.descriptor().map_or(0, words)
    }
}
