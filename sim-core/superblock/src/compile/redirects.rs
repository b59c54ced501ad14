//! Words that do not simply go on to the next one: `wait`, branches, jumps and Java branches.

use sim_core::decode::BranchCondition;

use crate::compile::{Compiler, Flow, Fork};
use crate::operation::{Byte, JavaStep, Op};
use crate::path::{LONG_AGO, Path, Previous, Redirect, Word};

impl Compiler<'_> {
    pub(super) fn wait(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        let mut after = path.context;
        after.advance(word);
        let second = self.word(after.address);
        // Cycles that hold a `wait` bring the new Java PC's bytes nearer by more than the words do.
        let soon_after_stjpc = path.context.since_jpc < LONG_AGO;
        if word.flagged() || path.context.redirect.is_some() || soon_after_stjpc {
            return Flow::Hazard;
        }
        if second.control.wait {
            if second.flagged() {
                return Flow::Hazard;
            }
            let load = path.context.loading.is_some();
            let wait = if load { Op::WaitLoad } else { Op::Wait };
            self.emit(wait(path.cycle));
            path.context.in_flight = false;
            path.context.loading = None;
            path.context.advance(word);
            path.cycle += 1;
        } else {
            let Some(site) = site else {
                return Flow::Hazard;
            };
            if path.context.in_flight {
                return Flow::Hazard;
            }
            self.emit(Op::WaitOne(site));
        }
        path.context.advance(word);
        path.cycle += 1;
        path.context.previous = Previous::NOTHING;
        self.commit(path);
        Flow::On
    }

    /// The words in the two delay slots of a branch or jump, if they can be there. None if the redirect is lost to a dispatch.
    pub(super) fn slots(&self, path: &Path, word: &Word) -> Result<Option<[Word; 2]>, Flow> {
        let address = path.context.address;
        let slots = [1, 2].map(|n| self.word(address + n));
        if word.nxt || path.context.redirect.is_some() || slots[0].nxt {
            return Err(Flow::Hazard);
        }
        if slots[1].nxt {
            return if slots[0].redirects_or_waits() {
                Err(Flow::Hazard)
            } else {
                Ok(None)
            };
        }
        Ok(Some(slots))
    }

    pub(super) fn branch(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        let slots = match self.slots(path, word) {
            Ok(slots) => slots,
            Err(hazard) => return hazard,
        };
        let early = path.context.previous.a;
        if early && !path.context.previous.kept {
            return Flow::Hazard;
        }
        let Some(slots) = slots else {
            return self.plain(path, word, Op::Pop);
        };
        // A `wait` in a slot holds nothing when the branch is not taken.
        let waits = slots
            .iter()
            .all(|slot| slot.control.wait && !slot.flagged());
        if !waits && slots.iter().any(Word::redirects_or_waits) {
            return Flow::Hazard;
        }
        let mut taken = path.clone();
        let displacement = word.control.displacement;
        self.after_word(&mut taken, word);
        taken.last_site = None;
        taken.wants_check = true;
        taken.context.redirect = Some(Redirect {
            slots: 2,
            target: (path.context.address + 1).wrapping_add_signed(displacement) & 0x7FF,
        });
        if path.commit.is_some() || slots[0].samples_early() {
            return Flow::Hazard;
        }
        if site.is_none() && (waits || !self.reaches_a_site(&taken)) {
            return Flow::Hazard;
        }
        let op = self.code.ops.len();
        self.emit(match word.control.branch {
            BranchCondition::Zero => Op::IfZero(early, 0),
            _ => Op::IfNotZero(early, 0),
        });
        self.forks.push(Fork {
            path: taken,
            op,
            fallback: site,
        });
        self.after_word(path, word);
        Flow::On
    }

    pub(super) fn jump(&mut self, path: &mut Path, word: &Word) -> Flow {
        let slots = match self.slots(path, word) {
            Ok(slots) => slots,
            Err(hazard) => return hazard,
        };
        let displacement = word.control.displacement;
        let target = (path.context.address + 1).wrapping_add_signed(displacement) & 0x7FF;
        if let Some(slots) = slots {
            if slots.iter().any(Word::redirects_or_waits) {
                return Flow::Hazard;
            }
            path.wants_check = true;
        }
        self.after_word(path, word);
        self.commit(path);
        if slots.is_some() {
            path.context.redirect = Some(Redirect { slots: 2, target });
        }
        Flow::On
    }

    pub(super) fn java_branch(&mut self, path: &mut Path, word: &Word) -> Flow {
        let context = &path.context;
        let operand = context.operand(word);
        let offset = [context.operand_before[1], operand[1]];
        let mut after = path.context;
        after.advance(word);
        let previous = path.context.previous;
        let early = previous.a || previous.b;
        if word.nxt
            || path.context.since_jpc < LONG_AGO
            || path.context.since_jbr < 2
            || self.word(after.address).flagged()
            || early && !previous.kept
            || offset.iter().any(|byte| !matches!(byte, Byte::At(_)))
            || operand[0] == Byte::Unknown
        {
            return Flow::Hazard;
        }
        self.emit(Op::JavaBranch(self.code.java.len() as u32));
        self.code.java.push(JavaStep {
            offset,
            jpc: after.jpc,
            kept: operand[0],
            early,
            adds: previous.adds,
        });
        self.after_word(path, word);
        self.commit(path);
        path.context.jpc = 0;
        path.context.since_jbr = 1;
        path.context.operand_before = [Byte::Kept, Byte::Unknown];
        Flow::On
    }
}
