//! Words that go on to the next one: the stack, pointers, memory operations and the dispatch at the end.

use sim_core::decode::{ASource, BSource, MemoryOp, PointerLoad};

use crate::compile::{Compiler, Flow, NOWHERE};
use crate::operation::{Byte, End, MemoryStep, Op, Stack, operation};
use crate::path::{Path, Word};

impl Compiler<'_> {
    /// Keeps A and B where the next word samples them before this one has written them.
    pub(super) fn keep_for_next(&mut self, path: &Path, word: &Word) -> bool {
        let next = self.word(path.context.next_address());
        let control = &word.control;
        let writes = control.a != ASource::Hold || next.control.jbr && control.b != BSource::Hold;
        let keeps = next.samples_early() && writes;
        if keeps {
            self.emit(Op::KeepAb);
        }
        keeps
    }

    /// A word without a branch.
    pub(super) fn straight(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        if word.nxt && self.any_foreign {
            let Some(site) = site else {
                return Flow::Hazard;
            };
            self.emit(Op::Peek(site, path.context.jpc));
        }
        let control = &word.control;
        if control.memory != MemoryOp::None {
            return self.memory(path, word, site);
        }
        let Some(stack) = operation(control) else {
            return self.plain(path, word, None);
        };
        let [high, low] = path.context.operand_before;
        let op = match stack {
            Stack::Plain(Op::PushReadData) if path.context.in_flight => return Flow::Hazard,
            // The start is there two cycles after the strobe.
            Stack::Plain(Op::PushStart) if path.context.loading.is_some_and(|words| words < 3) => {
                return Flow::Hazard;
            }
            Stack::Plain(op) => op,
            Stack::Operand(format) => match (format, high, low) {
                (0, _, Byte::At(low)) => Op::PushByte(low),
                (1, _, Byte::At(low)) => Op::PushSignedByte(low),
                (2, Byte::At(high), Byte::At(low)) => Op::PushShort(high, low),
                (3, Byte::At(high), Byte::At(low)) => Op::PushSignedShort(high, low),
                _ => return Flow::Hazard,
            },
            Stack::OperandLocal(writes) => match low {
                _ if path.context.since_vp == 2 => return Flow::Hazard,
                Byte::At(low) if writes => Op::StoreOperandLocal(low),
                Byte::At(low) => Op::PushOperandLocal(low),
                _ => return Flow::Hazard,
            },
            Stack::Jpc => {
                let mut after = path.context;
                after.advance(word);
                let next = self.word(after.address);
                if word.nxt {
                    return Flow::Hazard;
                }
                Op::PushJpc(after.jpc + i16::from(next.flagged()))
            }
            Stack::Pointer(PointerLoad::Jpc) => return self.set_jpc(path, word),
            Stack::Pointer(load) => match self.set_pointer(path, word, load) {
                Some(op) => op,
                None => return Flow::Hazard,
            },
            Stack::Sp => return self.set_sp(path, word),
            // It samples the product in the strobe's cycle: the one before.
            Stack::Multiplier(true) if path.context.previous.multiplies => return Flow::Hazard,
            Stack::Multiplier(true) => Op::PushProduct(path.cycle),
            Stack::Multiplier(false) if word.nxt => return Flow::Hazard,
            Stack::Multiplier(false) => Op::Multiply(path.cycle),
        };
        if control.starts_memory && !control.multiply {
            if word.nxt {
                return Flow::Hazard;
            }
            self.emit(Op::Busy(path.cycle));
        }
        let pointer = control.pointer;
        let flow = self.plain(path, word, op);
        match (flow, pointer) {
            (Flow::On, PointerLoad::Vp) => path.context.since_vp = 1,
            (Flow::On, PointerLoad::Ar) => path.context.since_ar = 1,
            (flow, _) => return flow,
        }
        path.commit = match op {
            Op::SetVpLate => Some(Op::CommitVp),
            Op::SetArLate => Some(Op::CommitAr),
            _ => None,
        };
        Flow::On
    }

    /// Emits the operation of a word and ends the block if the word dispatches.
    pub(super) fn plain(
        &mut self,
        path: &mut Path,
        word: &Word,
        op: impl Into<Option<Op>>,
    ) -> Flow {
        if word.nxt {
            return self.end(path, word, op.into());
        }
        let op = op.into();
        let keeps = self.keep_for_next(path, word);
        if keeps && op == Some(Op::SetSp(true)) {
            return Flow::Hazard;
        }
        if let Some(op) = op {
            self.emit(op);
        }
        self.commit(path);
        self.after_word(path, word);
        path.context.previous.kept = keeps;
        Flow::On
    }

    pub(super) fn end(&mut self, path: &mut Path, word: &Word, op: Option<Op>) -> Flow {
        let [high, _] = path.context.operand(word);
        let context = &path.context;
        let unknown = matches!(high, Byte::Before | Byte::Unknown);
        if context.in_flight || context.has_new_frame() || unknown {
            return Flow::Hazard;
        }
        let keep = match high {
            Byte::At(offset) => i8::try_from(offset),
            _ => Ok(End::KEPT),
        };
        let offset = i8::try_from(path.context.jpc);
        let (Ok(keep), Ok(offset), Ok(cycles)) = (keep, offset, u16::try_from(path.cycle + 1))
        else {
            return Flow::Hazard;
        };
        let end = End {
            keep,
            offset,
            cycles,
        };
        let fused = op
            .filter(|_| path.commit.is_none())
            .and_then(|op| op.and(end));
        if let Some(fused) = fused {
            self.emit(fused);
            return Flow::Done;
        }
        if let Some(op) = op {
            self.emit(op);
        }
        self.commit(path);
        self.emit(Op::End(end));
        Flow::Done
    }

    pub(super) fn keep_operand(&mut self, high: Byte) {
        if let Byte::At(offset) = high {
            self.emit(Op::KeepOperand(offset));
        }
    }

    pub(super) fn set_pointer(&self, path: &Path, word: &Word, load: PointerLoad) -> Option<Op> {
        let next = self.word(path.context.next_address());
        if word.nxt {
            return None;
        }
        Some(match load {
            // It sees the pointer before both loads, of which only the one before this is at hand.
            PointerLoad::Vp if path.context.since_vp == 1 && next.uses_operand_local() => {
                return None;
            }
            PointerLoad::Vp if next.uses_vp() => Op::SetVpLate,
            PointerLoad::Vp => Op::SetVp,
            _ if next.uses_ar() => Op::SetArLate,
            _ => Op::SetAr,
        })
    }

    pub(super) fn set_jpc(&mut self, path: &mut Path, word: &Word) -> Flow {
        let [high, low] = path.context.operand(word);
        if word.nxt
            || path.context.since_jpc < 4
            || path.context.since_jbr < 2
            || matches!(high, Byte::Before | Byte::Unknown)
        {
            return Flow::Hazard;
        }
        let before = path.context.jpc + i16::from(word.flagged());
        let same = !word.flagged() && low == Byte::At(path.context.jpc);
        self.keep_operand(high);
        let flow = self.plain(path, word, Op::SetJpc(before));
        path.context.jpc = 0;
        path.context.since_jpc = 1;
        path.context.operand_before = [Byte::Kept, if same { Byte::Before } else { Byte::Unknown }];
        flow
    }

    pub(super) fn set_sp(&mut self, path: &mut Path, word: &Word) -> Flow {
        let early = path.context.previous.a;
        if word.nxt || early && !path.context.previous.kept {
            return Flow::Hazard;
        }
        let mut after = path.clone();
        self.after_word(&mut after, word);
        let next = self.word(after.context.address);
        if path.commit.is_some() || !after.context.is_site(&next) {
            return Flow::Hazard;
        }
        path.wants_check = true;
        self.plain(path, word, Op::SetSp(early))
    }

    pub(super) fn memory(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        use MemoryOp as M;
        let op = word.control.memory;
        let starts = !matches!(
            op,
            M::WriteAddress | M::Index | M::Invalidate | M::AtomicStart | M::AtomicEnd
        );
        if word.nxt || path.context.in_flight || starts && site.is_none() {
            return Flow::Hazard;
        }
        // A miss that leaves asks once more, where the cache is empty already: it may have had the object, if not the field.
        if op == M::GetField && path.context.previous.invalidates && !path.context.previous.native {
            return Flow::Hazard;
        }
        if op == M::MethodLoad {
            // The load overwrites the byte.
            let [high, _] = path.context.operand(word);
            match high {
                Byte::At(offset) => {
                    self.emit(Op::KeepOperand(offset));
                    path.context.operand_before[0] = Byte::Kept;
                }
                Byte::Kept => {}
                _ => return Flow::Hazard,
            }
            if word.opd || path.context.since_jpc < 4 {
                return Flow::Hazard;
            }
        }
        let step = MemoryStep {
            op,
            site: site.unwrap_or(NOWHERE),
            cycle: path.cycle,
            operand: self.sampled_operand(path, word, op),
            known: None,
            latency: self.options.latencies.of(op),
            wait: 0,
            pops: pops(op),
        };
        self.code.memory.push(step);
        let number = self.code.memory.len() as u32 - 1;
        let flow = self.plain(path, word, step.operation(number));
        path.context.in_flight = starts;
        path.context.loading = (op == M::MethodLoad).then_some(1);
        path.context.looked_up |= op == M::MethodLoad;
        flow
    }

    /// Operand bytes that the controller sees of an operation: in its strobe cycle, or a cycle later.
    pub(super) fn sampled_operand(&self, path: &Path, word: &Word, op: MemoryOp) -> [Byte; 2] {
        if !has_operand(op) {
            return [Byte::Unknown; 2];
        }
        let later = matches!(op, MemoryOp::PutField | MemoryOp::PutFieldReference);
        let mut context = path.context;
        context.advance(word);
        let mut sampled = self.word(context.address);
        if later {
            if sampled.nxt {
                return [Byte::Unknown; 2];
            }
            context.advance(&sampled);
            sampled = self.word(context.address);
        }
        context.operand(&sampled)
    }
}

/// Whether the controller looks at the bytecode's operand.
fn has_operand(op: MemoryOp) -> bool {
    use MemoryOp as M;
    matches!(
        op,
        M::GetField | M::PutField | M::PutFieldReference | M::GetStatic | M::PutStatic
    )
}

/// Whether a strobe takes its word's pop with it.
pub(crate) fn pops(op: MemoryOp) -> bool {
    use MemoryOp as M;
    !matches!(
        op,
        M::GetStatic | M::Invalidate | M::AtomicStart | M::AtomicEnd
    )
}
