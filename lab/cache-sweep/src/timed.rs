//! Programs whose path depends on time: the machine runs each configuration that it can have. For others, or where that is
//! asked for, the path is assumed to stay as it was recorded; the machine measures the error of that on the hardware's caches.

use std::sync::atomic::AtomicBool;

use jopizer::Symbols;
use method_cache::Geometry;
use method_cache::replay::{Fifo, Organisation, Shape};
use rayon::prelude::*;

use crate::error::SweepError;
use crate::job::Job;
use crate::plan::Plan;
use crate::record::{Recording, Swept};
use crate::replay::{fits, memory_of, replay, replay_all, rows};
use crate::rows::{JobResult, Path};
use crate::verify::{kind_of, machine_with, run_on_machine, run_row};
use lookups::{LoadTime, Summary};

/// Configurations at most that the error of an assumed path is measured on.
const MOST_MEASURED: usize = 8;

/// Why a run does not determine other caches.
pub(crate) struct Obstacle {
    /// In words.
    pub(crate) reason: String,
    /// Only the program sees time: its path can be assumed. Of microcode that waits in other ways nothing can be.
    pub(crate) sees_time: bool,
}

/// Why the path of a recorded run may depend on cycles, in words; none if it does not.
#[must_use]
pub fn time_dependence(summary: &Summary, symbols: Option<&Symbols>) -> Option<String> {
    obstacle(summary, symbols).map(|obstacle| obstacle.reason)
}

/// What keeps a run from determining other caches, if anything.
pub(crate) fn obstacle(summary: &Summary, symbols: Option<&Symbols>) -> Option<Obstacle> {
    let time_use = summary.first_time_use.as_ref().map(|first| {
        let phase = if first.in_main { "" } else { " before main" };
        let times = match summary.time_uses {
            1 => String::new(),
            more => format!(", and {} more times", more - 1),
        };
        format!(
            "the program {}{phase} in {} (cycle {}){times}",
            first.cause,
            first.place(symbols),
            first.cycle
        )
    });
    let waits = (summary.unexplained > 0).then(|| {
        format!(
            "the microcode does not wait for {} of {} lookups in the way that is known",
            summary.unexplained, summary.lookups
        )
    });
    let sees_time = waits.is_none();
    let reasons: Vec<String> = time_use.into_iter().chain(waits).collect();
    (!reasons.is_empty()).then(|| Obstacle {
        reason: reasons.join("; "),
        sees_time,
    })
}

/// The jobs of a program that must not simply be replayed, on one memory.
pub(crate) fn sweep_timed(
    plan: &Plan<'_>,
    swept: &Swept,
    jobs: &[&Job],
    recording: &Recording,
    obstacle: &Obstacle,
    stop: &AtomicBool,
) -> Result<Vec<JobResult>, SweepError> {
    let is_assumed =
        |job: &&Job| obstacle.sees_time && (plan.description.assume_path || !can_run(plan, job));
    let assumed: Vec<&Job> = jobs.iter().copied().filter(is_assumed).collect();
    let mut organisations: Vec<usize> = assumed.iter().map(|job| job.organisation_index).collect();
    organisations.sort_unstable();
    organisations.dedup();
    let replays = replay_all(plan, &organisations, || Ok(recording.lookups()?), stop)?;
    let error = match assumed.first() {
        Some(job) => measure(plan, swept, job, recording, stop)?,
        None => String::new(),
    };
    let result = |job: &&Job| {
        if !is_assumed(job) {
            let reason = &obstacle.reason;
            return run_on_machine(plan, job, swept, &recording.recorded, reason, stop);
        }
        let mut result = rows(plan, job, &replays, &recording.recorded.summary);
        mark_assumed(&mut result, &obstacle.reason, &error);
        Ok(result)
    };
    jobs.iter().map(result).collect()
}

/// Marks replayed rows of a program that sees time.
pub(crate) fn mark_assumed(result: &mut JobResult, reason: &str, error: &str) {
    for row in &mut result.rows {
        row.path = Path::Assumed;
    }
    result.notes.push(format!(
        "{reason}: the path of rows marked `assumed` is taken to be the same with every cache; {error}"
    ));
}

/// Whether machines can have the organisation.
fn can_run(plan: &Plan<'_>, job: &Job) -> bool {
    let (_, shapes) = &plan.description.organisations[job.organisation_index];
    let organisation = plan.organisations[job.organisation_index];
    shapes
        .first()
        .is_none_or(|shape| kind_of(organisation, *shape).is_some())
}

