//! Points with several cores: each is a run of its own, as how cores meet at the memory depends on every cycle.

use std::sync::atomic::AtomicBool;

use isa::{MachineConfig, Processors};
use method_cache::Longest;
use rayon::prelude::*;
use run::{
    Counted as _, Limits, OnSeveral as _, Program, Setup, SeveralBlockRun, SeveralFault, Silent,
};

use crate::error::{ExploreError, ended};
use crate::outcome::{CoreWaits, JobResult, Outcome, Source};
use crate::plan::{Job, Plan};
use crate::space::{Point, Refusals};
use crate::variant::Variant;
use crate::workload::{Images, lacks_locks};

/// Why changed costs have no rows on several cores.
const NO_COSTS: &str =
    "costs that no microcode here has are for one core: several run, each cycle of each";

/// Why a program behind fixed priority has no row.
const UNSHARED: &str = "the program starts the other cores, and behind arbiter = \"fixed-priority\" no word that was read stays until its core takes it";

/// What points of several cores are run with.
pub(crate) struct SeveralRuns<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) variants: &'a [Variant],
    pub(crate) max_cycles: u64,
    pub(crate) stop: &'a AtomicBool,
}

/// Runs the points of jobs.
pub(crate) fn run_jobs(
    with: &SeveralRuns<'_>,
    images: &Images,
    jobs: &[&Job],
) -> Result<Vec<JobResult>, ExploreError> {
    jobs.par_iter()
        .map(|job| {
            let found = job.of.par_iter();
            let found = found.map(|&number| {
                let point = &with.plan.points[number];
                run_point(with, images, (number, point))
            });
            let found: Result<Vec<_>, ExploreError> = found.collect();
            let mut refusals = Refusals::default();
            let mut outcomes = Vec::new();
            let mut notes = Vec::new();
            for result in found? {
                match result {
                    Ok((outcome, note)) => {
                        outcomes.push(outcome);
                        let status = outcome.failed.map(run::exit_code::failure);
                        notes.extend(status.into_iter().chain(note));
                    }
                    Err(reason) => refusals.add(reason, 1),
                }
            }
            notes.dedup();
            Ok(JobResult {
                job: job.job,
                runs: outcomes.len() as u64,
                outcomes,
                refused: refusals.into_list(),
                notes,
            })
        })
        .collect()
}

/// Runs a program on the cores of a point; the reason if it cannot run there, and a note on a run that no chip has.
fn run_point(
    with: &SeveralRuns<'_>,
    images: &Images,
    (number, point): (usize, &Point),
) -> Result<Result<(Outcome, Option<String>), String>, ExploreError> {
    let Some(processors) = point.processors else {
        return Ok(Err("one core has no arbiter".to_owned()));
    };
    let program = images.on(Some(processors));
    let variant = &with.variants[point.variant];
    let obstacle = match variant.is_real() {
        true => obstacle(program, &point.config, processors),
        false => Some(NO_COSTS.to_owned()),
    };
    if let Some(reason) = obstacle {
        return Ok(Err(reason));
    }
    let setup = Setup {
        program: program.clone(),
        machine: point.config.clone(),
        microcode: variant.microcode.clone(),
    };
    let mut run = SeveralBlockRun::new(&setup, &processors)?;
    let limits = Limits::stopped_by(with.max_cycles, with.stop);
    let end = match run::to_end(program, &mut run, &mut Silent, &limits) {
        Ok(end) => ended(end, program, with.max_cycles)?,
        Err(SeveralFault::Unshared(_)) => return Ok(Err(UNSHARED.to_owned())),
        Err(fault) => return Ok(Err(fault.to_string())),
    };
    let counters = run.counters(end);
    let stalls = counters.machine.map(|machine| machine.stalls);
    let figures = run.figures();
    let traffic = figures.cores.iter().map(|core| core.traffic);
    let waits = traffic.map(|it| [it.waits(), it.lock_unit_cycles + it.lock_waits]);
    let waits = waits.fold([0; 2], |sum, it| [sum[0] + it[0], sum[1] + it[1]]);
    let outcome = Outcome {
        point: number,
        cycles: counters.cycles,
        error_cycles: None,
        stall_cycles: stalls.map(|stalls| stalls.total()),
        load_stall_cycles: stalls.map(|stalls| stalls.method_load),
        waits: Some(CoreWaits {
            arbiter: waits[0],
            locks: waits[1],
        }),
        lookups: Some(counters.method_lookups),
        misses: Some(counters.method_lookups - counters.method_hits),
        words_loaded: Some(counters.method_words_loaded),
        bytecodes: counters.bytecodes,
        source: Source::Machine,
        failed: end.failed(),
    };
    let cores = processors.cores;
    let note = figures.late_lock_entry.map(|entry| {
        format!("entry {entry} of the lock table was used, whose queue lies outside of the queue memory with {cores} cores: on a chip it loses who waits")
    });
    Ok(Ok((outcome, note)))
}

/// Why a program cannot run on a machine, by the rules of `jop run`.
fn obstacle(program: &Program, machine: &MachineConfig, processors: Processors) -> Option<String> {
    let (image, memory) = (program.image.words.len(), machine.memory_words);
    if image > memory as usize {
        return Some(format!(
            "the image has {image} words and the memory {memory}"
        ));
    }
    if lacks_locks(program, processors) {
        let unit = processors.lock_unit;
        return Some(format!(
            "lock_unit = \"{unit}\" has no locks of objects, and the image takes its monitors from the lock unit"
        ));
    }
    let longest = Longest::of(machine);
    let methods = program.symbols.iter().flat_map(|it| &it.methods);
    let mut too_long = methods.filter_map(|method| {
        Some(format!(
            "{method} has {}",
            longest.check(method.words).err()?
        ))
    });
    too_long.next()
}
