//! What each stretch of operations needs: cycles at most, and room on the stack.

use rustc_hash::FxHashMap;

use crate::compile::{Compiler, Entry, pops};
use crate::operation::{Op, Segment, moves_sp};

impl Compiler<'_> {
    /// Finds what each segment needs.
    pub(super) fn measure(&mut self) {
        let mut known = FxHashMap::default();
        for index in 0..self.code.ops.len() {
            if let Op::Check(segment) = self.code.ops[index] {
                let needs = self.needs(index + 1, &mut known);
                let segment = &mut self.code.segments[segment as usize];
                *segment = Segment {
                    site: segment.site,
                    ..needs.below(self.options.stack_limit)
                };
            }
        }
        for bytecode in 0..256 {
            let Entry { start, foreign, .. } = self.code.entries[bytecode];
            if !foreign {
                let needs = self.needs(start as usize, &mut known);
                self.code.entries[bytecode].segment = Segment {
                    site: self.entry_sites[&start],
                    ..needs.below(self.options.stack_limit)
                };
            }
        }
    }

    pub(super) fn needs(&self, index: usize, known: &mut FxHashMap<usize, Segment>) -> Segment {
        if let Some(needs) = known.get(&index) {
            return *needs;
        }
        let needs = self.needs_of(index, known);
        known.insert(index, needs);
        needs
    }

    pub(super) fn needs_of(&self, index: usize, known: &mut FxHashMap<usize, Segment>) -> Segment {
        let cycles = |cycles| Segment {
            cycles,
            ..Segment::default()
        };
        if let Some((end, pushed)) = self.code.ops[index].end() {
            return Segment {
                cycles: end.cycles.into(),
                rise: pushed.max(0).unsigned_abs(),
                fall: pushed.min(0).unsigned_abs(),
                ..Segment::default()
            };
        }
        let mut needs = match self.code.ops[index] {
            Op::Advance(after) => return cycles(after),
            Op::Leave(site) => return cycles(self.code.sites[site as usize].cycle),
            Op::Goto(to) => return self.needs(to as usize, known),
            Op::IfZero(_, to) | Op::IfNotZero(_, to) => {
                let (on, taken) = (self.needs(index + 1, known), self.needs(to as usize, known));
                Segment {
                    cycles: on.cycles.max(taken.cycles),
                    rise: on.rise.max(taken.rise),
                    // The way on begins with a pop of its own.
                    fall: (on.fall + 1).max(taken.fall),
                    ..Segment::default()
                }
            }
            _ => self.needs(index + 1, known),
        };
        match self.code.ops[index] {
            Op::Wait(_) | Op::WaitLoad(_) => {
                needs.cycles += self.options.latencies.longest;
            }
            Op::SetSp(_) => (needs.rise, needs.fall) = (0, 1),
            Op::Memory(step) if !pops(self.code.memory[step as usize].op) => {}
            op => match moves_sp(op) {
                1 => {
                    needs.rise += 1;
                    needs.fall = needs.fall.saturating_sub(1);
                }
                -1 => {
                    needs.rise = needs.rise.saturating_sub(1);
                    needs.fall += 1;
                }
                _ => {}
            },
        }
        needs
    }
}
