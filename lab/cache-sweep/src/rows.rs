//! Results of a sweep: one row per configuration.

use isa::MemoryKind;
use method_cache::replay::{self, Axes, Organisation, Shape};
use serde::{Deserialize, Serialize};

use crate::job::Job;

/// Source of the cycles of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// From the recorded run.
    Replay,
    /// The machine ran on this configuration, as the program sees time.
    Machine,
}

isa::named_enum! {
    /// What a row takes the program's path to be.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Path {
        /// The path that the program takes on this configuration.
        #[default]
        Exact = "exact",
        /// The path of another configuration, for a program that sees time.
        Assumed = "assumed",
    }
}

/// One configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepRow {
    /// Name of the program.
    pub program: String,
    /// Technology of the memory.
    pub memory: MemoryKind,
    /// Length of a memory read in clock cycles.
    pub ram_cnt: u8,
    /// Name of the organisation.
    pub organisation: String,
    /// Size of the cache in bytes; none for the ideal one.
    pub size: Option<u32>,
    /// Number of blocks, where the organisation leaves a choice.
    pub blocks: Option<u32>,
    /// Length of a line in bytes, of instruction caches.
    pub line: Option<u32>,
    /// Lines of a set, of instruction caches.
    pub ways: Option<u32>,
    /// Lookups: of methods, or of lines by an instruction cache.
    pub lookups: u64,
    /// Lookups on invoke that missed; of an instruction cache, of lines in methods that were invoked.
    pub invoke_misses: u64,
    /// Lookups on return that missed; of an instruction cache, of lines in methods that were returned to.
    pub return_misses: u64,
    /// Words loaded; the word more that each load reads and drops is not counted.
    pub words_loaded: u64,
    /// Bytes loaded that were executed before they were loaded again; known for replayed whole-method caches.
    pub bytes_used: Option<u64>,
    /// Clock cycles of the program.
    pub cycles: u64,
    /// Cycles of them in which it waited for the cache.
    pub stall_cycles: u64,
    /// Bytecodes executed.
    pub bytecodes: u64,
    /// Source of the cycles.
    pub source: Source,
    /// Whether the path is that of this configuration.
    #[serde(default)]
    pub path: Path,
    /// No cache of the same program and memory is as small and faster, or as fast and smaller.
    #[serde(skip)]
    pub pareto: bool,
}

impl SweepRow {
    /// A row without counts.
    pub(crate) fn new(job: &Job, organisation: &dyn Organisation, shape: Shape) -> Self {
        let axes = organisation.axes();
        let geometry = shape.geometry;
        Self {
            program: job.program.clone(),
            memory: job.memory,
            ram_cnt: job.ram_cnt,
            organisation: job.organisation.clone(),
            size: (axes != Axes::Nothing).then(|| geometry.words() * 4),
            blocks: (axes == Axes::Blocks).then(|| geometry.blocks()),
            line: (axes == Axes::Lines).then(|| geometry.block_words() * 4),
            ways: (axes == Axes::Lines).then_some(shape.ways),
            lookups: 0,
            invoke_misses: 0,
            return_misses: 0,
            words_loaded: 0,
            bytes_used: None,
            cycles: 0,
            stall_cycles: 0,
            bytecodes: 0,
            source: Source::Replay,
            path: Path::Exact,
            pareto: false,
        }
    }

    /// Returns true if hardware has the organisation.
    #[must_use]
    pub fn has_hardware(&self) -> bool {
        let known = replay::organisation(&self.organisation);
        known.is_some_and(|organisation| organisation.hardware().is_some())
    }

    /// Part of the lookups that hit, 0 to 1; 1 without lookups.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        if self.lookups == 0 {
            1.0
        } else {
            let misses = self.invoke_misses + self.return_misses;
            (self.lookups - misses) as f64 / self.lookups as f64
        }
    }

    /// Clock cycles for each bytecode; 0 without bytecodes.
    #[must_use]
    pub fn cycles_per_bytecode(&self) -> f64 {
        if self.bytecodes == 0 {
            0.0
        } else {
            self.cycles as f64 / self.bytecodes as f64
        }
    }
}

/// Configurations that a job has no row for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Number of configurations.
    pub configurations: usize,
    /// Why.
    pub reason: String,
}

/// A finished job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobResult {
    /// Its number.
    pub job: usize,
    /// Rows, in the order of the shapes.
    pub rows: Vec<SweepRow>,
    /// Configurations without a row.
    pub refused: Vec<Refused>,
    /// Notes about the program on this memory.
    pub notes: Vec<String>,
    /// Status of a program that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<u32>,
}

/// Marks the front of size against cycles, for each program and memory, and of rows with an exact and an assumed path apart;
/// rows without a size, and those that are not `eligible`, are not part of it.
pub fn mark_pareto(rows: &mut [SweepRow], eligible: impl Fn(&SweepRow) -> bool) {
    let mut order: Vec<usize> = (0..rows.len())
        .filter(|&row| rows[row].size.is_some() && eligible(&rows[row]))
        .collect();
    let group = |row: &SweepRow| {
        (
            row.program.clone(),
            row.memory as u8,
            row.ram_cnt,
            row.path as u8,
        )
    };
    order.sort_by_key(|&row| (group(&rows[row]), rows[row].size, rows[row].cycles));
    for row in rows.iter_mut() {
        row.pareto = false;
    }
    let mut last: Option<(usize, u64)> = None;
    for row in order {
        let cycles = rows[row].cycles;
        let on_front = match last {
            Some((best, fewest)) if group(&rows[best]) == group(&rows[row]) => {
                // Of one size and as fast as the best of it: both stand.
                cycles < fewest || cycles == fewest && rows[best].size == rows[row].size
            }
            _ => true,
        };
        if on_front {
            rows[row].pareto = true;
            last = Some((row, cycles));
        }
    }
}

#[cfg(test)]
mod tests {
    use method_cache::Geometry;
    use method_cache::replay::Fifo;
    use proptest::prelude::*;

    use super::*;

    fn row(program: &str, size: u32, cycles: u64) -> SweepRow {
        let job = Job {
            job: 0,
            program: program.to_owned(),
            memory: MemoryKind::Sram32,
            ram_cnt: 2,
            organisation: "fifo".to_owned(),
            configurations: 1,
            workload: 0,
            organisation_index: 0,
        };
        let shape = Shape::of(Geometry::new(size, 0).expect("a size"));
        SweepRow {
            cycles,
            ..SweepRow::new(&job, &Fifo, shape)
        }
    }

    proptest! {
        #[test]
        fn an_eligible_row_is_on_the_front_if_no_other_is_better_in_one_and_as_good_in_the_other(
            points in prop::collection::vec((any::<bool>(), any::<bool>(), 8u32..12, 0u64..12), 1..40),
        ) {
            let mut rows: Vec<_> = points
                .iter()
                .map(|&(first, exact, size, cycles)| SweepRow {
                    path: if exact { Path::Exact } else { Path::Assumed },
                    ..row(if first { "a" } else { "b" }, size, cycles)
                })
                .collect();
            let eligible = |row: &SweepRow| !row.cycles.is_multiple_of(5);
            mark_pareto(&mut rows, eligible);
            for row in &rows {
                let beaten = !eligible(row) || rows.iter().any(|other| {
                    eligible(other)
                        && (&other.program, other.path) == (&row.program, row.path)
                        && other.size <= row.size
                        && other.cycles <= row.cycles
                        && (other.size, other.cycles) != (row.size, row.cycles)
                });
                prop_assert_eq!(row.pareto, !beaten);
            }
        }
    }
}
