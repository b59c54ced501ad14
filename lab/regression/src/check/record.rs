//! Recorded part of a run.

use serde::{Deserialize, Serialize};

use crate::check::figures::Section;

/// Recorded part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// Cycles, bytecodes, interrupts, exceptions.
    Total,
    /// Hits, misses and words of the method cache.
    Cache,
    /// Cycles by cause.
    Causes,
    /// Cycles and calls of each method.
    Methods,
    /// Cycles and dispatches of each bytecode.
    Bytecodes,
    /// Worst-case execution times of methods.
    Bounds,
    /// Stack, heap and collections.
    Memory,
}

impl Record {
    /// The sections of a golden that it fills.
    #[must_use]
    pub fn sections(self) -> &'static [Section] {
        match self {
            Self::Total => &[Section::Total],
            Self::Cache => &[Section::Cache],
            Self::Causes => &[Section::Causes],
            Self::Methods => &[Section::Methods, Section::Calls],
            Self::Bytecodes => &[Section::Bytecodes, Section::Dispatches],
            Self::Bounds => &[Section::Bounds],
            Self::Memory => &[Section::Memory],
        }
    }
}
