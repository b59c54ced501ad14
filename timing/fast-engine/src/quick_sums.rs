//! Reports of the quick loop to a probe of sums: cycles and counts since the last report.

use cost_model::EvaluatedLoad;

use crate::probe::{MethodLookup, Passed, Stalls};
use crate::quick_code::{Kind, Op};

/// Report to probes about the run that begins with an operation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Run {
    /// Cycles that wait for reads.
    pub(crate) reads: u32,
    /// Cycles that wait for writes.
    pub(crate) writes: u32,
    /// Times it was begun, minus the times its rest was refunded.
    begun: u64,
}

/// Sums since the last time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sums {
    /// Cycle of the last time.
    cycle: u64,
    bytecodes: u64,
    reads: u64,
    writes: u64,
}

impl Sums {
    /// Nothing, so far.
    #[inline(always)]
    pub(crate) fn new(cycle: u64, bytecodes: u64) -> Self {
        Self {
            cycle,
            bytecodes,
            reads: 0,
            writes: 0,
        }
    }

    /// Bytecodes at the last time.
    #[inline(always)]
    pub(crate) fn bytecodes(&self) -> u64 {
        self.bytecodes
    }

    /// A run begins.
    #[inline(always)]
    pub(crate) fn begin(&mut self, run: &mut Run) {
        run.begun = run.begun.wrapping_add(1);
        self.reads += u64::from(run.reads);
        self.writes += u64::from(run.writes);
    }

    /// The rest of a run, which begins here, is not done.
    #[inline(always)]
    pub(crate) fn give_back(&mut self, run: &mut Run) {
        run.begun = run.begun.wrapping_sub(1);
        self.reads -= u64::from(run.reads);
        self.writes -= u64::from(run.writes);
    }

    /// Sums up to a cycle and a number of bytecodes, without `last`, which has begun.
    #[inline(always)]
    pub(crate) fn passed(&self, cycle: u64, bytecodes: u64, last: &Run) -> Passed {
        Passed {
            bytecodes: bytecodes - self.bytecodes,
            cycles: cycle - self.cycle,
            stalls: Stalls {
                memory_read: self.reads - u64::from(last.reads),
                memory_write: self.writes - u64::from(last.writes),
                method_load: 0,
            },
        }
    }
}

impl Run {
    /// The run of an operation with these waits for reads and for writes, and the rest after it.
    pub(crate) fn of([reads, writes]: [u32; 2], rest: Option<Self>) -> Self {
        let rest = rest.unwrap_or_default();
        Self {
            reads: reads + rest.reads,
            writes: writes + rest.writes,
            begun: 0,
        }
    }

    /// Stalls of a bytecode that goes to another method and is a separate run.
    #[inline(always)]
    pub(crate) fn stalls_of_move(
        &self,
        load: Option<EvaluatedLoad>,
        lookup: Option<MethodLookup>,
    ) -> Stalls {
        let loaded = lookup.map_or(0, |lookup| lookup.cycles);
        Stalls {
            memory_read: self.reads.into(),
            memory_write: self.writes.into(),
            method_load: loaded + load.map_or(0, |load| u64::from(load.hit_stall)),
        }
    }
}

/// Executions of each bytecode, by opcode, without those that go to another method.
pub(crate) fn counts(ops: &[Op], runs: &[Run], bytes: &[u8]) -> [u64; 256] {
    let mut counts = [0_u64; 256];
    // Runs that came from before; modulo 2^64, since what was given back counts negatively.
    let mut arriving = vec![0_u64; ops.len() + 1];
    for (place, op) in ops.iter().enumerate() {
        if op.kind == Kind::Slow {
            continue;
        }
        let done = arriving[place].wrapping_add(runs[place].begun);
        if !op.kind.moves() {
            let count = &mut counts[usize::from(bytes[place])];
            *count = count.wrapping_add(done);
        }
        if op.count > 1 {
            let next = &mut arriving[place + usize::from(op.length)];
            *next = next.wrapping_add(done);
        }
    }
    counts
}
