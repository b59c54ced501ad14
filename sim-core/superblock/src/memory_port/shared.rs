//! Operations of one of several processors: the engine of the processors grants their accesses (`several.rs`).

use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::simpcon::ADDRESS_MASK;

use crate::core::Asked;
use crate::memory_port::{MemoryPort, Strobe};
use crate::sums::Sums;

impl<S: Sums> MemoryPort<'_, S> {
    /// None of an operation whose accesses have not been granted; with the cycles that they took once they have.
    #[inline(always)]
    pub(super) fn ask(&mut self, strobe: &Strobe) -> Option<Strobe> {
        if !self.has_accesses(strobe) {
            return Some(*strobe);
        }
        let Some(delay) = self.core.granted.take() else {
            self.core.asked = Some(Asked {
                op: strobe.op,
                cycle: strobe.cycle,
                a: strobe.a,
                b: strobe.b,
                a_after: strobe.a_after,
                b_after: strobe.b_after,
                operand: strobe.operand,
            });
            return None;
        };
        Some(Strobe {
            latency: strobe.latency.later(delay),
            ..*strobe
        })
    }

    /// The same of a method that is not in the cache; gives the cycles that its accesses waited.
    pub(super) fn ask_load(&mut self, a: u32, cycle: u64) -> Option<u32> {
        let granted = self.core.granted.take();
        if granted.is_none() {
            self.core.asked = Some(Asked {
                op: MemoryOp::MethodLoad,
                cycle,
                a,
                b: 0,
                a_after: 0,
                b_after: 0,
                operand: None,
            });
        }
        granted
    }

    /// Whether the operation may give a command to main memory.
    fn has_accesses(&self, strobe: &Strobe) -> bool {
        use MemoryOp as M;
        let address = match strobe.op {
            M::WriteAddress | M::Index | M::Invalidate | M::AtomicStart | M::AtomicEnd => {
                return false;
            }
            M::Read | M::ReadConstant | M::ReadAssociative => strobe.a & ADDRESS_MASK,
            M::Write | M::WriteAssociative => self.system.controller.addr_reg,
            _ => return true,
        };
        Slave::of(self.translated(address)) == Slave::Memory
    }
}
