//! Counting atoms while the fast engine runs: the application vector.

use std::collections::BTreeMap;

use cost_model::{PathId, RowId, Scenario};
use fast_engine::{Executed, Place, Probe};
use serde::Serialize;

use crate::atom::{Atom, is_conditional_branch};

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
    /// Counts one more of an atom.
    pub fn add(&mut self, atom: Atom, times: u64) {
        if times > 0 {
            *self.atoms.entry(atom).or_default() += times;
        }
    }

    /// Of an atom.
    #[must_use]
    pub fn of(&self, atom: &Atom) -> u64 {
        self.atoms.get(atom).copied().unwrap_or(0)
    }
}

/// Opcodes that the quick counters are for, usual paths only.
const OPCODES: usize = 256;

/// Counts while an engine runs.
#[derive(Debug, Clone)]
pub struct Counter {
    usual: [u64; OPCODES],
    counts: Counts,
    /// A branch, until the next bytecode shows whether it was taken.
    branch: Option<(u8, Place)>,
}

impl Default for Counter {
    fn default() -> Self {
        Self {
            usual: [0; OPCODES],
            counts: Counts::default(),
            branch: None,
        }
    }
}

/// Bytes of a conditional branch.
const BRANCH_BYTES: u32 = 3;

impl Counter {
    /// The counts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = self.counts.clone();
        for (opcode, times) in (0..=u8::MAX).zip(self.usual) {
            counts.add(Atom::bytecode(opcode), times);
        }
        counts
    }

    /// Counts if the program is at `place` now: a branch before it has gone there.
    #[must_use]
    pub fn counts_at(mut self, place: Place) -> Counts {
        self.arrive(place);
        self.counts()
    }

    /// Counts a bytecode or entry.
    #[inline]
    pub fn note(&mut self, executed: &Executed) {
        self.arrive(executed.place);
        match executed.path {
            PathId {
                row: RowId::Bytecode(opcode),
                scenario: Scenario::Usual,
            } if executed.runs == 1 => {
                if is_conditional_branch(opcode) {
                    self.branch = Some((opcode, executed.place));
                } else {
                    self.usual[usize::from(opcode)] += 1;
                }
            }
            path => {
                self.counts.add(Atom::Path(path), 1);
                let further = u64::from(executed.runs.saturating_sub(1));
                self.counts.add(Atom::FurtherRun(path), further);
            }
        }
        if let Some(lookup) = executed.lookup.filter(|lookup| !lookup.hit) {
            let key = (executed.path.row, lookup.words);
            *self.counts.loads.entry(key).or_default() += 1;
        }
        self.counts.device_delay += executed.delay;
    }

    fn arrive(&mut self, place: Place) {
        if let Some((opcode, from)) = self.branch.take() {
            let taken = place.pc != from.pc + BRANCH_BYTES;
            self.counts.add(Atom::Branch { opcode, taken }, 1);
        }
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
    use super::*;
    use isa::op;

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
        let counts = counter.counts();
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
        let counts = counter.counts();
        assert_eq!(counts.of(&Atom::bytecode(op::JOPSYS_INT2EXT)), 1);
        assert_eq!(counts.of(&Atom::FurtherRun(copy.path)), 4);
    }
}
