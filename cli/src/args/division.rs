//! Options of commands whose jobs can run apart: their list, one of them, and the joining.

use std::path::PathBuf;

use jobs::{Divided, PartError, Parts, render_head, render_job};
use serde::Serialize;

use crate::host::journal;
use crate::output::errors::Error;
use crate::output::{atomic_file, stdout};

/// Options that divide the work.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Work")]
pub(crate) struct DivisionArguments {
    /// List the jobs, one line of JSON each
    #[arg(long, conflicts_with_all = ["job", "merge", "page"])]
    pub(crate) list_jobs: bool,
    /// Run one job of the list, and print its part for --merge
    #[arg(long, value_name = "N", conflicts_with_all = ["merge", "page"])]
    pub(crate) job: Option<usize>,
    /// Join the parts of all jobs; give the other options as for the jobs
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub(crate) merge: Vec<PathBuf>,
    /// Use so many threads of the host, by default all; the result does not depend on it
    #[arg(long, value_name = "N", alias = "threads", value_parser = clap::value_parser!(u16).range(1..=1024))]
    host_threads: Option<u16>,
}

impl DivisionArguments {
    /// Returns true if parts or their list are printed instead of a result.
    pub(crate) fn prints_parts(&self) -> bool {
        self.list_jobs || self.job.is_some()
    }

    /// Runs on the threads that are given.
    pub(crate) fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Error> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.host_threads.unwrap_or(0).into())
            .build();
        let pool = pool.map_err(|reason| Error::System {
            what: "start threads",
            reason: reason.into(),
        })?;
        Ok(pool.install(work))
    }

    /// Prints the list of jobs, if that is asked for.
    pub(crate) fn list<J: Serialize>(
        &self,
        file: Option<&PathBuf>,
        jobs: impl Iterator<Item = J>,
    ) -> Result<bool, Error> {
        if !self.list_jobs {
            return Ok(false);
        }
        let lines: Result<String, Error> = jobs.map(|job| journal::line(&job)).collect();
        write(file, &lines?)?;
        Ok(true)
    }

    /// Checks the number of the job that is asked for.
    pub(crate) fn check<D: Divided>(&self, description: &D) -> Result<(), Error> {
        match self.job.filter(|job| *job >= description.count()) {
            Some(job) => Err(Error::Input(format!(
                "there is no job {job}: there are {}, counted from 0",
                description.count()
            ))),
            None => Ok(()),
        }
    }

    /// Prints the part of a job.
    pub(crate) fn part<D: Divided>(
        &self,
        file: Option<&PathBuf>,
        description: &D,
        result: &D::Result,
    ) -> Result<(), Error> {
        write(file, &(render_head(description) + &render_job(result)))
    }

    /// The joined results, if joining is asked for.
    pub(crate) fn merged<D: Divided>(
        &self,
        description: &D,
    ) -> Result<Option<Vec<D::Result>>, Error> {
        let Some(first) = self.merge.first() else {
            return Ok(None);
        };
        let parts: Parts<D> = journal::merge(&self.merge)?;
        if parts.description != *description {
            return Err(Error::at(first.display())(PartError::other(
                description,
                &parts.description,
            )));
        }
        journal::complete(&parts, first).map(Some)
    }
}

fn write(file: Option<&PathBuf>, text: &str) -> Result<(), Error> {
    match file {
        Some(file) => atomic_file::write(file, text.as_bytes()),
        None => stdout::print(text),
    }
}
