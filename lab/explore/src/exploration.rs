//! Runs the jobs of a plan: one exact run for all points that it can serve.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::AtomicBool;

use cache_sweep::record;
use fast_engine::Fault;
use method_cache::replay::{Shape, organisation_of};
use method_cache::{Longest, OrganisationKind};
use rayon::prelude::*;
use run::{Counted as _, FastRun, Program};

use crate::error::ExploreError;
use crate::means::Means;
use crate::outcome::{JobResult, Outcome, Source};
use crate::plan::{Description, Job, Plan};
use crate::pricing::CacheCounts;
use crate::profile_counts::ProfileCounts;
use crate::recording::{Recording, drive, engine, swept};
use crate::runs::{Recorder, Runs, Way};
use crate::several::{SeveralRuns, run_jobs};
use crate::space::{Point, Refusals, shape_of};
use crate::variant::Variant;
use crate::waits::Waits;
use crate::workload::{Images, Workload};

/// An exploration that can run.
#[derive(Debug)]
pub struct Exploration<'a> {
    /// What its rows depend on.
    pub description: &'a Description,
    /// Its points and jobs.
    pub plan: &'a Plan,
    /// The programs of the description.
    pub workloads: &'a [Workload],
    /// The variants of the description.
    pub variants: &'a [Variant],
    /// Stops it soon after it is set.
    pub stop: &'a AtomicBool,
}

/// One run's lookups under each method cache that its points have.
type Caches = HashMap<(OrganisationKind, Shape), CacheCounts>;

