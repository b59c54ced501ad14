//! A sweep divided into jobs.

use jobs::{Divided, PartError};

use crate::job::Job;
use crate::plan::{Description, jobs_of};
use crate::rows::{JobResult, SweepRow};

/// Finished jobs of one sweep.
pub type Parts = jobs::Parts<Description>;

impl Divided for Description {
    type Result = JobResult;
    const FORM: &'static str = "sweep";
    const WORDS: &'static str = "jop explore --caches";
    const NOUN: &'static str = "a sweep";

    fn count(&self) -> usize {
        jobs_of(self).len()
    }

    fn job_of(result: &JobResult) -> usize {
        result.job
    }

    fn checker(&self) -> impl Fn(&JobResult) -> bool {
        let jobs = jobs_of(self);
        move |result| {
            let job = jobs.get(result.job);
            job.is_some_and(|job| result.rows.iter().all(|row| belongs(row, job)))
        }
    }
}

/// All rows, once every job is finished.
///
/// # Errors
/// When jobs are missing.
pub fn rows_of(parts: &Parts) -> Result<Vec<SweepRow>, PartError> {
    let results = parts.complete()?;
    Ok(results.flat_map(|result| &result.rows).cloned().collect())
}

fn belongs(row: &SweepRow, job: &Job) -> bool {
    row.program == job.program
        && (row.memory, row.ram_cnt) == (job.memory, job.ram_cnt)
        && row.organisation == job.organisation
}
