//! Counting atoms while the fast engine runs: the application vector.

use std::collections::BTreeMap;

use cost_model::{Atom, PathId, RowId};
use fast_engine::{Executed, Place, Probe};
use run::Executions;
use serde::Serialize;

/// Count of each atom.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Atoms but the loads of methods.
    pub atoms: BTreeMap<Atom, u64>,
    /// Loads of methods that were not in the cache, by what asked for them and their words.
    #[serde(skip)]
    pub loads: BTreeMap<(RowId, u32), u64>,
    /// Cycles for which the program let a device hold it.
    pub device_delay: u64,
}

impl Counts {
    /// Counts more of an atom.
    pub fn add(&mut self, atom: Atom, times: u64) {
        match atom {
            _ if times == 0 => {}
            Atom::Load { on, words } => *self.loads.entry((on.row, words)).or_default() += times,
            Atom::DeviceCycle => self.device_delay += times,
            // As free as the path has it.
            Atom::Hit { .. } => {}
            _ => *self.atoms.entry(atom).or_default() += times,
        }
    }

    /// Of an atom.
    #[must_use]
    pub fn of(&self, atom: &Atom) -> u64 {
        self.atoms.get(atom).copied().unwrap_or(0)
    }
}

/// Counts while an engine runs: a branch by its way, which the next bytecode shows.
#[derive(Debug, Clone, Default)]
pub struct Counter {
    executions: Executions<Option<bool>>,
}

/// Bytes of a conditional branch.
const BRANCH_BYTES: u32 = 3;

impl Counter {
    /// The counts of all but the newest bytecode.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for (taken, execution, times) in self.executions.counts() {
            for (atom, each) in execution.atoms() {
                let way = match (&atom, taken) {
                    (Atom::Path(path), Some(taken)) => {
                        path.branch().map(|opcode| Atom::Branch { opcode, taken })
                    }
                    _ => None,
                };
                counts.add(way.unwrap_or(atom), each * times);
            }
        }
        counts
    }

    /// Counts of all bytecodes if the program is at `place` now: a branch before it has gone there.
    #[must_use]
    pub fn counts_at(mut self, place: Place) -> Counts {
        if let Some(newest) = self.executions.take_newest() {
            self.count(&newest, place);
        }
        self.counts()
    }

    /// Path of the newest bytecode.
    #[must_use]
    pub fn last(&self) -> PathId {
        self.executions.last()
    }

    /// Takes a bytecode or entry.
    #[inline]
    pub fn note(&mut self, executed: &Executed) {
        if let Some(before) = self.executions.ended(executed) {
            self.count(&before, executed.place);
        }
    }

    fn count(&mut self, executed: &Executed, next: Place) {
        let branch = executed.path.branch();
        let taken = branch.map(|_| next.pc != executed.place.pc + BRANCH_BYTES);
        let execution = self.executions.execution(executed);
        self.executions.count(taken, execution);
    }
}

impl Probe for Counter {
    const BYTECODES: bool = true;

    fn executed(&mut self, executed: &Executed) {
        self.note(executed);
    }
}

#[cfg(test)]
mod tests {
    use cost_model::Scenario;
    use isa::op;

    use super::*;

    fn executed(opcode: u8, pc: u32) -> Executed {
        Executed {
            cycle: 0,
            place: Place { method: 100, pc },
            path: PathId {
                row: RowId::Bytecode(opcode),
                scenario: Scenario::Usual,
            },
            runs: 1,
            cycles: 1,
            stalls: fast_engine::Stalls::default(),
            delay: 0,
            lookup: None,
            frame: 0,
        }
    }

    #[test]
    fn the_next_place_tells_whether_a_branch_was_taken() {
        let mut counter = Counter::default();
        for (opcode, pc) in [(op::IFEQ, 0), (op::IFEQ, 3), (op::NOP, 7)] {
            counter.note(&executed(opcode, pc));
        }
        let end = Place { method: 100, pc: 8 };
        let counts = counter.counts_at(end);
        for taken in [true, false] {
            let branch = Atom::Branch {
                opcode: op::IFEQ,
                taken,
            };
            assert_eq!(counts.of(&branch), 1);
        }
        assert_eq!(counts.of(&Atom::bytecode(0)), 1);
    }

    #[test]
    fn runs_of_a_loop_beyond_the_first_are_counted_apart() {
        let mut counter = Counter::default();
        let mut copy = executed(op::JOPSYS_INT2EXT, 0);
        copy.runs = 5;
        counter.note(&copy);
        let end = Place { method: 100, pc: 8 };
        let counts = counter.counts_at(end);
        assert_eq!(counts.of(&Atom::bytecode(op::JOPSYS_INT2EXT)), 1);
        assert_eq!(counts.of(&Atom::FurtherRun(copy.path)), 4);
    }
}
