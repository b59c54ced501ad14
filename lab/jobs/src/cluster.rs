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
mod work;

pub use self::work::{ClusterError, Work};

use self::work::{ROUNDS, Submission};
use std::path::Path;
use std::sync::atomic::AtomicBool;

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

impl Engine {
    /// Runs every job whose part is missing, and returns when all parts are there; `finished` takes the number of those.
    ///
    /// # Errors
    /// See [`ClusterError`]; parts that are there stay.
    pub fn run(
        self,
        work: &Work,
        stop: &AtomicBool,
        finished: &dyn Fn(usize),
    ) -> Result<(), ClusterError> {
        for _ in 0..ROUNDS {
            let missing = work.missing();
            if missing.is_empty() {
                break;
            }
            let lists = work.prepare(&missing)?;
            for (number, (list, length)) in lists.iter().enumerate() {
                let mut submission = self.submit(work, number, list, *length)?;
                work.follow(submission.as_mut(), stop, finished)?;
            }
        }
        let missing = work.missing();
        finished(work.jobs - missing.len());
        match missing.first() {
            Some(&job) => Err(work.failure(job)),
            None => Ok(()),
        }
    }

    fn submit(
        self,
        work: &Work,
        number: usize,
        list: &Path,
        length: usize,
    ) -> Result<Box<dyn Submission>, ClusterError> {
        Ok(match self {
            Engine::Local => Box::new(local::Local::start(work, list, length)),
            Engine::HyperQueue => Box::new(hyperqueue::submit(work, number, list, length)?),
            Engine::Slurm => Box::new(slurm::submit(work, number, list, length)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use std::ffi::OsString;
    use std::sync::atomic::Ordering;

    use super::work::quoted;
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
        Engine::Local.run(&work, &stop, &finished).expect("done");
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
        Engine::Local
            .run(&work_again, &stop, &|_| ())
            .expect("the second time");

        let other = tempfile::tempdir().expect("a folder");
        let fails = work(
            other.path(),
            2,
            "[ $2 = 0 ] && echo part > $4 && exit; echo 'no such thing'; exit 2",
        );
        let error = Engine::Local
            .run(&fails, &stop, &|_| ())
            .expect_err("job 1");
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
        let error = Engine::Local
            .run(&work, &stop, &finished)
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
