//! Commands of users, within limits: they are ended with all that they have started when their time is over, when they print
//! too much, and at Ctrl-C.
//!
//! Each has a folder for its files, which goes with it. On Unix each is a process group of its own, so that what it has started
//! ends with it; elsewhere the command alone is ended.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks at a command.
const LOOK: Duration = Duration::from_millis(5);

/// Folders of commands, and the command that runs in each.
static RUNNING: Mutex<BTreeMap<PathBuf, Option<Child>>> = Mutex::new(BTreeMap::new());

/// What a command may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Most {
    /// Time until it has to have ended.
    pub(crate) time: Duration,
    /// Bytes on each of its outputs.
    pub(crate) output: u64,
}

/// End of a command.
#[derive(Debug)]
pub(crate) enum Ending {
    /// By itself.
    Ended(ExitStatus),
    /// Its time was over.
    TooLong,
    /// It printed too much.
    TooMuch,
}

/// A folder for the files of one command.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Makes a folder.
    pub(crate) fn new() -> io::Result<Self> {
        let mut running = running();
        let folder = tempfile::Builder::new().prefix("jop-check-").tempdir()?;
        // From here on this type removes it; the command starts elsewhere.
        let path = std::path::absolute(folder.keep())?;
        running.insert(path.clone(), None);
        Ok(Self { path })
    }

    /// Its path, from the root.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a command without input to its end, or to its limits. Its outputs are the files `stdout` and `stderr`.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub(crate) fn run(&self, command: &mut Command, most: Most) -> io::Result<Ending> {
        let outputs = ["stdout", "stderr"].map(|name| self.path.join(name));
        command
            .stdin(Stdio::null())
            .stdout(File::create(&outputs[0])?)
            .stderr(File::create(&outputs[1])?);
        group::lead(command);
        self.start(command)?;
        let start = Instant::now();
        loop {
            // First, as a command that has ended may have printed too much.
            let ended = self.look(Child::try_wait)?;
            let is_long =
                |path: &PathBuf| fs::metadata(path).is_ok_and(|it| it.len() > most.output);
            let ending = if outputs.iter().any(is_long) {
                Ending::TooMuch
            } else if let Some(status) = ended {
                return Ok(Ending::Ended(status));
            } else if start.elapsed() >= most.time {
                Ending::TooLong
            } else {
                std::thread::sleep(LOOK);
                continue;
            };
            self.look(|child| {
                end(child);
                child.wait()
            })?;
            return Ok(ending);
        }
    }

    fn start(&self, command: &mut Command) -> io::Result<()> {
        // No Ctrl-C comes between the start and the entry.
        let mut running = running();
        let child = command.spawn()?;
        running.insert(self.path.clone(), Some(child));
        Ok(())
    }

    fn look<T>(&self, at: impl FnOnce(&mut Child) -> io::Result<T>) -> io::Result<T> {
        match running().get_mut(&self.path) {
            Some(Some(child)) => at(child),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        running().remove(&self.path);
        // What stays behind in the system's folder harms nobody.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Ends all commands, and removes their folders: for a process that ends now. No other one starts.
pub(crate) fn end_all() {
    let mut running = running();
    for child in running.values_mut().flatten() {
        end(child);
        let _ = child.wait();
    }
    for path in running.keys() {
        let _ = fs::remove_dir_all(path);
    }
    // Never unlocked: whoever would start another one waits for the end of the process.
    std::mem::forget(running);
}

fn running() -> MutexGuard<'static, BTreeMap<PathBuf, Option<Child>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills a command and its group; one that has been waited for is left alone, as its number may be another's.
fn end(child: &mut Child) {
    if matches!(child.try_wait(), Ok(None)) {
        group::kill(child);
    }
}

#[cfg(unix)]
mod group {
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn kill(child: &Child) {
        if let Ok(group) = i32::try_from(child.id()) {
            // It may have ended just now.
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
    }
}

#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn kill(child: &mut Child) {
        // It may have ended just now.
        let _ = child.kill();
    }
}
