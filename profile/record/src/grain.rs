//! Depth of a recording.

use serde::{Deserialize, Serialize};

/// The finest level that is recorded. Stall causes are recorded on each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grain {
    /// Calling contexts of methods.
    Method,
    /// Each bytecode of their code, too.
    #[default]
    Bytecode,
    /// Each microinstruction of each bytecode, too.
    Microinstruction,
}

impl Grain {
    /// All grains, the coarsest first.
    pub const ALL: [Self; 3] = [Self::Method, Self::Bytecode, Self::Microinstruction];

    /// Its name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Method => "method",
            Self::Bytecode => "bytecode",
            Self::Microinstruction => "microinstruction",
        }
    }
}
