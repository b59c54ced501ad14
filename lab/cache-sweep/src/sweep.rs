//! Runs the jobs of a plan.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::invoke_trace::{LoadTime, Summary, TraceError, TraceReader};
use rayon::prelude::*;
use run::exit_code::failure;
use run::{BLOCKED, End};
use sim_core::MachineError;

use crate::plan::{Job, MemoryPoint, Plan, WorkloadDescription};
use crate::record::{Recorded, Recording, Swept};
use crate::replay::{Replayed, replay};
use crate::rows::JobResult;
use crate::timed::{Obstacle, mark_assumed, obstacle, sweep_timed};

/// Subjects of a sweep.
#[derive(Debug)]
pub enum Workload {
    /// A program, to be run on each of these memories.
    Program(Box<Swept>, Vec<MemoryPoint>),
    /// A trace of a program on one memory.
    Trace(PathBuf),
}

/// Reasons why a sweep stops.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// Somebody asked it to.
    #[error("interrupted")]
    Interrupted,
    /// A program that goes on.
    #[error("{program} has not ended after {cycles} cycles; a sweep needs a program that ends")]
    NoEnd {
        /// Its name.
        program: String,
        /// Cycle in which it was stopped.
        cycles: u64,
    },
    /// A program that cannot go on.
    #[error("{0}: {BLOCKED}; a sweep needs a program that ends")]
    Blocked(String),
    /// A trace of a program that sees time.
    #[error("{}: {reason}; give the program instead of its trace, so that the machine can run it, or replay with --assume-path", path.display())]
    SeesTime {
        /// The trace.
        path: PathBuf,
        /// Places where it reads time.
        reason: String,
    },
    /// A trace that cannot be read.
    #[error("{}: {reason}", path.display())]
    Trace {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: TraceError,
    },
    /// A recorded run that cannot be read back.
    #[error("a recorded run cannot be read back: {0}")]
    Recording(#[from] TraceError),
    /// A machine that cannot be built.
    #[error(transparent)]
    Machine(#[from] MachineError),
    /// A file that cannot be written or read.
    #[error("cannot keep a recorded run: {0}")]
    Io(#[from] io::Error),
}

/// Observer of a sweep, which can stop it.
pub struct Environment<'a> {
    /// Stops it soon after it is set.
    pub stop: &'a AtomicBool,
    /// Takes each finished job, one at a time and in no certain order.
    pub finished: &'a mut dyn FnMut(JobResult) -> io::Result<()>,
}

impl SweepError {
    /// The end of the run that stopped the sweep, if it was one.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self {
            Self::Interrupted => Some(End::Interrupted),
            Self::NoEnd { .. } => Some(End::MaxCycles),
            Self::Blocked(_) => Some(End::Blocked),
            _ => None,
        }
    }
}

impl Workload {
    /// Inputs of its rows.
    ///
    /// # Errors
    /// When a trace cannot be read.
    pub fn describe(&self) -> Result<WorkloadDescription, SweepError> {
        match self {
            Self::Program(swept, memories) => {
                let [image, microcode] = swept.fingerprints();
                Ok(WorkloadDescription {
                    program: swept.program.name.clone(),
                    image,
                    microcode,
                    memories: memories.clone(),
                })
            }
            Self::Trace(path) => {
                let header = open(path)?.header().clone();
                Ok(WorkloadDescription {
                    program: header.program,
                    image: header.image,
                    microcode: header.microcode,
                    memories: vec![MemoryPoint::of(&header.machine)],
                })
            }
        }
    }
}

/// Runs those jobs of a plan whose numbers are given; `workloads` are those of its description, in the same order.
///
/// # Errors
/// See [`SweepError`]; jobs that finished before were reported.
pub fn sweep(
    plan: &Plan<'_>,
    workloads: &[Workload],
    jobs: &[usize],
    environment: &mut Environment<'_>,
) -> Result<(), SweepError> {
    let all = plan.jobs();
    for (number, workload) in workloads.iter().enumerate() {
        let wanted = all
            .iter()
            .filter(|job| job.workload == number && jobs.contains(&job.job));
        let wanted: Vec<&Job> = wanted.collect();
        match workload {
            Workload::Program(program, _) => sweep_program(plan, program, &wanted, environment)?,
            Workload::Trace(path) => sweep_trace(plan, path, &wanted, environment)?,
        }
    }
    Ok(())
}

/// Replays of one path, by organisation.
pub(crate) type Replays = BTreeMap<usize, Replayed>;

/// Key of runs that took the same path.
type PathTaken = (u32, u64, u64, u64);

fn path_of(summary: &Summary) -> PathTaken {
    (
        summary.fingerprint,
        summary.lookups,
        summary.runs,
        summary.bytecodes,
    )
}

