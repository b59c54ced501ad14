//! Finished jobs as lines of JSON: the journal of a sweep, the part of one computer of a cluster, and
//! the joined parts.
//!
//! The first line identifies the sweep, each other line is a finished job. Parts of the same sweep have the same
//! first line.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Deserialize, Serialize};

use crate::plan::{Description, Job, jobs_of};
use crate::rows::{JobResult, SweepRow};

/// Version of the form.
const FORMAT: &str = "jop-sweep-1";

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    sweep: Description,
}

/// Lines that are no part of this sweep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The file is something else.
    #[error("no part of a sweep: its first line does not name the form `{FORMAT}`")]
    NoPart,
    /// A line that is no job of the sweep.
    #[error("line {0} is no finished job of this sweep; the file is damaged")]
    Line(usize),
    /// Another sweep.
    #[error("a part of another sweep: programs, inputs, machine, memories or shapes differ")]
    OtherSweep,
    /// Two results of one job.
    #[error("job {0} is there twice with different results")]
    Differ(usize),
    /// Jobs that no part has.
    #[error(
        "{missing} of {all} jobs are missing, the first is job {first}; run it with `jop sweep ... --job {first}`"
    )]
    Missing {
        /// Number of missing jobs.
        missing: usize,
        /// Of how many.
        all: usize,
        /// The first one.
        first: usize,
    },
}

/// The first line.
#[must_use]
pub fn render_head(description: &Description) -> String {
    line(&Head {
        format: FORMAT.to_owned(),
        sweep: description.clone(),
    })
}

/// The line of a finished job.
#[must_use]
pub fn render_job(result: &JobResult) -> String {
    line(result)
}

fn line(value: &impl Serialize) -> String {
    // Names and numbers always serialise.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Finished jobs of one sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// The sweep.
    pub description: Description,
    /// Its finished jobs, by number.
    pub results: BTreeMap<usize, JobResult>,
}

impl Parts {
    /// No job of a sweep.
    #[must_use]
    pub fn new(description: Description) -> Self {
        Self {
            description,
            results: BTreeMap::new(),
        }
    }

    /// Reads a file of lines. With `journal`, an unfinished last line, as an interrupt leaves it, is no error.
    ///
    /// # Errors
    /// When it is no part, or one that is damaged.
    pub fn parse(text: &[u8], journal: bool) -> Result<Self, PartError> {
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
        let head = lines.next().map_or(&[][..], |(_, line)| line);
        let head: Head = serde_json::from_slice(head).map_err(|_| PartError::NoPart)?;
        if head.format != FORMAT {
            return Err(PartError::NoPart);
        }
        let mut parts = Self::new(head.sweep);
        let jobs = parts.jobs();
        for (index, line) in lines {
            if journal && !line.ends_with(b"\n") {
                break;
            }
            let result: JobResult =
                serde_json::from_slice(line).map_err(|_| PartError::Line(index + 1))?;
            let job = jobs.get(result.job).ok_or(PartError::Line(index + 1))?;
            if !result.rows.iter().all(|row| belongs(row, job)) {
                return Err(PartError::Line(index + 1));
            }
            parts.add(result)?;
        }
        Ok(parts)
    }

    /// Adds a finished job.
    ///
    /// # Errors
    /// When it is there with another result.
    pub fn add(&mut self, result: JobResult) -> Result<(), PartError> {
        match self.results.entry(result.job) {
            Entry::Vacant(place) => {
                place.insert(result);
                Ok(())
            }
            Entry::Occupied(known) if *known.get() == result => Ok(()),
            Entry::Occupied(known) => Err(PartError::Differ(*known.key())),
        }
    }

    /// Adds the jobs of another part.
    ///
    /// # Errors
    /// When it is of another sweep, or has another result for a job.
    pub fn join(&mut self, other: Self) -> Result<(), PartError> {
        if other.description != self.description {
            return Err(PartError::OtherSweep);
        }
        other
            .results
            .into_values()
            .try_for_each(|result| self.add(result))
    }

    /// All jobs of the sweep.
    #[must_use]
    pub fn jobs(&self) -> Vec<Job> {
        jobs_of(&self.description)
    }

    /// Numbers of the jobs that are not finished.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        let jobs = self.jobs().len();
        (0..jobs)
            .filter(|job| !self.results.contains_key(job))
            .collect()
    }

    /// All rows, once every job is finished.
    ///
    /// # Errors
    /// When jobs are missing.
    pub fn rows(&self) -> Result<Vec<SweepRow>, PartError> {
        let missing = self.missing();
        if let Some(&first) = missing.first() {
            return Err(PartError::Missing {
                missing: missing.len(),
                all: self.jobs().len(),
                first,
            });
        }
        let rows = self.results.values().flat_map(|result| &result.rows);
        Ok(rows.cloned().collect())
    }
}

fn belongs(row: &SweepRow, job: &Job) -> bool {
    row.program == job.program
        && (row.memory, row.ram_cnt) == (job.memory, job.ram_cnt)
        && row.organisation == job.organisation
}
