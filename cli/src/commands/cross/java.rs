//! The JVM under the agent: what it is given, and how it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use host_profile::{AGENT_JAR, OLDEST_JAVA};
use tempfile::TempDir;

use crate::commands::run::watch_for_interrupts;
use crate::errors::Error;

/// A `java` command and the folder with what the agent needs.
pub(super) struct Java {
    command: Vec<String>,
    folder: TempDir,
}

/// How the program ended.
pub(super) struct Ended {
    /// Its exit code; 128 and the number of the signal that killed it.
    pub(super) code: u8,
}

impl Java {
    /// Puts everything in a folder and has this JVM's own classes patched there.
    pub(super) fn prepare(command: &[String]) -> Result<Self, Error> {
        let folder = TempDir::with_prefix("jop-cross-").map_err(|error| Error::System {
            what: "make a folder",
            reason: error.into(),
        })?;
        let java = Self {
            command: command.to_vec(),
            folder,
        };
        java.write(&java.agent(), AGENT_JAR)?;
        java.write(&java.runtime(), runtime::RUNTIME_JAR)?;
        java.patch()?;
        Ok(java)
    }

    /// The file that the agent writes.
    pub(super) fn counts(&self) -> PathBuf {
        self.folder.path().join("counts")
    }

    /// The jar of our runtime.
    pub(super) fn runtime(&self) -> PathBuf {
        self.folder.path().join("runtime.jar")
    }

    /// Puts a file of that name into the folder.
    pub(super) fn add(&self, name: &str, contents: &[u8]) -> Result<PathBuf, Error> {
        let path = self.folder.path().join(name);
        self.write(&path, contents)?;
        Ok(path)
    }

    fn agent(&self) -> PathBuf {
        self.folder.path().join("agent.jar")
    }

    fn patched(&self) -> PathBuf {
        self.folder.path().join("patch")
    }

    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), Error> {
        fs::write(path, contents).map_err(|reason| Error::Write {
            path: path.to_owned(),
            reason,
        })
    }

    /// Has the JVM make the folder with which its `java.base` is patched.
    fn patch(&self) -> Result<(), Error> {
        let name = &self.command[0];
        let output = Command::new(name)
            .arg("-cp")
            .arg(self.agent())
            .arg("joplab.cross.Prepare")
            .args([self.patched(), self.agent(), self.runtime()])
            .output()
            .map_err(|error| {
                Error::Input(format!(
                    "{name}: cannot run: {error}; name a java, from Java {OLDEST_JAVA} on"
                ))
            })?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let reason = if text.contains("UnsupportedClassVersionError") {
            format!("older than Java {OLDEST_JAVA}")
        } else {
            let line = text.lines().next().unwrap_or("it says nothing");
            format!("it is no java that can be patched: {line}")
        };
        Err(Error::Input(format!("{name}: {reason}")))
    }

    /// Runs the program to its end; Ctrl-C goes to the program, whose counts are then written.
    pub(super) fn run(&self, settings: &str) -> Result<Ended, Error> {
        let file = self.folder.path().join("settings");
        self.write(&file, settings.as_bytes())?;
        watch_for_interrupts()?;
        let name = &self.command[0];
        let status = Command::new(name)
            .arg("--patch-module")
            .arg(format!("java.base={}", self.patched().display()))
            .arg(format!(
                "-javaagent:{}={}",
                self.agent().display(),
                file.display()
            ))
            // Methods that grow beyond 8000 bytes of bytecode would be interpreted.
            .arg("-XX:-DontCompileHugeMethods")
            .args(&self.command[1..])
            .status()
            .map_err(|error| Error::Input(format!("{name}: cannot run: {error}")))?;
        Ok(Ended { code: code(status) })
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