/// The error of an assumed path, in words: replayed cycles against those of the machine, on caches of the hardware.
fn measure(
    plan: &Plan<'_>,
    swept: &Swept,
    job: &Job,
    recording: &Recording,
    stop: &AtomicBool,
) -> Result<String, SweepError> {
    let base = memory_of(job).on(&plan.description.machine);
    let summary = &recording.recorded.summary;
    let mut errors = Vec::new();
    for (organisation, shapes) in measured(plan, summary.longest_method) {
        let replayed = replay(recording.lookups()?, organisation, &shapes, stop)?;
        let time = LoadTime::of(&base);
        let replayed = replayed.rows(job, organisation, &shapes, summary, time);
        let found: Result<Vec<f64>, SweepError> = shapes
            .par_iter()
            .zip(&replayed.rows)
            .filter_map(|(shape, row)| {
                let machine = machine_with(&base, organisation, *shape).ok()?;
                let ran = run_row(job, organisation, *shape, swept, &machine, stop);
                Some(ran.map(|ran| (row.cycles as f64 / ran.cycles.max(1) as f64 - 1.0) * 100.0))
            })
            .collect();
        errors.extend(found?);
    }
    let most = errors
        .iter()
        .fold(0.0f64, |most, error| most.max(error.abs()));
    let mean = errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len().max(1) as f64;
    Ok(match errors.len() {
        0 => {
            "no cache of the hardware runs the program, so the error of that is unknown".to_owned()
        }
        count => format!(
            "on {count} cache{} of the hardware, where the machine ran, that is wrong by {most:.3} % of the cycles at most and {mean:.3} % on average",
            if count == 1 { "" } else { "s" }
        ),
    })
}

/// The caches of the hardware that the error is measured on: those of the sweep, spread evenly, or the default's sizes.
/// They do not depend on which jobs run here.
fn measured<'a>(plan: &Plan<'a>, longest_method: u32) -> Vec<(&'a dyn Organisation, Vec<Shape>)> {
    let all = plan
        .organisations
        .iter()
        .zip(&plan.description.organisations);
    let swept = all.filter(|(organisation, _)| organisation.hardware().is_some());
    let mut found: Vec<(&dyn Organisation, Shape)> = swept
        .flat_map(|(organisation, (_, shapes))| shapes.iter().map(|shape| (*organisation, *shape)))
        .collect();
    if found.is_empty() {
        let sizes = (10..=14).filter_map(|width| Geometry::new(width, 4).ok());
        found.extend(sizes.map(|geometry| (&Fifo as &dyn Organisation, Shape::of(geometry))));
    }
    let machine = &plan.description.machine;
    found.retain(|(organisation, shape)| {
        fits(*organisation, *shape, longest_method)
            && machine_with(machine, *organisation, *shape).is_ok()
    });
    let count = found.len().min(MOST_MEASURED);
    let mut chosen: Vec<(&dyn Organisation, Vec<Shape>)> = Vec::new();
    for place in 0..count {
        let (organisation, shape) = found[place * found.len() / count];
        match chosen.last_mut() {
            Some((last, shapes)) if last.name() == organisation.name() => shapes.push(shape),
            _ => chosen.push((organisation, vec![shape])),
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use lookups::{TimeCause, TimeUse};

    #[test]
    fn no_path_is_assumed_of_microcode_that_waits_in_unknown_ways() {
        let sees_time = Summary {
            lookups: 9,
            time_uses: 1,
            first_time_use: Some(TimeUse {
                cause: TimeCause::CycleCounter,
                method: 100,
                offset: 0,
                cycle: 7,
                in_main: true,
                callers: Vec::new(),
            }),
            ..Summary::default()
        };
        let both = Summary {
            unexplained: 2,
            ..sees_time.clone()
        };
        let waits = Summary {
            unexplained: 2,
            lookups: 9,
            ..Summary::default()
        };
        let found = |summary: &Summary| obstacle(summary, None).map(|it| (it.sees_time, it.reason));
        assert_eq!(found(&Summary::default()), None);
        let (assumed, time) = found(&sees_time).expect("time");
        assert!(assumed && time.contains("cycle 7"), "{time}");
        let (assumed, wait) = found(&waits).expect("waits");
        assert!(!assumed && wait.contains("2 of 9 lookups"), "{wait}");
        assert_eq!(found(&both), Some((false, format!("{time}; {wait}"))));
    }
}
