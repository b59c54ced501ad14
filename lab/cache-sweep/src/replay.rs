//! Replays lookups on all shapes of an organisation, and turns what it counts into rows.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};

use lookups::{Condenser, LoadTime, Reader, Summary};
use method_cache::replay::{
    Axes, CallKind, LineCount, Lookup, Organisation, Shape, Tally, load_words,
};
use rayon::prelude::*;

use crate::error::SweepError;
use crate::job::Job;
use crate::plan::{MemoryPoint, Plan};
use crate::rows::{JobResult, Refused, SweepRow};

/// Results of an organisation's shapes on a path; independent of the memory.
#[derive(Debug)]
pub struct Replayed {
    /// Each form of lookup, and how often it occurred.
    lookups: Vec<(Lookup, u64)>,
    /// In the order of the shapes.
    tallies: Vec<Tally>,
    has_runs: bool,
}

/// Reads lookups to their end, feeding all passes of an organisation.
///
/// # Errors
/// When the lookups cannot be read, or `stop` is set.
pub fn replay(
    lookups: impl Read,
    organisation: &dyn Organisation,
    shapes: &[Shape],
    stop: &AtomicBool,
) -> Result<Replayed, SweepError> {
    let mut reader = Reader::new(lookups)?;
    let mut condenser = Condenser::new();
    let mut passes = organisation.passes(shapes);
    let mut more = true;
    while more {
        if stop.load(Ordering::Relaxed) {
            return Err(SweepError::Interrupted);
        }
        more = condenser.read(&mut reader)?;
        let chunk = condenser.chunk();
        passes.par_iter_mut().for_each(|pass| pass.feed(&chunk));
    }
    let mut tallies: Vec<_> = passes.iter().flat_map(|pass| pass.tallies()).collect();
    tallies.sort_by_key(|(number, _)| *number);
    let lookups = condenser.table().lookups().iter().copied();
    Ok(Replayed {
        lookups: lookups.zip(condenser.counts().iter().copied()).collect(),
        tallies: tallies.into_iter().map(|(_, tally)| tally).collect(),
        has_runs: reader.header().runs,
    })
}

impl Replayed {
    /// Each form of lookup with its occurrences, and how often it missed in the shape of this number.
    pub fn lookups(&self, shape: usize) -> impl Iterator<Item = (Lookup, u64, u64)> {
        let misses = &self.tallies[shape].misses;
        let lookups = self.lookups.iter().zip(misses);
        lookups.map(|(&(lookup, count), &misses)| (lookup, count, misses))
    }

    /// The rows of a job whose run took this path.
    pub(crate) fn rows(
        &self,
        job: &Job,
        organisation: &dyn Organisation,
        shapes: &[Shape],
        summary: &Summary,
        time: LoadTime,
    ) -> JobResult {
        let mut result = JobResult {
            job: job.job,
            rows: Vec::new(),
            refused: Vec::new(),
            notes: Vec::new(),
            failed: None,
        };
        let mut too_small = 0;
        for (shape, tally) in shapes.iter().zip(&self.tallies) {
            if !fits(organisation, *shape, summary.longest_method) {
                too_small += 1;
                continue;
            }
            let mut row = SweepRow::new(job, organisation, *shape);
            row.bytecodes = summary.bytecodes;
            if organisation.axes() == Axes::Lines {
                count_lines(&mut row, tally, time, *shape);
            } else {
                self.count_methods(&mut row, tally, time);
            }
            row.cycles = summary.cycles - summary.load_stalls + row.stall_cycles;
            result.rows.push(row);
        }
        if organisation.axes() == Axes::Lines && !self.has_runs {
            let configurations = result.rows.len();
            result.rows.clear();
            result.refused.push(Refused {
                configurations,
                reason: "the recording has lookups only, no bytecodes".to_owned(),
            });
        }
        if too_small > 0 {
            result
                .refused
                .push(too_long(too_small, summary.longest_method));
        }
        result
    }

    fn count_methods(&self, row: &mut SweepRow, tally: &Tally, time: LoadTime) {
        for (&(lookup, count), &misses) in self.lookups.iter().zip(&tally.misses) {
            let Lookup { call, hidden } = lookup;
            let hits = count - misses;
            row.lookups += count;
            row.words_loaded += misses * u64::from(load_words(call.length));
            row.stall_cycles += hits * time.stall(true, call.length, hidden)
                + misses * time.stall(false, call.length, hidden);
            match call.kind {
                CallKind::Invoke => row.invoke_misses += misses,
                CallKind::Return => row.return_misses += misses,
            }
        }
        row.bytes_used = self.has_runs.then_some(tally.bytes_used);
    }
}

fn count_lines(row: &mut SweepRow, tally: &Tally, time: LoadTime, shape: Shape) {
    let count = |lines: LineCount| (lines.accessed, lines.missed);
    let (invoked, invoke_misses) = count(tally.lines_after_invoke);
    let (returned, return_misses) = count(tally.lines_after_return);
    row.lookups = invoked + returned;
    row.invoke_misses = invoke_misses;
    row.return_misses = return_misses;
    row.words_loaded = tally.line_words_loaded;
    row.stall_cycles = (invoke_misses + return_misses) * time.line(shape.geometry.block_words());
}

/// Returns true if every method can run.
pub(crate) fn fits(organisation: &dyn Organisation, shape: Shape, longest_method: u32) -> bool {
    organisation
        .longest_method(shape)
        .is_ok_and(|longest| longest_method <= longest)
}

/// The refusal of shapes in which a method does not fit.
pub(crate) fn too_long(configurations: usize, longest_method: u32) -> Refused {
    Refused {
        configurations,
        reason: format!("the longest method executed has {longest_method} words and does not fit"),
    }
}

/// Replays of one path, by organisation.
pub(crate) type Replays = BTreeMap<usize, Replayed>;

pub(crate) fn memory_of(job: &Job) -> MemoryPoint {
    MemoryPoint {
        memory: job.memory,
        ram_cnt: job.ram_cnt,
    }
}

/// Replays one run on all shapes of some organisations.
pub(crate) fn replay_all<R: Read>(
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
