//! Rows compared with the machine, on points that it can be built for.

use fastrand::Rng;
use rayon::prelude::*;

use crate::error::ExploreError;
use crate::exploration::Exploration;
use crate::outcome::{Outcome, Source};
use crate::workload::Workload;

/// A row that the machine was run for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Number of the program.
    pub program: usize,
    /// The row's outcome.
    pub outcome: Outcome,
    /// The machine's value where it differs: name of the column, row, machine.
    pub differences: Vec<(&'static str, u64, u64)>,
}

/// Chooses rows to check: `count` of those that the machine did not make itself and can be built for, or all if there are fewer, in
/// their order. The same seed chooses the same ones.
#[must_use]
pub fn pick(
    exploration: &Exploration<'_>,
    outcomes: &[(usize, Outcome)],
    count: usize,
    seed: u64,
) -> Vec<(usize, Outcome)> {
    let can_be_built = |(program, outcome): &&(usize, Outcome)| {
        let variant = exploration.plan.points[outcome.point].variant;
        exploration.variants[variant].is_real()
            && outcome.source != Source::Machine
            && matches!(exploration.workloads[*program], Workload::Program(_))
    };
    let candidates: Vec<_> = outcomes.iter().filter(can_be_built).copied().collect();
    let mut random = Rng::with_seed(seed);
    let count = count.min(candidates.len());
    let mut chosen = random.choose_multiple(candidates, count);
    chosen.sort_unstable_by_key(|(program, outcome)| (*program, outcome.point));
    chosen
}

/// Runs the machine for each row and compares.
///
/// # Errors
/// When a machine cannot run the program.
pub fn verify(
    exploration: &Exploration<'_>,
    picked: &[(usize, Outcome)],
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Check>, ExploreError> {
    picked
        .par_iter()
        .filter_map(|(program, outcome)| {
            let Workload::Program(images) = &exploration.workloads[*program] else {
                return None;
            };
            let found = exploration.run_machine(&images.one, outcome.point);
            done();
            Some(found.map(|found| Check {
                program: *program,
                outcome: *outcome,
                differences: differences(outcome, &found),
            }))
        })
        .collect()
}

/// Columns that both know and that differ.
fn differences(row: &Outcome, machine: &Outcome) -> Vec<(&'static str, u64, u64)> {
    let columns = [
        ("cycles", Some(row.cycles), Some(machine.cycles)),
        ("stall_cycles", row.stall_cycles, machine.stall_cycles),
        (
            "load_stall_cycles",
            row.load_stall_cycles,
            machine.load_stall_cycles,
        ),
        ("lookups", row.lookups, machine.lookups),
        ("misses", row.misses, machine.misses),
        ("words_loaded", row.words_loaded, machine.words_loaded),
        ("bytecodes", Some(row.bytecodes), Some(machine.bytecodes)),
    ];
    let both = columns.into_iter();
    both.filter_map(|(name, row, machine)| Some((name, row?, machine?)))
        .filter(|(_, row, machine)| row != machine)
        .collect()
}
