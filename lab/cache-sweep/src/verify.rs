//! Runs the machine itself on configurations: to check rows, and for programs that depend on time.

use std::sync::atomic::AtomicBool;

use isa::{MachineConfig, OrganisationKind, StudiedName};
use rayon::prelude::*;

use crate::error::SweepError;
use crate::job::Job;
use crate::plan::Plan;
use crate::record::{Recorded, Swept, record};
use crate::replay::{fits, memory_of, too_long};
use crate::rows::{JobResult, Path, Refused, Source, SweepRow};
use crate::workload::Workload;

use method_cache::replay::{Axes, Organisation, Shape};

/// A row that the machine was run for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The row.
    pub row: SweepRow,
    /// The machine's value where it differs: name of the column, row, machine.
    pub differences: Vec<(&'static str, u64, u64)>,
}

/// The machine with the method cache of a shape.
///
/// # Errors
/// Reason why there is no such machine.
pub(crate) fn machine_with(
    machine: &MachineConfig,
    organisation: &dyn Organisation,
    shape: Shape,
) -> Result<MachineConfig, String> {
    let Some(method_cache) = kind_of(organisation, shape) else {
        return Err("no machine can have it".to_owned());
    };
    let mut config = MachineConfig {
        method_cache,
        ..machine.clone()
    };
    if organisation.axes() != Axes::Nothing {
        config.jpc_width = shape.geometry.jpc_width() as u8;
        config.block_bits = shape.geometry.block_bits() as u8;
    }
    let checked = config
        .check()
        .and_then(|()| method_cache::check(&config).map(|_| ()));
    checked.map_err(|reason| reason.to_string())?;
    Ok(config)
}

/// What a configuration has for the organisation, if a machine can have it.
pub(crate) fn kind_of(organisation: &dyn Organisation, shape: Shape) -> Option<OrganisationKind> {
    let studied = || {
        organisation.live(shape)?;
        StudiedName::find(organisation.name()).map(OrganisationKind::Studied)
    };
    organisation.hardware().or_else(studied)
}

/// The rows of a job from the machine, for a program that must not be replayed.
pub(crate) fn run_on_machine(
    plan: &Plan<'_>,
    job: &Job,
    swept: &Swept,
    recorded: &Recorded,
    reason: &str,
    stop: &AtomicBool,
) -> Result<JobResult, SweepError> {
    let organisation = plan.organisations[job.organisation_index];
    let (_, shapes) = &plan.description.organisations[job.organisation_index];
    let mut result = JobResult {
        job: job.job,
        rows: Vec::new(),
        refused: Vec::new(),
        notes: vec![format!("{reason}: the machine runs on each configuration")],
        failed: None,
    };
    let base = memory_of(job).on(&plan.description.machine);
    let longest = recorded.summary.longest_method;
    let mut machines = Vec::new();
    for &shape in shapes {
        if !fits(organisation, shape, longest) {
            refuse(&mut result, &too_long(1, longest).reason);
            continue;
        }
        match machine_with(&base, organisation, shape) {
            Ok(machine) => machines.push((shape, machine)),
            Err(reason) => refuse(&mut result, &reason),
        }
    }
    let rows: Result<Vec<SweepRow>, SweepError> = machines
        .par_iter()
        .map(|(shape, machine)| run_row(job, organisation, *shape, swept, machine, stop))
        .collect();
    result.rows = rows?;
    Ok(result)
}

fn refuse(result: &mut JobResult, reason: &str) {
    match result
        .refused
        .iter_mut()
        .find(|refused| refused.reason == reason)
    {
        Some(refused) => refused.configurations += 1,
        None => result.refused.push(Refused {
            configurations: 1,
            reason: reason.to_owned(),
        }),
    }
}

