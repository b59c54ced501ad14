//! `--cluster`: the jobs of a command as processes of this computer or of a cluster, with `--job` and `--merge` underneath.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use jobs::cluster::{Engine, Work};
use jobs::{Divided, PartError, Parts};
use run::Fingerprint;

use crate::host::journal;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::progress::ProgressBar;

/// The options of commands whose work can be divided.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Cluster")]
pub(crate) struct ClusterArguments {
    /// Run the jobs as processes of this computer, or as an array of HyperQueue or Slurm; after an interruption the
    /// same command resumes
    #[arg(long, value_enum, value_name = "ENGINE", conflicts_with_all = ["list_jobs", "job", "merge"])]
    cluster: Option<ClusterChoice>,
    /// Tasks that run at once. Default: the cores of this computer; on HyperQueue and Slurm as many as they allow
    #[arg(short = 'n', long, value_name = "N", requires = "cluster", value_parser = clap::value_parser!(u16).range(1..))]
    tasks: Option<u16>,
    /// Folder of parts and logs, to which every computer needs access. Default: one in the current folder, removed at
    /// the end
    #[arg(long, value_name = "FOLDER", requires = "cluster")]
    cluster_dir: Option<PathBuf>,
}

/// Values of `--cluster`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ClusterChoice {
    /// Processes of this computer
    Local,
    /// HyperQueue; its server must be running
    Hq,
    /// Slurm
    Slurm,
}

/// Options of a command that are not for its jobs, with whether a value follows.
pub(crate) type NotForJobs = &'static [(&'static str, bool)];

/// Those that every command has.
const COMMON: NotForJobs = &[
    ("--cluster", true),
    ("--tasks", true),
    ("-n", true),
    ("--cluster-dir", true),
    ("--host-threads", true),
    ("--output", true),
    ("-o", true),
    ("--format", true),
    ("--page", true),
    ("--quiet", false),
    ("-q", false),
];

impl ClusterArguments {
    /// Returns true if the work goes to a cluster.
    pub(crate) fn is_given(&self) -> bool {
        self.cluster.is_some()
    }

    /// Runs every job of `description`; `others` are the command's options that its jobs do not get.
    pub(crate) fn run<D: Divided>(
        &self,
        description: &D,
        others: NotForJobs,
        bar: &ProgressBar,
        stop: &AtomicBool,
        console: Console,
    ) -> Result<Parts<D>, Error> {
        let cluster = match self.cluster {
            Some(ClusterChoice::Hq) => Engine::HyperQueue,
            Some(ClusterChoice::Slurm) => Engine::Slurm,
            Some(ClusterChoice::Local) | None => Engine::Local,
        };
        let (command, tail) = task_command(std::env::args_os().skip(1), others)?;
        let folder = self.folder::<D>(&[command.as_slice(), &tail].concat())?;
        let work = Work {
            command,
            tail,
            jobs: description.count(),
            folder: folder.clone(),
            at_once: self.tasks.map(usize::from),
        };
        refuse_parts_of_others(&work, description)?;
        let done = cluster.run(&work, stop, &|finished| bar.set_position(finished as u64));
        bar.finish_and_clear();
        if let Err(error) = done {
            console.note(&format!(
                "jop: what is finished is in {}; the same command goes on from there",
                folder.display()
            ));
            return Err(error.into());
        }
        let parts: Vec<PathBuf> = (0..work.jobs).map(|job| work.part(job)).collect();
        let parts: Parts<D> = journal::merge(&parts)?;
        if self.cluster_dir.is_none() {
            std::fs::remove_dir_all(&folder).map_err(|reason| failed(&folder, reason))?;
        }
        Ok(parts)
    }

    /// The folder, as a path that other computers have, too.
    fn folder<D: Divided>(&self, command: &[OsString]) -> Result<PathBuf, Error> {
        let folder = self.cluster_dir.clone().unwrap_or_else(|| {
            let words: Vec<u32> = command
                .iter()
                .flat_map(|word| word.as_encoded_bytes().iter().chain(&[0]))
                .map(|byte| u32::from(*byte))
                .collect();
            PathBuf::from(format!(
                "jop-{}-{}",
                D::FORM,
                Fingerprint::of_image(&words).short()
            ))
        });
        std::fs::create_dir_all(&folder).map_err(|reason| failed(&folder, reason))?;
        folder
            .canonicalize()
            .map_err(|reason| failed(&folder, reason))
    }
}

/// The command of a job, on one thread: this program with the arguments that the jobs get, and those of what it runs.
fn task_command(
    given: impl Iterator<Item = OsString>,
    others: NotForJobs,
) -> Result<(Vec<OsString>, Vec<OsString>), Error> {
    let own = std::env::current_exe().map_err(|reason| Error::System {
        what: "find this program",
        reason: reason.into(),
    })?;
    let mut command = vec![own.into_os_string()];
    let (kept, program) = without(given, others);
    command.extend(kept);
    command.extend(["--host-threads", "1", "--quiet"].map(OsString::from));
    let mut tail = Vec::new();
    if !program.is_empty() {
        tail.push(OsString::from("--"));
        tail.extend(program);
    }
    Ok((command, tail))
}

/// Arguments without some options, and those that follow `--`.
fn without(
    given: impl Iterator<Item = OsString>,
    others: NotForJobs,
) -> (Vec<OsString>, Vec<OsString>) {
    let mut kept = Vec::new();
    let mut given = given;
    while let Some(word) = given.next() {
        if word == "--" {
            return (kept, given.collect());
        }
        let option = |(name, takes): &&(&str, bool)| -> Option<bool> {
            let text = word.to_string_lossy();
            if text == *name {
                return Some(*takes);
            }
            let is_long = name.starts_with("--");
            let joined = if is_long {
                text.strip_prefix(name)?.starts_with('=')
            } else {
                *takes && text.starts_with(name)
            };
            joined.then_some(false)
        };
        match COMMON.iter().chain(others).find_map(|it| option(&it)) {
            Some(true) => {
                given.next();
            }
            Some(false) => {}
            None => kept.push(word),
        }
    }
    (kept, Vec::new())
}

/// An error if the folder has a part of other work.
fn refuse_parts_of_others<D: Divided>(work: &Work, description: &D) -> Result<(), Error> {
    for job in 0..work.jobs {
        let part = work.part(job);
        if !part.exists() {
            continue;
        }
        let read: Parts<D> = journal::merge(std::slice::from_ref(&part))?;
        if read.description != *description {
            return Err(Error::at(part.display())(PartError::other(
                description,
                &read.description,
            )));
        }
    }
    Ok(())
}

fn failed(path: &Path, reason: std::io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn jobs_get_what_describes_the_work_and_nothing_of_its_result() {
        let given = words(
            "sweep --program lift --size 1K..4K -o rows.csv --cluster hq -n 3 --verify=4 --pareto --format=csv -n2 -oa.csv --journal j x",
        );
        let others: NotForJobs = &[("--verify", true), ("--pareto", false), ("--journal", true)];
        let (kept, program) = without(given.into_iter(), others);
        assert_eq!(kept, words("sweep --program lift --size 1K..4K x"));
        assert!(program.is_empty());
    }

    #[test]
    fn what_follows_two_dashes_is_the_programs() {
        let (kept, program) = without(words("sweep app.jop -- -o 3").into_iter(), &[]);
        assert_eq!(kept, words("sweep app.jop"));
        assert_eq!(program, words("-o 3"));
    }
}
