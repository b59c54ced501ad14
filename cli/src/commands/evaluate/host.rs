//! The host's JVM: programs as they are, and under `jop cross run`, each in a process of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cross_profile::Profile;
use runtime::programs::{EmbeddedProgram, PROGRAMS_JAR};
use tempfile::TempDir;

use super::seconds::{Seconds, Stopwatch, Whose};
use super::variants::CacheState;
use crate::host::signals::Signals;
use crate::output::errors::Error;

/// A JVM and a folder with what it runs.
pub(super) struct Host {
    java: String,
    version: String,
    folder: TempDir,
    signals: Signals,
}

impl Host {
    /// The JVM, or the reason why there is none.
    pub(super) fn find(java: &str, signals: &Signals) -> Result<Result<Self, String>, Error> {
        let mut version = Command::new(java);
        version
            .arg("-version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let version = signals.output(&mut version);
        let version = match version {
            Ok(output) if output.status.success() => in_one_line(&output.stderr),
            Ok(_) => return Ok(Err(format!("`{java} -version` fails"))),
            Err(reason) => return Ok(Err(format!("cannot run `{java}`: {}", run::plain(&reason)))),
        };
        let folder = TempDir::with_prefix("jop-evaluate-").map_err(system("make a folder"))?;
        signals.remove(folder.path());
        let host = Self {
            java: java.to_owned(),
            version,
            folder,
            signals: signals.clone(),
        };
        host.write("programs.jar", PROGRAMS_JAR)?;
        for state in CacheState::ALL {
            host.write(&machine_file(state), state.machine_file().as_bytes())?;
        }
        Ok(Ok(host))
    }

    fn write(&self, name: &str, contents: &[u8]) -> Result<(), Error> {
        let path = self.path(name);
        fs::write(&path, contents).map_err(|reason| Error::Write { path, reason })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The `java` command of a program, with options of the JVM.
    fn command(&self, program: &EmbeddedProgram, length: u32, options: &[&str]) -> Vec<String> {
        let mut command = vec![self.java.clone()];
        command.extend(options.iter().map(|&option| option.to_owned()));
        command.extend([
            "-cp".to_owned(),
            self.path("programs.jar").display().to_string(),
            program.main_class.to_owned(),
            length.to_string(),
        ]);
        command
    }

    /// Seconds of a program in a new JVM.
    pub(super) fn plain(&self, program: &EmbeddedProgram, length: u32) -> Result<Seconds, String> {
        let command = self.command(program, length, &[]);
        self.seconds(Command::new(&command[0]).args(&command[1..]))
    }

    /// Profile of a program by the cross-profiler with options of both, and the seconds of everything.
    pub(super) fn cross(
        &self,
        (program, length): (&EmbeddedProgram, u32),
        state: CacheState,
        (options, of_jvm): (&[&str], &[&str]),
    ) -> Result<(Profile, Seconds), String> {
        // Several may run at a time.
        let name = format!("{}-{}-{}", program.name, state.name(), options.join(""));
        let file = self.path(&format!("{name}.jrec"));
        let mut jop = Command::new(jop_beside()?);
        jop.args(["--quiet", "cross", "run", "-o"])
            .arg(&file)
            .arg("--config")
            .arg(self.path(&machine_file(state)))
            .args(options)
            .arg("--")
            .args(self.command(program, length, of_jvm));
        let seconds = self.seconds(&mut jop)?;
        let profile = read(&file)?;
        Ok((profile, seconds))
    }

    /// The JVM's name.
    pub(super) fn java(&self) -> &str {
        &self.java
    }

    /// What it says of its version.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Runs a command to its end, or to that of this one.
    pub(super) fn output(&self, command: &mut Command) -> io::Result<Output> {
        self.signals.output(command.stdin(Stdio::null()))
    }

    /// Seconds of a process that has to end with status 0; else the first line of what it says.
    fn seconds(&self, command: &mut Command) -> Result<Seconds, String> {
        let watch = Stopwatch::start(Whose::Children);
        let output = self.output(command.stdout(Stdio::null()).stderr(Stdio::piped()));
        let seconds = watch.stop();
        let output = output.map_err(|reason| run::plain(&reason).to_string())?;
        if output.status.success() {
            return Ok(seconds);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().next().unwrap_or_default().chars();
        let line: String = line
            .filter(|letter| !letter.is_control())
            .take(LINE)
            .collect();
        Err(format!("{}: {line}", output.status))
    }
}

/// The `jop` that is installed beside this command.
pub(super) fn jop_beside() -> Result<PathBuf, String> {
    let own = std::env::current_exe();
    let own = own.map_err(|reason| format!("cannot find itself: {}", run::plain(&reason)))?;
    let jop = own.with_file_name(format!("jop{}", std::env::consts::EXE_SUFFIX));
    match jop.is_file() {
        true => Ok(jop),
        false => Err(format!(
            "{}: not there; `cargo install --path cli --locked` installs both commands",
            jop.display()
        )),
    }
}

/// The lines of a version in one.
fn in_one_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines.join("; ")
}

fn machine_file(state: CacheState) -> String {
    format!("{}.toml", state.name())
}

fn read(file: &Path) -> Result<Profile, String> {
    let bytes = fs::read(file).map_err(|reason| format!("no profile: {}", run::plain(&reason)))?;
    let read = profile_import::read(&bytes);
    read.map(|(profile, _)| profile)
        .map_err(|error| error.to_string())
}

/// Letters of a message that are kept.
const LINE: usize = 200;

fn system(what: &'static str) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::System {
        what,
        reason: error.into(),
    }
}