pub(crate) fn run_row(
    job: &Job,
    organisation: &dyn Organisation,
    shape: Shape,
    swept: &Swept,
    machine: &MachineConfig,
    stop: &AtomicBool,
) -> Result<SweepRow, SweepError> {
    let (recorded, _) = record(swept, machine, false, std::io::sink(), stop)?;
    let summary = recorded.summary;
    Ok(SweepRow {
        lookups: summary.lookups,
        invoke_misses: summary.invoke_misses,
        return_misses: summary.return_misses,
        words_loaded: summary.words_loaded,
        cycles: summary.cycles,
        stall_cycles: summary.load_stalls,
        bytecodes: summary.bytecodes,
        source: Source::Machine,
        ..SweepRow::new(job, organisation, shape)
    })
}

/// Chooses rows to check: `count` of those replayed rows that a machine can be built for, or all if there are fewer, in
/// the order of the rows. The same seed chooses the same ones.
#[must_use]
pub fn pick(plan: &Plan<'_>, rows: &[SweepRow], count: usize, seed: u64) -> Vec<SweepRow> {
    let mut candidates: Vec<usize> = (0..rows.len())
        .filter(|&row| {
            let row = &rows[row];
            (row.source, row.path) == (Source::Replay, Path::Exact)
                && machine_of(plan, row).is_some()
        })
        .collect();
    let mut random = SplitMix(seed);
    for place in 0..count.min(candidates.len()) {
        let left = (candidates.len() - place) as u64;
        candidates.swap(place, place + (random.next() % left) as usize);
    }
    candidates.truncate(count);
    candidates.sort_unstable();
    candidates
        .into_iter()
        .map(|row| rows[row].clone())
        .collect()
}

/// Runs the machine for each row and compares cycles, stalls, misses and words.
///
/// # Errors
/// When a machine cannot run the program.
pub fn verify(
    plan: &Plan<'_>,
    workloads: &[Workload],
    rows: &[SweepRow],
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Check>, SweepError> {
    let programs = workloads.iter().filter_map(|workload| match workload {
        Workload::Program(program, _) => Some(program.as_ref()),
        Workload::Recorded(_) => None,
    });
    let programs: Vec<&Swept> = programs.collect();
    rows.par_iter()
        .filter_map(|row| {
            let (job, organisation, shape, machine) = machine_of(plan, row)?;
            let program = programs
                .iter()
                .find(|swept| swept.program.name == row.program)?;
            let found = run_row(&job, organisation, shape, program, &machine, stop);
            done();
            Some(found.map(|found| compare(row, &found)))
        })
        .collect()
}

fn compare(row: &SweepRow, found: &SweepRow) -> Check {
    let columns = [
        ("cycles", row.cycles, found.cycles),
        ("stall_cycles", row.stall_cycles, found.stall_cycles),
        ("lookups", row.lookups, found.lookups),
        ("invoke_misses", row.invoke_misses, found.invoke_misses),
        ("return_misses", row.return_misses, found.return_misses),
        ("words_loaded", row.words_loaded, found.words_loaded),
        ("bytecodes", row.bytecodes, found.bytecodes),
    ];
    Check {
        row: row.clone(),
        differences: columns
            .into_iter()
            .filter(|(_, row, found)| row != found)
            .collect(),
    }
}

/// Job, organisation, shape and machine of a row that a machine can be built for.
fn machine_of<'a>(
    plan: &Plan<'a>,
    row: &SweepRow,
) -> Option<(Job, &'a dyn Organisation, Shape, MachineConfig)> {
    let job = plan.jobs().into_iter().find(|job| {
        job.program == row.program
            && (job.memory, job.ram_cnt) == (row.memory, row.ram_cnt)
            && job.organisation == row.organisation
    })?;
    let organisation = plan.organisations[job.organisation_index];
    let (_, shapes) = &plan.description.organisations[job.organisation_index];
    let shape = *shapes.iter().find(|shape| {
        let same = SweepRow::new(&job, organisation, **shape);
        (same.size, same.blocks) == (row.size, row.blocks)
    })?;
    let machine = memory_of(&job).on(&plan.description.machine);
    let machine = machine_with(&machine, organisation, shape).ok()?;
    Some((job, organisation, shape, machine))
}

/// Random numbers from a seed (Steele, Lea and Flood 2014); which rows are checked needs no better ones.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}
