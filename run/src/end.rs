//! Why a run ends.

use serde::{Deserialize, Serialize};

/// Reasons why a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The program gave its exit status.
    Exit(u32),
    /// The program printed the exit text of the original runtime.
    ExitText,
    /// The text of `--until` appeared.
    Until,
    /// `--max-cycles` was reached.
    MaxCycles,
    /// Every thread waits for ever: for another one, or for input where nobody could be told of it.
    Blocked,
    /// Ctrl-C, or a request to terminate.
    Interrupted,
}

/// Reason why a run ended, without the program's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EndKind {
    /// [`End::Exit`]
    Exit,
    /// [`End::ExitText`]
    ExitText,
    /// [`End::Until`]
    Until,
    /// [`End::MaxCycles`]
    MaxCycles,
    /// [`End::Blocked`]
    Blocked,
    /// [`End::Interrupted`]
    Interrupted,
}

impl End {
    /// Kind of this ending.
    #[must_use]
    pub fn kind(self) -> EndKind {
        match self {
            Self::Exit(_) => EndKind::Exit,
            Self::ExitText => EndKind::ExitText,
            Self::Until => EndKind::Until,
            Self::MaxCycles => EndKind::MaxCycles,
            Self::Blocked => EndKind::Blocked,
            Self::Interrupted => EndKind::Interrupted,
        }
    }

    /// The program's own status, all 32 bits, if it gave one.
    #[must_use]
    pub fn status(self) -> Option<u32> {
        match self {
            Self::Exit(status) => Some(status),
            _ => None,
        }
    }

    /// Returns true if the program ended by itself.
    #[must_use]
    pub fn is_of_program(self) -> bool {
        matches!(self, Self::Exit(_) | Self::ExitText)
    }
}
