//! Cycles of a recorded run on another memory, with another method cache, and with other prices.

use std::collections::HashMap;

use cache_sweep::Replayed;
use cost_model::{EvaluatedLoad, EvaluatedPath, EvaluatedTable, PathId};
use isa::MachineConfig;
use lookups::LoadTime;
use method_cache::replay::load_words;

use crate::recording::PathCounts;

/// What a method cache did in a run, whatever the memory is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CacheCounts {
    /// By the number or hidden cycles of what asks, and the length field: hits and misses.
    asked: Vec<((u16, u32), [u64; 2])>,
    pub(crate) lookups: u64,
    pub(crate) misses: u64,
    pub(crate) words_loaded: u64,
}

impl CacheCounts {
    /// Counts of a shape.
    pub(crate) fn of(replayed: &Replayed, shape: usize) -> Self {
        let mut asked: HashMap<(u16, u32), [u64; 2]> = HashMap::new();
        let mut counts = Self::default();
        for (lookup, count, misses) in replayed.lookups(shape) {
            let length = lookup.call.length;
            let sum = asked.entry((lookup.hidden, length)).or_default();
            sum[0] += count - misses;
            sum[1] += misses;
            counts.lookups += count;
            counts.misses += misses;
            counts.words_loaded += misses * u64::from(load_words(length));
        }
        counts.asked = asked.into_iter().collect();
        counts.asked.sort_unstable();
        counts
    }
}

/// A run's cycles on a memory, but for the method cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Priced {
    /// Cycles without waits for the method cache.
    cycles: u64,
    /// Those of them in which the microcode waits, if known.
    stalls: Option<u64>,
    loads: Loads,
}

/// Cycles of a program on a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cycles {
    pub(crate) cycles: u64,
    /// Those of them in which the microcode waits, if known.
    pub(crate) stalls: Option<u64>,
    /// Those of the stalls in which it waits for the method cache.
    pub(crate) load_stalls: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Loads {
    /// Of each path that asks.
    Paths(Vec<EvaluatedLoad>),
    /// Of the memory; what asks is known by its hidden cycles.
    Machine(LoadTime),
}

impl Priced {
    /// Counts times the costs of a table.
    pub(crate) fn paths(run: &PathCounts, costs: &EvaluatedTable) -> Self {
        let last = until_output(costs.path(run.last));
        let mut cycles = run.delay + last.cycles;
        let mut stalls = last.stalls.map(|stalls| run.delay + stalls);
        for count in &run.counts {
            let path = costs.path(count.path);
            let hit_stall = path.load.map_or(0, |load| load.hit_stall);
            let each = path.cycles_of_count(count.runs) - hit_stall;
            let waits =
                path.read_stall_of_count(count.runs) + path.write_stall_of_count(count.runs);
            cycles += count.times * u64::from(each);
            stalls = stalls.map(|stalls| stalls + count.times * u64::from(waits));
        }
        let load = |path: &PathId| costs.path(*path).load.unwrap_or(NO_LOAD);
        Self {
            cycles,
            stalls,
            loads: Loads::Paths(run.askers.iter().map(load).collect()),
        }
    }

    /// Cycles that the machine took, and those of them in which it waited, but for the method cache.
    pub(crate) fn machine(cycles: u64, stalls: u64, machine: &MachineConfig) -> Self {
        Self {
            cycles,
            stalls: Some(stalls),
            loads: Loads::Machine(LoadTime::of(machine)),
        }
    }

    /// All cycles with a method cache.
    pub(crate) fn with(&self, cache: &CacheCounts) -> Cycles {
        let asked = cache.asked.iter();
        let loads = asked.map(|&((asker, length), [hits, misses])| {
            hits * self.stall(asker, length, true) + misses * self.stall(asker, length, false)
        });
        let load_stalls: u64 = loads.sum();
        Cycles {
            cycles: self.cycles + load_stalls,
            stalls: self.stalls.map(|stalls| stalls + load_stalls),
            load_stalls,
        }
    }

    fn stall(&self, asker: u16, length: u32, hit: bool) -> u64 {
        match &self.loads {
            Loads::Machine(time) => time.stall(hit, length, asker),
            Loads::Paths(loads) => {
                let load = loads[usize::from(asker)];
                let miss = if hit {
                    0
                } else {
                    load.miss(load_words(length))
                };
                u64::from(load.hit_stall + miss)
            }
        }
    }
}

/// Of a path that a changed table gives no load: what it waits is part of its cycles.
const NO_LOAD: EvaluatedLoad = EvaluatedLoad {
    at: 0,
    hidden: u32::MAX,
    hit_stall: 0,
    fixed: 0,
    per_word: 0,
};

/// The last bytecode up to its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UntilOutput {
    pub(crate) cycles: u64,
    /// Those of them in which the microcode waits; none where the table does not tell them from those after the output.
    pub(crate) stalls: Option<u64>,
}

/// The last bytecode up to its write; all of it if the table does not have its cycle.
pub(crate) fn until_output(path: &EvaluatedPath) -> UntilOutput {
    let waits = u64::from(path.read_stall + path.write_stall);
    UntilOutput {
        cycles: path.until_output().into(),
        stalls: match path.accesses.as_slice() {
            [] => Some(waits),
            // With an only access the microcode waits from the cycle of its command on.
            [_] => Some(waits.min(1)),
            _ => (waits == 0).then_some(0),
        },
    }
}
