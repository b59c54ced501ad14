//! A value of a golden trace.

use serde::Deserialize;

/// One value of a trace.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number, unsigned.
    Number(u64),
    /// The name of a state.
    Name(String),
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number:x}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}
