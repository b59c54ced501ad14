//! Work for a cluster's engine.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Times that a job is given to the engine until it counts as failed.
pub(super) const ROUNDS: usize = 3;

/// Tasks of one submission at most; Slurm takes 1,000 by default.
pub(super) const LONGEST_ARRAY: usize = 1000;

/// Time between two looks at the parts.
pub(super) const PAUSE: Duration = Duration::from_millis(200);

/// Work for a cluster.
#[derive(Debug, Clone)]
pub struct Work {
    /// Program and arguments, to which `--job N -o FILE` is added.
    pub command: Vec<OsString>,
    /// Arguments that follow those.
    pub tail: Vec<OsString>,
    /// Its jobs are 0 to `jobs` - 1.
    pub jobs: usize,
    /// Folder of parts, lists and logs.
    pub folder: PathBuf,
    /// Processes at a time on this computer; on a cluster tasks that may run at once, if limited.
    pub at_once: Option<usize>,
}

/// A cluster that did not do the work.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The engine's program is missing.
    #[error("--cluster {engine}: `{program}` is not installed: {remedy}")]
    NoEngine {
        /// The engine, as the option has it.
        engine: &'static str,
        /// Its program.
        program: &'static str,
        /// Where it comes from.
        remedy: &'static str,
    },
    /// The engine refuses.
    #[error("--cluster {engine}: {what} failed: {message}")]
    Refused {
        /// The engine, as the option has it.
        engine: &'static str,
        /// The request.
        what: &'static str,
        /// Its last words.
        message: String,
    },
    /// A job that failed in every round.
    #[error("job {job} failed {ROUNDS} times: {message} (its output is in {})", log.display())]
    Failed {
        /// Its number.
        job: usize,
        /// Its last words.
        message: String,
        /// All of its words.
        log: PathBuf,
    },
    /// Somebody stopped it.
    #[error("interrupted")]
    Interrupted,
    /// A file of the folder.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
}

/// Tasks under way.
pub(super) trait Submission {
    /// Returns false when all tasks have ended, well or not.
    fn is_running(&mut self) -> Result<bool, ClusterError>;

    /// Ends them.
    fn cancel(&mut self);
}

impl Work {
    /// File of a job's part.
    #[must_use]
    pub fn part(&self, job: usize) -> PathBuf {
        self.folder.join(format!("part-{job}.jsonl"))
    }

    /// Jobs without a part.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        (0..self.jobs)
            .filter(|job| !self.part(*job).exists())
            .collect()
    }

    pub(super) fn follow(
        &self,
        submission: &mut dyn Submission,
        stop: &AtomicBool,
        finished: &dyn Fn(usize),
    ) -> Result<(), ClusterError> {
        loop {
            let is_running = submission.is_running()?;
            finished(self.jobs - self.missing().len());
            if !is_running {
                return Ok(());
            }
            if stop.load(Ordering::Relaxed) {
                submission.cancel();
                return Err(ClusterError::Interrupted);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Writes the script of a task, and the lists of these jobs with their lengths.
    pub(super) fn prepare(&self, jobs: &[usize]) -> Result<Vec<(PathBuf, usize)>, ClusterError> {
        let logs = self.folder.join("log");
        std::fs::create_dir_all(&logs).map_err(in_file(&logs))?;
        write(&self.script(), &self.task())?;
        let lists = jobs.chunks(LONGEST_ARRAY).enumerate();
        lists
            .map(|(number, jobs)| {
                let list = self.folder.join(format!("jobs-{number}.txt"));
                let lines: String = jobs.iter().map(|job| format!("{job}\n")).collect();
                write(&list, &lines)?;
                Ok((list, jobs.len()))
            })
            .collect()
    }

    pub(super) fn script(&self) -> PathBuf {
        self.folder.join("task.sh")
    }

    /// The script: `task.sh LIST LINE`.
    pub(super) fn task(&self) -> String {
        let words =
            |words: &[OsString]| -> Vec<String> { words.iter().map(|word| quoted(word)).collect() };
        let (command, tail) = (words(&self.command), words(&self.tail));
        let folder = quoted(self.folder.as_os_str());
        format!(
            "#!/bin/sh\n\
             # Runs one job: its number is in line $2 of the file $1, lines counted from 1.\n\
             job=$(sed -n \"$2p\" \"$1\")\n\
             [ -n \"$job\" ] || exit 2\n\
             # A task that is given again after its part was complete has nothing to do.\n\
             [ -e {folder}/part-$job.jsonl ] && exit 0\n\
             exec {} --job \"$job\" -o {folder}/part-$job.jsonl {} >{folder}/log/$job.txt 2>&1\n",
            command.join(" "),
            tail.join(" ")
        )
    }

    pub(super) fn failure(&self, job: usize) -> ClusterError {
        let log = self.folder.join("log").join(format!("{job}.txt"));
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        let last = text.lines().rev().find(|line| !line.trim().is_empty());
        ClusterError::Failed {
            job,
            message: last.unwrap_or("it left no message").trim().to_owned(),
            log,
        }
    }
}

/// A word for the shell.
pub(super) fn quoted(word: &std::ffi::OsStr) -> String {
    format!("'{}'", word.to_string_lossy().replace('\'', "'\\''"))
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), ClusterError> {
    std::fs::write(path, text).map_err(in_file(path))
}

pub(super) fn in_file(path: &Path) -> impl FnOnce(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |reason| ClusterError::File { path, reason }
}

/// Output of an engine's command; `what` is the request in a sentence, `reason` finds out why it was refused in what was said.
pub(super) fn ask(
    engine: &'static str,
    what: &'static str,
    remedy: &'static str,
    program: &'static str,
    reason: fn(&Output) -> String,
    command: &mut Command,
) -> Result<String, ClusterError> {
    let refused = |message: String| ClusterError::Refused {
        engine,
        what,
        message,
    };
    match command.output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Ok(output) => Err(refused(reason(&output))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(ClusterError::NoEngine {
            engine,
            program,
            remedy,
        }),
        Err(error) => Err(refused(error.to_string())),
    }
}

/// The last line that a program has printed.
pub(super) fn last_line(output: &Output) -> String {
    let said = match output.stderr.is_empty() {
        true => &output.stdout,
        false => &output.stderr,
    };
    let text = String::from_utf8_lossy(said);
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    last.unwrap_or("no message").trim().to_owned()
}
