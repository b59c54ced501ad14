//! Errors of commands.

/// What is wrong with a command, on one line, with a way out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(String);

impl CommandError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}