impl Exploration<'_> {
    /// Runs these jobs; `finished` takes each when it is finished, one at a time and in no certain order.
    ///
    /// # Errors
    /// See [`ExploreError`]; jobs that finished before were reported.
    pub fn run(
        &self,
        jobs: &[usize],
        finished: &mut (dyn FnMut(JobResult) -> io::Result<()> + Send),
    ) -> Result<(), ExploreError> {
        let mut runs: Vec<Vec<&Job>> = Vec::new();
        for job in jobs.iter().map(|number| &self.plan.jobs[*number]) {
            match runs.last_mut() {
                Some(last) if (last[0].workload, last[0].run) == (job.workload, job.run) => {
                    last.push(job);
                }
                _ => runs.push(vec![job]),
            }
        }
        let finished = std::sync::Mutex::new(finished);
        runs.par_iter().try_for_each(|jobs| {
            let results = match &self.workloads[jobs[0].workload] {
                Workload::Program(images) if self.is_of_several(jobs[0]) => {
                    self.run_several(images, jobs)?
                }
                Workload::Program(images) => self.run_program(&images.one, jobs)?,
                Workload::Profile(counts) => self.price_profile(counts, jobs),
            };
            let mut finished = finished.lock().unwrap_or_else(|broken| broken.into_inner());
            for result in results {
                finished(result).map_err(cache_sweep::SweepError::from)?;
            }
            Ok(())
        })
    }

    /// Jobs of one program that share their runs.
    fn run_program(
        &self,
        program: &Program,
        jobs: &[&Job],
    ) -> Result<Vec<JobResult>, ExploreError> {
        let runs = self.record(program, jobs[0])?;
        let caches: Result<Vec<Caches>, ExploreError> = runs
            .recordings
            .par_iter()
            .map(|recording| match recording.sees_time {
                None => self.replay(recording, jobs),
                Some(_) => Ok(Caches::new()),
            })
            .collect();
        let caches = caches?;
        jobs.par_iter()
            .map(|job| self.finish(program, job, &runs, &caches))
            .collect()
    }

    /// The runs that all points with the run of a job need.
    fn record(&self, program: &Program, job: &Job) -> Result<Runs, ExploreError> {
        let with = Recorder {
            program,
            variants: self.variants,
            max_cycles: self.description.max_cycles,
            stop: self.stop,
        };
        let shared = self.plan.jobs.iter();
        let shared = shared.filter(|it| (it.workload, it.run) == (job.workload, job.run));
        let mut runs = Runs::default();
        for number in shared.flat_map(|job| &job.of) {
            runs.add(self.point(*number), &with)?;
        }
        Ok(runs)
    }

    fn run_several(&self, images: &Images, jobs: &[&Job]) -> Result<Vec<JobResult>, ExploreError> {
        let with = SeveralRuns {
            plan: self.plan,
            variants: self.variants,
            max_cycles: self.description.max_cycles,
            stop: self.stop,
        };
        run_jobs(&with, images, jobs)
    }

    fn is_of_several(&self, job: &Job) -> bool {
        job.of
            .first()
            .is_some_and(|first| self.point(*first).processors.is_some())
    }

    fn point(&self, number: usize) -> &Point {
        &self.plan.points[number]
    }

    /// Replays the method caches of all points, an organisation at a time.
    fn replay(&self, recording: &Recording, jobs: &[&Job]) -> Result<Caches, ExploreError> {
        let mut wanted: Vec<(OrganisationKind, Vec<Shape>)> = Vec::new();
        for point in jobs.iter().flat_map(|job| &job.of) {
            let config = &self.point(*point).config;
            let Some(shape) = shape_of(config) else {
                continue;
            };
            let kind = config.method_cache;
            match wanted.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, shapes)) if shapes.contains(&shape) => {}
                Some((_, shapes)) => shapes.push(shape),
                None => wanted.push((kind, vec![shape])),
            }
        }
        let found: Result<Vec<Vec<_>>, ExploreError> = wanted
            .into_par_iter()
            .map(|(kind, shapes)| {
                let Some(organisation) = organisation_of(kind) else {
                    return Ok(Vec::new());
                };
                let replayed = recording.replay(organisation, &shapes, self.stop)?;
                let shapes = shapes.into_iter().enumerate();
                let counts = |(number, shape)| ((kind, shape), CacheCounts::of(&replayed, number));
                Ok(shapes.map(counts).collect())
            })
            .collect();
        Ok(found?.into_iter().flatten().collect())
    }

    fn finish(
        &self,
        program: &Program,
        job: &Job,
        runs: &Runs,
        caches: &[Caches],
    ) -> Result<JobResult, ExploreError> {
        let mut refusals = Refusals::default();
        let mut outcomes = Vec::new();
        let mut to_run = Vec::new();
        for &number in &job.of {
            let point = self.point(number);
            let (recording, means, priced) = match runs.way(point) {
                Way::Nothing(reason) => {
                    refusals.add(reason, 1);
                    continue;
                }
                Way::Recorded {
                    recording,
                    means,
                    priced,
                } => (*recording, means, priced),
            };
            let words = runs.recordings[recording].longest_method;
            if Longest::of(&point.config).check(words).is_err() {
                refusals.add(too_long(words), 1);
                continue;
            }
            let cache = shape_of(&point.config)
                .and_then(|shape| caches[recording].get(&(point.config.method_cache, shape)));
            match (priced, cache) {
                (Some(priced), Some(cache)) => {
                    outcomes.push(runs.outcome(number, recording, priced, cache));
                }
                (_, _) => to_run.push((number, means)),
            }
        }
        let runs_of_points = to_run.len() as u64;
        let ran = to_run.into_par_iter();
        let ran = ran.map(|(number, means)| self.run_point(program, number, means));
        let ran: Result<Vec<_>, ExploreError> = ran.collect();
        for outcome in ran? {
            match outcome {
                Ok(outcome) => outcomes.push(outcome),
                Err(reason) => refusals.add(reason, 1),
            }
        }
        outcomes.sort_unstable_by_key(|outcome| outcome.point);
        let shared = match self.is_first_of_run(job) {
            true => runs.recordings.len() as u64,
            false => 0,
        };
        Ok(JobResult {
            job: job.job,
            outcomes,
            refused: refusals.into_list(),
            notes: runs.notes(),
            runs: shared + runs_of_points,
        })
    }

    /// The run that several jobs share counts once.
    fn is_first_of_run(&self, job: &Job) -> bool {
        let before = job.job.checked_sub(1).map(|before| &self.plan.jobs[before]);
        before.is_none_or(|it| (it.workload, it.run) != (job.workload, job.run))
    }

    /// Runs a program on a point; gives the reason if it cannot run there.
    fn run_point(
        &self,
        program: &Program,
        number: usize,
        means: &Means,
    ) -> Result<Result<Outcome, String>, ExploreError> {
        let point = self.point(number);
        let variant = &self.variants[point.variant];
        let Means::Engine { build, costs } = means else {
            return self.run_to_fit(program, number);
        };
        let ran = engine(program, variant, &point.config, (*build, costs)).and_then(|engine| {
            let mut run = FastRun::new(engine, Waits::default());
            let max_cycles = self.description.max_cycles;
            let end = drive(&mut run, program, max_cycles, self.stop, |_| ())?;
            Ok((run.counters(end), run.probe.until_output(costs), end))
        });
        let (counted, stalls, end) = match ran {
            Err(ExploreError::Fault(Fault::MethodTooLong { reason, .. })) => {
                return Ok(Err(too_long(reason.words)));
            }
            Err(ExploreError::Fault(_)) if variant.is_real() => {
                return self.run_to_fit(program, number);
            }
            Err(ExploreError::Fault(reason)) => {
                return Ok(Err(reason.naming(|address| program.method_at(address))));
            }
            ran => ran?,
        };
        let is_real = variant.is_real();
        Ok(Ok(Outcome {
            point: number,
            cycles: counted.cycles,
            error_cycles: None,
            stall_cycles: stalls.all.filter(|_| is_real),
            load_stall_cycles: Some(stalls.for_methods),
            waits: None,
            lookups: Some(counted.method_lookups),
            misses: Some(counted.method_lookups - counted.method_hits),
            words_loaded: Some(counted.method_words_loaded),
            bytecodes: counted.bytecodes,
            source: match is_real {
                true => Source::Fast,
                false => Source::Predicted,
            },
            failed: end.failed(),
        }))
    }

    /// Runs the machine of a point; gives the reason if a method does not fit its method cache.
    fn run_to_fit(
        &self,
        program: &Program,
        number: usize,
    ) -> Result<Result<Outcome, String>, ExploreError> {
        let (outcome, longest) = self.machine_run(program, number)?;
        let fits = Longest::of(&self.point(number).config).check(longest);
        Ok(fits.map(|()| outcome).map_err(|_| too_long(longest)))
    }

    /// Runs a program on the machine of a point, which has to be one that can be built.
    ///
    /// # Errors
    /// When the program does not end.
    pub fn run_machine(&self, program: &Program, number: usize) -> Result<Outcome, ExploreError> {
        let (outcome, _) = self.machine_run(program, number)?;
        Ok(outcome)
    }

    /// The outcome, and the words of the longest method.
    fn machine_run(
        &self,
        program: &Program,
        number: usize,
    ) -> Result<(Outcome, u32), ExploreError> {
        let point = self.point(number);
        let variant = &self.variants[point.variant];
        let swept = swept(program, variant, self.description.max_cycles);
        let (recorded, _) = record(&swept, &point.config, false, io::sink(), self.stop)?;
        let summary = recorded.summary;
        let outcome = Outcome {
            point: number,
            cycles: summary.cycles,
            error_cycles: None,
            stall_cycles: Some(recorded.stalls),
            load_stall_cycles: Some(summary.load_stalls),
            waits: None,
            lookups: Some(summary.lookups),
            misses: Some(summary.invoke_misses + summary.return_misses),
            words_loaded: Some(summary.words_loaded),
            bytecodes: summary.bytecodes,
            source: Source::Machine,
            failed: recorded.status.filter(|status| *status != 0),
        };
        Ok((outcome, summary.longest_method))
    }

    fn price_profile(&self, counts: &ProfileCounts, jobs: &[&Job]) -> Vec<JobResult> {
        jobs.iter()
            .map(|job| {
                let mut refusals = Refusals::default();
                let mut outcomes = Vec::new();
                for &number in &job.of {
                    let point = self.point(number);
                    let variant = &self.variants[point.variant];
                    match counts.predict(variant, &point.config) {
                        Ok(predicted) => outcomes.push(Outcome {
                            point: number,
                            cycles: predicted.cycles,
                            error_cycles: predicted.error,
                            stall_cycles: None,
                            load_stall_cycles: None,
                            waits: None,
                            lookups: None,
                            misses: None,
                            words_loaded: None,
                            bytecodes: counts.bytecodes(variant),
                            source: Source::Predicted,
                            failed: None,
                        }),
                        Err(reason) => refusals.add(reason, 1),
                    }
                }
                JobResult {
                    job: job.job,
                    outcomes,
                    refused: refusals.into_list(),
                    notes: Vec::new(),
                    runs: 0,
                }
            })
            .collect()
    }
}

fn too_long(words: u32) -> String {
    format!("the longest method executed has {words} words and does not fit")
}
