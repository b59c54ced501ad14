//! Commands from a file: each with its answer as text, and the program's output between them.

use std::io::{self, Write};

use run::End;

use crate::error::CommandError;
use crate::session::Session;

/// Ending of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScriptVerdict {
    /// Assertions and expectations that did not hold.
    pub failures: usize,
    /// The end of the program, if it stands there.
    pub end: Option<End>,
}

/// Reasons why a script stops early.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// A command makes no sense.
    #[error("{line}: {reason}")]
    Command {
        /// Line of the file, from 1.
        line: usize,
        /// The error.
        reason: CommandError,
    },
    /// The answers cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Carries out commands, one for each line; `#` begins a comment. Commands are shown after `(jop) `, output of the
/// program after `| `.
///
/// # Errors
/// At the first command that makes no sense, and when answers cannot be written.
pub fn run(
    session: &mut Session,
    commands: &str,
    out: &mut dyn Write,
) -> Result<ScriptVerdict, ScriptError> {
    let mut failures = 0;
    for (line, command) in (1..).zip(commands.lines()) {
        let command = command.trim();
        if command.is_empty() || command.starts_with('#') {
            continue;
        }
        writeln!(out, "(jop) {command}")?;
        let reply = session
            .execute(command)
            .map_err(|reason| ScriptError::Command { line, reason })?;
        let printed = session.new_output();
        for text in String::from_utf8_lossy(&printed).lines() {
            writeln!(out, "| {text}")?;
        }
        if !reply.text.is_empty() {
            writeln!(out, "{}", reply.text)?;
        }
        failures += usize::from(reply.failed);
        if reply.quits {
            break;
        }
    }
    let end = session.end();
    Ok(ScriptVerdict { failures, end })
}
