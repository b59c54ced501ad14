//! The JVM under the agent: what it is given, and how it ends.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use host_profile::{
    AGENT_JAR, Cover, OLDEST_JAVA, context_room, jvm_options, refused_option, with_room,
};
use run::plain;
use tempfile::TempDir;

use super::dumps::Dumps;
use crate::host::signals::Signals;
use crate::output::errors::Error;

/// How often is looked for dumps.
const POLL: Duration = Duration::from_millis(50);

/// A `java` command and the folder with what the agent needs.
pub(super) struct Java {
    command: Vec<String>,
    folder: TempDir,
    home: PathBuf,
}

/// How the program ended.
pub(super) struct Ended {
    /// Its exit code; 128 and the number of the signal that killed it.
    pub(super) code: u8,
}

impl Java {
    /// Puts everything in a folder and has this JVM's own classes patched there.
    pub(super) fn prepare(command: &[String], signals: &Signals) -> Result<Self, Error> {
        if let Some(refused) = refused_option(&command[1..], &environment()) {
            return Err(Error::Input(refused));
        }
        let folder = TempDir::with_prefix("jop-cross-").map_err(|error| Error::System {
            what: "make a folder",
            reason: error.into(),
        })?;
        signals.remove(folder.path());
        if let Some(obstacle) = obstacle(folder.path(), takes_any_letter()) {
            return Err(Error::Input(format!(
                "{}: java takes no folder for the agent with {obstacle} in its name; set TMPDIR to another",
                tempfile::env::temp_dir().display()
            )));
        }
        let mut java = Self {
            command: command.to_vec(),
            folder,
            home: PathBuf::new(),
        };
        java.write(&java.agent(), AGENT_JAR)?;
        java.write(&java.runtime(), runtime::RUNTIME_JAR)?;
        // Room for what the agent has to say when the disk is full.
        java.write(&java.failed(), &[b' '; 4096])?;
        java.home = java.patch(signals)?;
        Ok(java)
    }