fn sweep_program(
    plan: &Plan<'_>,
    swept: &Swept,
    jobs: &[&Job],
    environment: &mut Environment<'_>,
) -> Result<(), SweepError> {
    let mut points: Vec<MemoryPoint> = Vec::new();
    for job in jobs {
        let point = memory_of(job);
        if !points.contains(&point) {
            points.push(point);
        }
    }
    let organisations = organisations_of(jobs);
    let mut replays: BTreeMap<PathTaken, Replays> = BTreeMap::new();
    for batch in points.chunks(rayon::current_num_threads()) {
        let stop = environment.stop;
        let recordings: Result<Vec<Recording>, SweepError> = batch
            .par_iter()
            .map(|point| Recording::new(swept, &point.on(&plan.description.machine), stop))
            .collect();
        for (point, recording) in batch.iter().zip(recordings?) {
            let wanted = jobs.iter().filter(|job| memory_of(job) == *point);
            let recorded = recording.recorded.clone();
            let symbols = swept.program.symbols.as_ref();
            if let Some(obstacle) = obstacle(&recorded.summary, symbols) {
                let wanted: Vec<&Job> = wanted.copied().collect();
                for mut result in sweep_timed(plan, swept, &wanted, &recording, &obstacle, stop)? {
                    add_status(&mut result, &recorded);
                    (environment.finished)(result)?;
                }
                continue;
            }
            let path = path_of(&recorded.summary);
            let replayed = match replays.entry(path) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let open = || Ok(recording.trace()?);
                    place.insert(replay_all(plan, &organisations, open, stop)?)
                }
            };
            for job in wanted {
                let mut result = rows(plan, job, replayed, &recorded.summary);
                add_status(&mut result, &recorded);
                (environment.finished)(result)?;
            }
        }
    }
    Ok(())
}

fn sweep_trace(
    plan: &Plan<'_>,
    path: &Path,
    jobs: &[&Job],
    environment: &mut Environment<'_>,
) -> Result<(), SweepError> {
    let summary = read_summary(path)?;
    let obstacle = obstacle(&summary, None);
    if let Some(Obstacle { reason, sees_time }) = &obstacle
        && !(*sees_time && plan.description.assume_path)
    {
        return Err(SweepError::SeesTime {
            path: path.to_owned(),
            reason: reason.clone(),
        });
    }
    let organisations = organisations_of(jobs);
    let replays = replay_all(plan, &organisations, || open_file(path), environment.stop)
        .map_err(|error| in_file(path, error))?;
    for job in jobs {
        let mut result = rows(plan, job, &replays, &summary);
        if let Some(obstacle) = &obstacle {
            let unmeasured = "the error of that can be measured with the program only";
            mark_assumed(&mut result, &obstacle.reason, unmeasured);
        }
        (environment.finished)(result)?;
    }
    Ok(())
}

pub(crate) fn memory_of(job: &Job) -> MemoryPoint {
    MemoryPoint {
        memory: job.memory,
        ram_cnt: job.ram_cnt,
    }
}

fn organisations_of(jobs: &[&Job]) -> Vec<usize> {
    let mut organisations: Vec<_> = jobs.iter().map(|job| job.organisation_index).collect();
    organisations.sort_unstable();
    organisations.dedup();
    organisations
}

/// Replays one trace on all shapes of some organisations.
pub(crate) fn replay_all<R: io::Read>(
    plan: &Plan<'_>,
    organisations: &[usize],
    open: impl Fn() -> Result<R, SweepError> + Sync,
    stop: &AtomicBool,
) -> Result<Replays, SweepError> {
    organisations
        .par_iter()
        .map(|&index| {
            let (_, shapes) = &plan.description.organisations[index];
            let found = replay(open()?, plan.organisations[index], shapes, stop)?;
            Ok((index, found))
        })
        .collect()
}

pub(crate) fn rows(plan: &Plan<'_>, job: &Job, replays: &Replays, summary: &Summary) -> JobResult {
    let index = job.organisation_index;
    let (_, shapes) = &plan.description.organisations[index];
    let time = LoadTime::of(&memory_of(job).on(&plan.description.machine));
    replays[&index].rows(job, plan.organisations[index], shapes, summary, time)
}

fn add_status(result: &mut JobResult, recorded: &Recorded) {
    if let Some(status @ 1..) = recorded.status {
        result.notes.push(failure(status));
        result.failed = Some(status);
    }
}

fn open_file(path: &Path) -> Result<BufReader<File>, SweepError> {
    let file = File::open(path).map_err(|reason| SweepError::Trace {
        path: path.to_owned(),
        reason: TraceError::Read(reason),
    })?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

fn open(path: &Path) -> Result<TraceReader<BufReader<File>>, SweepError> {
    TraceReader::new(open_file(path)?).map_err(|reason| SweepError::Trace {
        path: path.to_owned(),
        reason,
    })
}

fn read_summary(path: &Path) -> Result<Summary, SweepError> {
    let mut trace = open(path)?;
    let failed = |reason| SweepError::Trace {
        path: path.to_owned(),
        reason,
    };
    while trace.next_block().map_err(failed)?.is_some() {}
    Ok(trace.summary().cloned().unwrap_or_default())
}

fn in_file(path: &Path, error: SweepError) -> SweepError {
    match error {
        SweepError::Recording(reason) => SweepError::Trace {
            path: path.to_owned(),
            reason,
        },
        other => other,
    }
}
