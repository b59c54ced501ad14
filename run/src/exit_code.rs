//! The only judge of what the end of a run means for the process that executed it: its exit code, and what is told.
//!
//! | end of the run | `jop run`, `jop demo` | every other command |
//! |---|---|---|
//! | status 0, exit text, text of `--until` | 0 | 0 |
//! | another status | its low eight bits | 1 |
//! | every thread waits for ever | 1 | 1 |
//! | a limit | 3 | 3 |
//! | Ctrl-C, or a request to terminate | 130 | 130 |
//!
//! Other commands give 1 also where a comparison finds a difference, and all give 2 for bad input. A command of several runs has
//! the [`worst`] code of them.

use crate::end::End;
use crate::ending::BLOCKED;

/// Done, and every program that ran ended well.
pub const DONE: u8 = 0;
/// A comparison found a difference, or a program failed.
pub const DIFFERS: u8 = 1;
/// Bad input or a failing system: could not run.
pub const COULD_NOT_RUN: u8 = 2;
/// A run came to a limit before its end.
pub const LIMIT: u8 = 3;
/// Stopped by Ctrl-C: 128 and the number of the signal, as shells have it.
pub const INTERRUPTED: u8 = 130;

impl End {
    /// The exit code of a process that is this run and nothing else. Of the program's status a system keeps the low eight bits.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Exit(status) => (status & 0xFF) as u8,
            other => other.judged(),
        }
    }

    /// The exit code of a process that executes a program to find something out about it.
    #[must_use]
    pub fn judged(self) -> u8 {
        match self {
            Self::Exit(0) | Self::ExitText | Self::Until => DONE,
            // Threads that wait for ever are a failure, as an uncaught exception is.
            Self::Exit(_) | Self::Blocked => DIFFERS,
            Self::MaxCycles => LIMIT,
            Self::Interrupted => INTERRUPTED,
        }
    }

    /// The program's status, if it is that of a failure.
    #[must_use]
    pub fn failed(self) -> Option<u32> {
        self.status().filter(|status| *status != 0)
    }

    /// What has to be told of a run that did not end well.
    #[must_use]
    pub fn remark(self) -> Option<String> {
        match self {
            Self::Exit(0) | Self::ExitText | Self::Until => None,
            Self::Exit(status) => Some(failure(status)),
            Self::Blocked => Some(BLOCKED.to_owned()),
            Self::MaxCycles => Some("stopped by --max-cycles".to_owned()),
            Self::Interrupted => Some("interrupted".to_owned()),
        }
    }

    /// The end of a run whose figures need it whole.
    ///
    /// # Errors
    /// If the program, of this name, was stopped in this cycle.
    pub fn whole(self, program: &str, cycles: u64) -> Result<Self, Unfinished> {
        let program = program.to_owned();
        match self {
            Self::Exit(_) | Self::ExitText | Self::Until => Ok(self),
            Self::Blocked => Err(Unfinished::Blocked(program)),
            Self::MaxCycles => Err(Unfinished::Limit { program, cycles }),
            Self::Interrupted => Err(Unfinished::Interrupted),
        }
    }
}

/// What is told of a program that ended with this status, which is not 0.
#[must_use]
pub fn failure(status: u32) -> String {
    format!("the program ended with status {}", status.cast_signed())
}

/// A run that did not come to the end that its figures need.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// It met a limit.
    #[error("{program} has not ended after {cycles} cycles; a figure of the whole needs its end")]
    Limit {
        /// Name of the program.
        program: String,
        /// Cycle in which it was stopped.
        cycles: u64,
    },
    /// It cannot go on.
    #[error("{0}: {BLOCKED}")]
    Blocked(String),
    /// Somebody stopped it.
    #[error("interrupted")]
    Interrupted,
}

impl Unfinished {
    /// How the run ended.
    #[must_use]
    pub fn end(&self) -> End {
        match self {
            Self::Limit { .. } => End::MaxCycles,
            Self::Blocked(_) => End::Blocked,
            Self::Interrupted => End::Interrupted,
        }
    }
}

/// The exit code of a command of several parts: the code of the part that is furthest from a result.
#[must_use]
pub fn worst(codes: impl IntoIterator<Item = u8>) -> u8 {
    // The codes are numbered in this order.
    codes.into_iter().max().unwrap_or(DONE)
}
