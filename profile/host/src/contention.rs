//! Waits for other cores as a term: the host knows the accesses of a program, not when they come.
//!
//! ```text
//!   accesses of every path ──▶ reads, writes ──┬─▶ times the expected wait  ──▶ the term, a context of its own
//!                                              └─▶ times the longest wait   ──▶ the most that it may be; the least is 0
//! ```

use cost_model::{AccessKind, EvaluatedPath};
use cross_profile::{CallingContextTree, Charge, MethodId, Service, ThreadProfile};

/// Name of the context that has the waits.
pub const OTHER_CORES: &str = "(waits for other cores)";

/// What an access waits for other cores. Unit: cycles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waits {
    /// Longest wait of a read.
    pub longest_read: u64,
    /// Longest wait of a write.
    pub longest_write: u64,
    /// Expected wait of a read.
    pub read: f64,
    /// Expected wait of a write.
    pub write: f64,
}

/// Waits of a program.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Contention {
    /// Accesses of memory.
    pub accesses: u64,
    /// Expected cycles; the profile has them.
    pub cycles: u64,
    /// Most cycles that they may be.
    pub most: u64,
}

impl Contention {
    /// Most cycles by which the term may be off.
    #[must_use]
    pub fn error(&self) -> u64 {
        self.cycles.max(self.most.saturating_sub(self.cycles))
    }
}

/// Accesses of memory, counted as cycles are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Accesses {
    pub(crate) reads: u64,
    pub(crate) writes: u64,
    /// Cycles whose accesses are not counted, as their bytecodes have a model or a number.
    pub(crate) unknown: u64,
    /// Cycles of the accesses that are counted.
    pub(crate) known: u64,
}

impl Accesses {
    /// Adds those of so many executions of a path, and of further runs of its loop.
    pub(crate) fn add(&mut self, path: &EvaluatedPath, times: u64, further: u64) {
        for access in &path.accesses {
            // A constant address below 0 is one of a device; one that is not constant may be.
            if access.device.is_some_and(|device| device < 0) {
                continue;
            }
            let runs = access.every.map_or(0, |_| further);
            match access.kind {
                AccessKind::Read => self.reads += times + runs,
                AccessKind::Write => self.writes += times + runs,
            }
        }
    }

    /// The term of these waits.
    pub(crate) fn contention(&self, waits: Waits) -> (Contention, [u64; 2]) {
        let counted = self.reads * waits.longest_read + self.writes * waits.longest_write;
        // No access takes less than a cycle.
        let unknown = self.unknown * waits.longest_read.max(waits.longest_write);
        let more = 1.0 + self.unknown as f64 / self.known.max(1) as f64;
        let expected = |accesses: u64, wait: f64| (accesses as f64 * wait * more).round() as u64;
        let cycles = [
            expected(self.reads, waits.read),
            expected(self.writes, waits.write),
        ];
        let contention = Contention {
            accesses: ((self.reads + self.writes) as f64 * more).round() as u64,
            cycles: cycles[0] + cycles[1],
            most: (counted + unknown).max(cycles[0] + cycles[1]),
        };
        (contention, cycles)
    }
}

/// Puts the waits beside the methods of the first thread.
pub(crate) fn put(thread: &mut ThreadProfile, method: MethodId, [reads, writes]: [u64; 2]) {
    let tree = &mut thread.tree;
    let id = tree.callee(CallingContextTree::ROOT, method, Service::Program);
    let context = tree.context_mut(id);
    context.cycles[Charge::MemoryRead as usize] += reads;
    context.cycles[Charge::MemoryWrite as usize] += writes;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_term_lies_between_nothing_and_every_access_at_its_longest_wait() {
        let accesses = Accesses {
            reads: 100,
            writes: 10,
            unknown: 0,
            known: 1000,
        };
        let waits = Waits {
            longest_read: 7,
            longest_write: 8,
            read: 3.5,
            write: 4.0,
        };
        let (term, cycles) = accesses.contention(waits);
        assert_eq!(cycles, [350, 40]);
        assert_eq!((term.accesses, term.cycles, term.most), (110, 390, 780));
        assert_eq!(term.error(), 390);
        let half = Accesses {
            unknown: 500,
            ..accesses
        };
        let (term, _) = half.contention(waits);
        assert_eq!((term.cycles, term.most), (585, 780 + 4000));
    }
}
