//! Runs the jobs of a plan.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::sync::atomic::AtomicBool;

use lookups::Summary;
use rayon::prelude::*;
use run::exit_code::failure;

use crate::error::SweepError;
use crate::job::Job;
use crate::plan::{MemoryPoint, Plan};
use crate::record::{Recorded, Recording, Swept};
use crate::recorded_lookups::RecordedLookups;
use crate::replay::{Replays, memory_of, replay_all, rows};
use crate::rows::JobResult;
use crate::timed::{Obstacle, mark_assumed, obstacle, sweep_timed};
use crate::workload::Workload;

/// Observer of a sweep, which can stop it.
pub struct Environment<'a> {
    /// Stops it soon after it is set.
    pub stop: &'a AtomicBool,
    /// Takes each finished job, one at a time and in no certain order.
    pub finished: &'a mut dyn FnMut(JobResult) -> io::Result<()>,
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
            Workload::Recorded(recorded) => {
                sweep_recorded(plan, recorded, &wanted, environment)?;
            }
        }
    }
    Ok(())
}

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
                    let open = || Ok(recording.lookups()?);
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

fn sweep_recorded(
    plan: &Plan<'_>,
    recorded: &RecordedLookups,
    jobs: &[&Job],
    environment: &mut Environment<'_>,
) -> Result<(), SweepError> {
    let summary = recorded.summary()?;
    let obstacle = obstacle(&summary, None);
    if let Some(Obstacle { reason, sees_time }) = &obstacle
        && !(*sees_time && plan.description.assume_path)
    {
        return Err(SweepError::SeesTime {
            path: recorded.path.clone(),
            reason: reason.clone(),
        });
    }
    let organisations = organisations_of(jobs);
    let open = || recorded.open();
    let replays = replay_all(plan, &organisations, open, environment.stop);
    let replays = replays.map_err(|error| recorded.named(error))?;
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

fn organisations_of(jobs: &[&Job]) -> Vec<usize> {
    let mut organisations: Vec<_> = jobs.iter().map(|job| job.organisation_index).collect();
    organisations.sort_unstable();
    organisations.dedup();
    organisations
}

fn add_status(result: &mut JobResult, recorded: &Recorded) {
    if let Some(status @ 1..) = recorded.status {
        result.notes.push(failure(status));
        result.failed = Some(status);
    }
}
