//! Runs the jobs of a plan: one exact run for all points that it can serve.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::AtomicBool;

use cache_sweep::record;
use isa::MachineConfig;
use method_cache::OrganisationKind;
use method_cache::replay::{Shape, organisation_of};
use rayon::prelude::*;
use run::{Counted as _, FastRun, Program};

use crate::error::ExploreError;
use crate::outcome::{JobResult, Outcome, Source};
use crate::plan::{Description, Job, Plan};
use crate::pricing::{CacheCounts, Priced, exceptions};
use crate::profile_counts::ProfileCounts;
use crate::recording::{Basis, Recording, drive, engine, swept};
use crate::space::{Point, Refusals, run_machine, shape_of};
use crate::variant::Variant;

/// Subjects of an exploration.
#[derive(Debug)]
pub enum Workload {
    /// A program for JOP.
    Program(Box<Program>),
    /// Counts of a program that may be too big for it.
    Profile(Box<ProfileCounts>),
}

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
                Workload::Program(program) => self.run_program(program, jobs)?,
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

    /// The runs that all points with the run of a job need: one, and more where an exception is taken earlier or later.
    fn record(&self, program: &Program, job: &Job) -> Result<Runs, ExploreError> {
        let shared = self.plan.jobs.iter();
        let shared = shared.filter(|it| (it.workload, it.run) == (job.workload, job.run));
        let mut runs = Runs {
            recordings: Vec::new(),
            prices: HashMap::new(),
        };
        for number in shared.flat_map(|job| &job.of) {
            let point = self.point(*number);
            let key = Runs::key(point);
            if runs.prices.contains_key(&key) || self.has_no_cycles(point) {
                continue;
            }
            let variant = &self.variants[point.variant];
            let machine = run_machine(&point.config);
            if runs.recordings.is_empty() {
                runs.recordings
                    .push(self.recording(program, variant, &machine)?);
            }
            if runs.price(variant, point).is_none() && runs.recordings[0].sees_time.is_none() {
                let memory = MachineConfig {
                    memory: point.config.memory,
                    ram_cnt: point.config.ram_cnt,
                    ..machine
                };
                runs.recordings
                    .push(self.recording(program, variant, &memory)?);
            }
            let price = runs.price(variant, point);
            runs.prices.insert(key, price);
        }
        Ok(runs)
    }

    fn recording(
        &self,
        program: &Program,
        variant: &Variant,
        machine: &MachineConfig,
    ) -> Result<Recording, ExploreError> {
        let max_cycles = self.description.max_cycles;
        if fast_engine::check_machine(machine).is_err() {
            Recording::on_machine(program, variant, machine, max_cycles, self.stop)
        } else {
            Recording::on_engine(program, variant, machine, max_cycles, self.stop)
        }
    }

    /// Only the machine knows the cycles of the machine's options here, and it has no such instruction set.
    fn has_no_cycles(&self, point: &Point) -> bool {
        let needs_machine = fast_engine::check_machine(&point.config).is_err();
        needs_machine && !self.variants[point.variant].is_real()
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
        let mut result = JobResult {
            job: job.job,
            outcomes: Vec::new(),
            refused: Vec::new(),
            notes: notes(&runs.recordings),
            runs: if self.is_first_of_run(job) {
                runs.recordings.len() as u64
            } else {
                0
            },
        };
        let mut to_run = Vec::new();
        for &number in &job.of {
            let point = self.point(number);
            if self.has_no_cycles(point) {
                refusals.add(NO_TABLE, 1);
                continue;
            }
            let price = runs.prices[&Runs::key(point)].as_ref();
            let recording = price.map_or(0, |price| price.recording);
            let words = runs.recordings[recording].longest_method;
            if words > method_cache::longest_method(&point.config) {
                let reason =
                    format!("the longest method executed has {words} words and does not fit");
                refusals.add(reason, 1);
                continue;
            }
            let is_real = self.variants[point.variant].is_real();
            let priced = price.and_then(|price| {
                let cache = (point.config.method_cache, shape_of(&point.config)?);
                let cache = caches[recording].get(&cache)?;
                Some(runs.outcome(price, cache, number, is_real))
            });
            match priced {
                Some(outcome) => result.outcomes.push(outcome),
                None => to_run.push(number),
            }
        }
        let ran = to_run
            .par_iter()
            .map(|number| self.run_point(program, *number));
        let ran: Result<Vec<Outcome>, ExploreError> = ran.collect();
        result.outcomes.extend(ran?);
        result
            .outcomes
            .sort_unstable_by_key(|outcome| outcome.point);
        result.runs += to_run.len() as u64;
        result.refused = refusals.into_list();
        Ok(result)
    }

    /// The run that several jobs share counts once.
    fn is_first_of_run(&self, job: &Job) -> bool {
        let before = job.job.checked_sub(1).map(|before| &self.plan.jobs[before]);
        before.is_none_or(|it| (it.workload, it.run) != (job.workload, job.run))
    }

    /// Runs a program on a point: on the fast engine, or on the machine where the engine has no model.
    fn run_point(&self, program: &Program, number: usize) -> Result<Outcome, ExploreError> {
        let point = self.point(number);
        let variant = &self.variants[point.variant];
        if fast_engine::check_machine(&point.config).is_err() {
            return self.run_machine(program, number);
        }
        let mut run = FastRun::usual(engine(program, variant, &point.config)?);
        let max_cycles = self.description.max_cycles;
        let end = drive(&mut run, program, max_cycles, self.stop, |_| ())?;
        let counted = run.counters(end);
        Ok(Outcome {
            point: number,
            cycles: counted.cycles,
            stall_cycles: None,
            lookups: Some(counted.method_lookups),
            misses: Some(counted.method_lookups - counted.method_hits),
            words_loaded: Some(counted.method_words_loaded),
            bytecodes: counted.bytecodes,
            source: if variant.is_real() {
                Source::Fast
            } else {
                Source::Predicted
            },
        })
    }

    /// Runs a program on the machine of a point, which has to be one that can be built.
    ///
    /// # Errors
    /// When the program does not end.
    pub fn run_machine(&self, program: &Program, number: usize) -> Result<Outcome, ExploreError> {
        let point = self.point(number);
        let variant = &self.variants[point.variant];
        let swept = swept(program, variant, self.description.max_cycles);
        let (recorded, _) = record(&swept, &point.config, false, io::sink(), self.stop)?;
        let summary = recorded.summary;
        Ok(Outcome {
            point: number,
            cycles: summary.cycles,
            stall_cycles: Some(summary.load_stalls),
            lookups: Some(summary.lookups),
            misses: Some(summary.invoke_misses + summary.return_misses),
            words_loaded: Some(summary.words_loaded),
            bytecodes: summary.bytecodes,
            source: Source::Machine,
        })
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
                        Ok(cycles) => outcomes.push(Outcome {
                            point: number,
                            cycles,
                            stall_cycles: None,
                            lookups: None,
                            misses: None,
                            words_loaded: None,
                            bytecodes: counts.bytecodes(variant),
                            source: Source::Predicted,
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

/// Why a point with changed costs has no row.
const NO_TABLE: &str = "no table has the cycles of data caches, nor of a stack RAM with new data, so costs cannot be changed with them";

/// Runs that serve many points, and the prices of each memory and variant.
struct Runs {
    recordings: Vec<Recording>,
    /// None where only a run of the point itself can tell.
    prices: HashMap<PriceKey, Option<Price>>,
}

/// Variant, memory and `ram_cnt`.
type PriceKey = (usize, isa::MemoryKind, u8);

/// A recorded run on one memory with one table.
struct Price {
    recording: usize,
    priced: Priced,
}

impl Runs {
    fn key(point: &Point) -> PriceKey {
        (point.variant, point.config.memory, point.config.ram_cnt)
    }

    /// The price from the first recording that has the path of this point.
    fn price(&self, variant: &Variant, point: &Point) -> Option<Price> {
        let config = &point.config;
        let price = |(recording, recorded): (usize, &Recording)| {
            if recorded.sees_time.is_some() {
                return None;
            }
            let priced = match &recorded.basis {
                Basis::Machine { cycles } => Priced::machine(*cycles, config),
                Basis::Paths(paths) => {
                    let costs = variant.costs(config).ok()?;
                    if exceptions(paths, &costs) != paths.exceptions {
                        return None;
                    }
                    Priced::paths(paths, &costs)
                }
            };
            Some(Price { recording, priced })
        };
        self.recordings.iter().enumerate().find_map(price)
    }

    fn outcome(&self, price: &Price, cache: &CacheCounts, number: usize, is_real: bool) -> Outcome {
        let (cycles, stalls) = price.priced.with(cache);
        let recording = &self.recordings[price.recording];
        Outcome {
            point: number,
            cycles,
            stall_cycles: Some(stalls),
            lookups: Some(cache.lookups),
            misses: Some(cache.misses),
            words_loaded: Some(cache.words_loaded),
            bytecodes: recording.bytecodes,
            source: match recording.basis {
                Basis::Machine { .. } => Source::Replay,
                Basis::Paths(_) if is_real => Source::Repriced,
                Basis::Paths(_) => Source::Predicted,
            },
        }
    }
}

fn notes(recordings: &[Recording]) -> Vec<String> {
    let of = |recording: &Recording| {
        let status = recording.status.filter(|status| *status != 0);
        let status = status.map(|status| format!("the program ended with status {status}"));
        let reason = recording.sees_time.as_ref();
        let reason = reason.map(|reason| format!("{reason}: it runs on each point"));
        status.into_iter().chain(reason).collect::<Vec<String>>()
    };
    let mut notes: Vec<String> = recordings.iter().flat_map(of).collect();
    notes.dedup();
    notes
}
