//! Runs the jobs of a command as processes: on this computer, or through an engine for clusters that is installed.
//!
//! ```text
//!   missing parts --> lists of at most LONGEST_ARRAY jobs --> Engine::submit --> tasks --> part-N.jsonl
//!         ^                                                                                    |
//!         +------------------ a task that failed is given again, up to ROUNDS times -----------+
//! ```
//!
//! A task is `task.sh LIST LINE`: it takes the number of its job from a line of a list and runs the command with `--job`. Parts
//! appear under their names when they are complete. So whatever happens to tasks, workers or to this process, the parts that are
//! there count, and the same command goes on from them. The folder has to be one that every computer of the cluster sees, and
//! `jop` has to be there under the same path.

mod hyperqueue;
mod local;
mod slurm;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Times that a job is given to the engine until it counts as failed.
const ROUNDS: usize = 3;
/// Tasks of one submission at most; Slurm takes 1,000 by default.
const LONGEST_ARRAY: usize = 1000;
/// Time between two looks at the parts.
const PAUSE: Duration = Duration::from_millis(200);

/// Engines that run tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// Processes of this computer.
    Local,
    /// HyperQueue: `hq submit` to the server that runs.
    HyperQueue,
    /// Slurm: `sbatch`.
    Slurm,
}

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
trait Submission {
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

    /// Runs every job whose part is missing, and returns when all parts are there; `finished` takes the number of those.
    ///
    /// # Errors
    /// See [`ClusterError`]; parts that are there stay.
    pub fn run(
        &self,
        engine: Engine,
        stop: &AtomicBool,
        finished: &dyn Fn(usize),
    ) -> Result<(), ClusterError> {
        for _ in 0..ROUNDS {
            let missing = self.missing();
            if missing.is_empty() {
                break;
            }
            let lists = self.prepare(&missing)?;
            for (number, (list, length)) in lists.iter().enumerate() {
                let mut submission = self.submit(engine, number, list, *length)?;
                self.follow(submission.as_mut(), stop, finished)?;
            }
        }
        let missing = self.missing();
        finished(self.jobs - missing.len());
        match missing.first() {
            Some(&job) => Err(self.failure(job)),
            None => Ok(()),
        }
    }

    fn submit(
        &self,
        engine: Engine,
        number: usize,
        list: &Path,
        length: usize,
    ) -> Result<Box<dyn Submission>, ClusterError> {
        Ok(match engine {
            Engine::Local => Box::new(local::Local::start(self, list, length)),
            Engine::HyperQueue => Box::new(hyperqueue::submit(self, number, list, length)?),
            Engine::Slurm => Box::new(slurm::submit(self, number, list, length)?),
        })
    }

    fn follow(
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
    fn prepare(&self, jobs: &[usize]) -> Result<Vec<(PathBuf, usize)>, ClusterError> {
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

    fn script(&self) -> PathBuf {
        self.folder.join("task.sh")
    }

    /// The script: `task.sh LIST LINE`.
    fn task(&self) -> String {
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

    fn failure(&self, job: usize) -> ClusterError {
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
fn quoted(word: &std::ffi::OsStr) -> String {
    format!("'{}'", word.to_string_lossy().replace('\'', "'\\''"))
}

fn write(path: &Path, text: &str) -> Result<(), ClusterError> {
    std::fs::write(path, text).map_err(in_file(path))
}

fn in_file(path: &Path) -> impl FnOnce(io::Error) -> ClusterError {
    let path = path.to_owned();
    move |reason| ClusterError::File { path, reason }
}

/// Output of an engine's command; `what` is the request in a sentence, `reason` finds out why it was refused in what was said.
fn ask(
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
fn last_line(output: &Output) -> String {
    let said = match output.stderr.is_empty() {
        true => &output.stdout,
        false => &output.stderr,
    };
    let text = String::from_utf8_lossy(said);
    let last = text.lines().rev().find(|line| !line.trim().is_empty());
    last.unwrap_or("no message").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    /// Work whose jobs write their number with a shell.
    fn work(folder: &Path, jobs: usize, script: &str) -> Work {
        Work {
            command: ["sh", "-c", script, "sh"].map(OsString::from).to_vec(),
            tail: Vec::new(),
            jobs,
            folder: folder.to_owned(),
            at_once: Some(3),
        }
    }

    /// `$2` is the number, `$4` the file.
    const WRITE: &str = "echo part $2 > $4";

    fn part(work: &Work, job: usize) -> String {
        std::fs::read_to_string(work.part(job)).expect("a part")
    }

    #[test]
    fn every_job_runs_once_and_parts_that_are_there_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let work = work(folder.path(), 7, WRITE);
        std::fs::write(work.part(4), "of before\n").expect("a part");
        let most = AtomicUsize::new(0);
        let finished = |count| {
            most.fetch_max(count, Ordering::Relaxed);
        };
        let stop = AtomicBool::new(false);
        work.run(Engine::Local, &stop, &finished).expect("done");
        assert_eq!(most.into_inner(), 7);
        for job in 0..7 {
            let expected = if job == 4 {
                "of before\n".to_owned()
            } else {
                format!("part {job}\n")
            };
            assert_eq!(part(&work, job), expected);
        }
    }

    #[test]
    fn a_job_that_fails_is_given_again_and_then_named_with_its_last_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let again = "[ -e $4.tried ] && echo part $2 > $4; touch $4.tried; [ -e $4 ]";
        let work_again = work(folder.path(), 2, again);
        let stop = AtomicBool::new(false);
        work_again
            .run(Engine::Local, &stop, &|_| ())
            .expect("the second time");

        let other = tempfile::tempdir().expect("a folder");
        let fails = work(
            other.path(),
            2,
            "[ $2 = 0 ] && echo part > $4 && exit; echo 'no such thing'; exit 2",
        );
        let error = fails.run(Engine::Local, &stop, &|_| ()).expect_err("job 1");
        assert!(
            error
                .to_string()
                .starts_with("job 1 failed 3 times: no such thing"),
            "{error}"
        );
        assert_eq!(part(&fails, 0), "part\n");
    }

    #[test]
    fn a_stop_leaves_what_is_finished() {
        let folder = tempfile::tempdir().expect("a folder");
        let work = work(folder.path(), 2, "[ $2 = 0 ] && echo part > $4 || sleep 30");
        let stop = AtomicBool::new(false);
        let finished = |count| stop.store(count > 0, Ordering::Relaxed);
        let error = work
            .run(Engine::Local, &stop, &finished)
            .expect_err("stopped");
        assert!(matches!(error, ClusterError::Interrupted));
        assert_eq!(work.missing(), [1]);
    }

    #[test]
    fn words_reach_the_command_as_they_are() {
        assert_eq!(
            quoted(std::ffi::OsStr::new("it's a \"b c\"")),
            "'it'\\''s a \"b c\"'"
        );
    }
}