    /// Where the JDK is.
    pub(super) fn home(&self) -> &Path {
        &self.home
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

    /// An error if there is something that the agent could not do.
    pub(super) fn complaint(&self) -> Result<(), Error> {
        let path = self.failed();
        let text = fs::read_to_string(&path).map_err(|reason| Error::Read { path, reason })?;
        let Some(text) = text.trim().lines().next() else {
            return Ok(());
        };
        let remedy = if text.contains("OutOfMemoryError") {
            "; give the program's java a larger -Xmx".to_owned()
        } else if text.starts_with("cannot write") {
            format!(
                "; make room in {}, or set TMPDIR",
                tempfile::env::temp_dir().display()
            )
        } else {
            String::new()
        };
        Err(Error::Input(format!("{text}{remedy}")))
    }

    fn failed(&self) -> PathBuf {
        self.folder.path().join("counts.failed")
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

    /// Has the JVM make the folder with which its `java.base` is patched; gives the JDK's folder.
    fn patch(&self, signals: &Signals) -> Result<PathBuf, Error> {
        let name = &self.command[0];
        let mut prepare = Command::new(name);
        prepare
            .arg("-cp")
            .arg(self.agent())
            .arg("joplab.cross.Prepare")
            .args([self.patched(), self.agent(), self.runtime()]);
        let output = signals.output(captured(&mut prepare)).map_err(|error| {
            Error::Input(format!(
                "{name}: cannot run: {}; name a java, from Java {OLDEST_JAVA} on",
                plain(&error)
            ))
        })?;
        if output.status.success() {
            let printed = String::from_utf8_lossy(&output.stdout);
            return Ok(printed.lines().last().unwrap_or_default().into());
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

    /// Runs the program to its end, which signals may bring about; counts are then written. Dumps become profiles meanwhile.
    pub(super) fn run(
        &self,
        settings: &str,
        cover: Cover,
        signals: &Signals,
        dumps: Option<&mut Dumps<'_>>,
    ) -> Result<Ended, Error> {
        let file = self.settings(settings)?;
        let mut command = self.patched_java();
        command
            .arg(format!(
                "-javaagent:{}={}",
                self.agent().display(),
                file.display()
            ))
            .args(jvm_options(&self.command[0], cover))
            .args(with_room(&self.command[1..], &environment()));
        let cannot = |error| self.cannot_run(&error);
        let mut child = command.spawn().map_err(cannot)?;
        signals.pass_to(&child);
        let status = match dumps {
            None => child.wait().map_err(cannot)?,
            Some(dumps) => loop {
                let ended = child.try_wait().map_err(cannot)?;
                dumps.collect();
                match ended {
                    Some(status) => break status,
                    None => std::thread::sleep(POLL),
                }
            },
        };
        signals.ended(&child);
        Ok(Ended { code: code(status) })
    }

    /// Instruments ahead of time; gives what the agent prints.
    pub(super) fn instrument(
        &self,
        settings: &str,
        class_path: &OsStr,
        copies: &Path,
        inputs: &[PathBuf],
        signals: &Signals,
    ) -> Result<String, Error> {
        let file = self.settings(settings)?;
        fs::create_dir(copies).map_err(|reason| Error::Write {
            path: copies.to_owned(),
            reason,
        })?;
        let mut java = self.patched_java();
        java.arg("-cp")
            .arg(self.agent())
            .arg("joplab.cross.Ahead")
            .arg(file)
            .arg(class_path)
            .arg(copies)
            .args(inputs);
        let output = signals
            .output(captured(&mut java))
            .map_err(|error| self.cannot_run(&error))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().next().unwrap_or("java says nothing");
        Err(Error::Input(line.to_owned()))
    }

    /// Instruments the JDK's classes into a file.
    pub(super) fn keep(&self, settings: &str, file: &Path, signals: &Signals) -> Result<(), Error> {
        let settings = self.settings(settings)?;
        let mut java = self.patched_java();
        java.arg("-cp")
            .arg(self.agent())
            .arg("joplab.cross.Keep")
            .arg(settings)
            .arg(self.patched())
            .arg(file);
        let output = signals
            .output(captured(&mut java))
            .map_err(|error| self.cannot_run(&error))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().next().unwrap_or("java says nothing");
        Err(Error::Input(format!(
            "{}: cannot keep the JDK: {line}; make room, or set JOP_CACHE to another folder",
            file.parent().unwrap_or(file).display()
        )))
    }

    fn settings(&self, settings: &str) -> Result<PathBuf, Error> {
        let file = self.folder.path().join("settings");
        let room = context_room(&self.command[1..], &environment());
        let room = room.map_or(String::new(), |bytes| format!("contexts={bytes}\n"));
        self.write(&file, (settings.to_owned() + &room).as_bytes())?;
        Ok(file)
    }

    fn patched_java(&self) -> Command {
        let mut java = Command::new(&self.command[0]);
        java.arg("--patch-module")
            .arg(format!("java.base={}", self.patched().display()));
        java
    }

    fn cannot_run(&self, error: &std::io::Error) -> Error {
        Error::Input(format!("{}: cannot run: {}", self.command[0], plain(error)))
    }
}

/// A command that reads nothing and whose words are kept.
fn captured(command: &mut Command) -> &mut Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
}

/// The options that a JVM takes from the environment.
fn environment() -> String {
    let names = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];
    let values = names.map(|name| std::env::var(name).unwrap_or_default());
    values.join(" ")
}

/// What keeps java from finding a folder that its options name.
fn obstacle(folder: &Path, takes_any_letter: bool) -> Option<&'static str> {
    let separator = if cfg!(windows) { ';' } else { ':' };
    let Some(name) = folder.to_str() else {
        return Some("bytes that are no letters");
    };
    if name.contains('=') {
        Some("'='")
    } else if name.contains(separator) {
        Some(if cfg!(windows) { "';'" } else { "':'" })
    } else if !takes_any_letter && !name.is_ascii() {
        Some("letters that are not in this locale")
    } else {
        None
    }
}

/// Whether java's locale has all letters: elsewhere than on Linux it always does.
fn takes_any_letter() -> bool {
    let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].iter();
    let locale = names.find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    !cfg!(target_os = "linux") || locale.contains("utf-8") || locale.contains("utf8")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_one_that_options_of_java_can_name() {
        let obstacle = |name: &str, any| obstacle(Path::new(name), any);
        assert_eq!(obstacle("/tmp/a b-c", false), None);
        assert_eq!(obstacle("/tmp/a=b", true), Some("'='"));
        #[cfg(unix)]
        assert_eq!(obstacle("/tmp/a:b", true), Some("':'"));
        assert_eq!(obstacle("/tmp/\u{e4}", true), None);
        assert!(obstacle("/tmp/\u{e4}", false).is_some());
    }
}
