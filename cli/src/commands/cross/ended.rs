//! How a JVM ends, what it has printed then, and what to do about what the agent could not do.

use std::process::{Command, ExitStatus, Stdio};

/// How the program ended.
pub(super) struct Ended {
    /// Its exit code; 128 and the number of the signal that killed it.
    pub(super) code: u8,
}

impl Ended {
    pub(super) fn of(status: ExitStatus) -> Self {
        Self { code: code(status) }
    }
}

/// What helps against what the agent says.
pub(super) fn remedy(text: &str) -> String {
    if text.contains("OutOfMemoryError") {
        "; give the program's java a larger -Xmx".to_owned()
    } else if text.starts_with("cannot write") {
        format!(
            "; make room in {}, or set TMPDIR",
            tempfile::env::temp_dir().display()
        )
    } else {
        String::new()
    }
}

#[cfg(unix)]
fn code(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    let killed = || status.signal().map(|signal| 128 + signal);
    (status.code().or_else(killed).unwrap_or(2) & 0xFF) as u8
}

#[cfg(not(unix))]
fn code(status: ExitStatus) -> u8 {
    (status.code().unwrap_or(2) & 0xFF) as u8
}

/// A command that reads nothing and whose words are kept.
pub(super) fn captured(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
}
