//! The JVM under the agent: what it is given, and how it ends.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use host_profile::{
    AGENT_JAR, Cover, OLDEST_JAVA, context_room, environment, jvm_options, refused_option,
    with_room,
};
use run::plain;
use tempfile::TempDir;

use super::dumps::Dumps;
use super::ended::{Ended, captured, remedy};
use super::java_folders::{home_of, obstacle};
use crate::host::signals::Signals;
use crate::output::errors::Error;

/// How often is looked for dumps.
const POLL: Duration = Duration::from_millis(50);

/// A `java` command and the folder with what the agent needs.
pub(super) struct Java {
    command: Vec<String>,
    folder: TempDir,
    /// The folder with which `java.base` is patched; none yet.
    patched: Option<PathBuf>,
    /// Options that the JVM knows where the JDK is covered; none as long as it was not asked.
    options: Option<Vec<String>>,
    /// Where the JDK is; none as long as it was not asked.
    home: Option<PathBuf>,
}

impl Java {
    /// Puts everything in a folder and has this JVM's own classes patched there.
    pub(super) fn prepare(command: &[String], signals: &Signals) -> Result<Self, Error> {
        let mut java = Self::begin(command, signals)?;
        java.patch(signals)?;
        Ok(java)
    }

    /// Puts everything in a folder but the patched classes, which are kept, perhaps.
    pub(super) fn begin(command: &[String], signals: &Signals) -> Result<Self, Error> {
        if let Some(refused) = refused_option(&command[1..], &environment()) {
            return Err(Error::Input(refused));
        }
        let folder = TempDir::with_prefix("jop-cross-").map_err(|error| Error::System {
            what: "make a folder",
            reason: error.into(),
        })?;
        signals.remove(folder.path());
        if let Some(obstacle) = obstacle(folder.path()) {
            return Err(Error::Input(format!(
                "{}: java takes no folder for the agent with {obstacle} in its name; set TMPDIR to another",
                tempfile::env::temp_dir().display()
            )));
        }
        let java = Self {
            command: command.to_vec(),
            folder,
            patched: None,
            options: None,
            home: home_of(&command[0]),
        };
        java.write(&java.agent(), AGENT_JAR)?;
        java.write(&java.runtime(), runtime::RUNTIME_JAR)?;
        // Room for what the agent has to say when the disk is full.
        java.write(&java.failed(), &[b' '; 4096])?;
        Ok(java)
    }

    /// Where the JDK is; a command that is no JDK's own file is asked.
    pub(super) fn home(&mut self, signals: &Signals) -> Result<PathBuf, Error> {
        if self.home.is_none() {
            self.patch(signals)?;
        }
        Ok(self.home.clone().unwrap_or_default())
    }

    /// Takes patched classes that are kept, and options that are known already.
    pub(super) fn take(&mut self, patched: PathBuf, options: Vec<String>) {
        self.patched = Some(patched);
        self.options = Some(options);
    }

    /// Options of the JVM for a run.
    pub(super) fn options(&self, cover: Cover) -> Vec<String> {
        let known = self.options.clone();
        known.unwrap_or_else(|| jvm_options(&self.command[0], cover))
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
        Err(Error::Input(format!("{text}{}", remedy(text))))
    }

    fn failed(&self) -> PathBuf {
        self.folder.path().join("counts.failed")
    }

    fn agent(&self) -> PathBuf {
        self.folder.path().join("agent.jar")
    }

    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), Error> {
        fs::write(path, contents).map_err(|reason| Error::Write {
            path: path.to_owned(),
            reason,
        })
    }

    /// Has the JVM make the folder with which its `java.base` is patched, unless there is one; gives the folder.
    pub(super) fn patch(&mut self, signals: &Signals) -> Result<PathBuf, Error> {
        if let Some(there) = &self.patched {
            return Ok(there.clone());
        }
        let folder = self.folder.path().join("patch");
        let name = &self.command[0];
        let mut prepare = Command::new(name);
        prepare
            .arg("-XX:TieredStopAtLevel=1")
            .arg("-cp")
            .arg(self.agent())
            .arg("joplab.cross.Prepare")
            .args([folder.clone(), self.agent(), self.runtime()]);
        let output = signals.output(captured(&mut prepare)).map_err(|error| {
            Error::Input(format!(
                "{name}: cannot run: {}; name a java, from Java {OLDEST_JAVA} on",
                plain(&error)
            ))
        })?;
        if output.status.success() {
            let printed = String::from_utf8_lossy(&output.stdout);
            self.home = printed.lines().last().map(PathBuf::from);
            self.patched = Some(folder.clone());
            return Ok(folder);
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
            .args(self.options(cover))
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
        Ok(Ended::of(status))
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

    /// Instruments the JDK's classes into a file; tells how many hundredths are done.
    pub(super) fn keep(
        &self,
        settings: &str,
        file: &Path,
        signals: &Signals,
        mut done: impl FnMut(u64),
    ) -> Result<(), Error> {
        let settings = self.settings(settings)?;
        let mut java = self.patched_java();
        // The better compiler takes longer than it saves.
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"])
            .arg(self.agent())
            .arg("joplab.cross.Keep")
            .arg(settings)
            .args(&self.patched)
            .arg(file);
        let output = signals
            .output_by_lines(captured(&mut java), |line| {
                done(line.parse().unwrap_or_default());
            })
            .map_err(|error| self.cannot_run(&error))?;
        if output.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().next().unwrap_or("java was ended");
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
        if let Some(patched) = &self.patched {
            java.arg("--patch-module")
                .arg(format!("java.base={}", patched.display()));
        }
        java
    }

    fn cannot_run(&self, error: &std::io::Error) -> Error {
        Error::Input(format!("{}: cannot run: {}", self.command[0], plain(error)))
    }
}
