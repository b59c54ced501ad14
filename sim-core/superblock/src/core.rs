//! Registers of a processor that executes superblocks.

use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;

use crate::latency::Latency;
use crate::operation::Byte;
use crate::translate::Place;

/// Registers between two blocks, and what has to be remembered for the reference.
#[derive(Debug, Clone, Default)]
pub(crate) struct Core {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) sp: u32,
    pub(crate) vp: u32,
    pub(crate) ar: u32,
    /// The Java PC that offsets are relative to.
    pub(crate) jpc: u32,
    /// The Java PC before `stjpc`.
    pub(crate) jpc_before: u32,
    /// The bytecode dispatched last, and its address.
    pub(crate) jinstr: u8,
    pub(crate) jpc_br: u32,
    /// High operand byte.
    pub(crate) kept_operand: u32,
    /// Cycle in which the first word of the block is in IR.
    pub(crate) base: u64,
    /// First cycle in which the memory system is not busy.
    pub(crate) busy: u64,
    /// Strobe of the last memory operation, and how long it takes from there.
    pub(crate) strobe: u64,
    pub(crate) latency: Latency,
    /// An edge that the object cache has not seen yet.
    pub(crate) object_edge: Option<ObjectEdge>,
    /// When the memory became idle, the object cache could take a field.
    pub(crate) field_pulse: bool,
    /// Registers that only their readers need.
    pub(crate) exr: u32,
    pub(crate) immval: u32,
    pub(crate) write_address: u32,
    /// A and B of an instruction that samples early.
    pub(crate) early: [u32; 2],
    pub(crate) vp_late: u32,
    pub(crate) ar_late: u32,
    /// Cycle of the multiplier's registers, and of the system device's.
    pub(crate) multiplier_at: u64,
    pub(crate) device_at: u64,
    /// Blocks end here at the latest.
    pub(crate) horizon: u64,
    /// Cycle up to which the caller lets it run.
    pub(crate) limit: u64,
    /// Read data of the slave at hand, and of main memory.
    pub(crate) rd_data: u32,
    pub(crate) memory_data: u32,
    /// The last accesses of main memory, and which of them came last.
    pub(crate) last_read: Option<(u32, u32)>,
    pub(crate) last_write: Option<(u32, u32)>,
    pub(crate) wrote_last: bool,
    /// What a stall is charged to.
    pub(crate) last_op: MemoryOp,
    pub(crate) last_slave: Slave,
    /// A lookup of a method whose answer nobody has waited for yet.
    pub(crate) load: Option<Load>,
    pub(crate) held: u64,
    pub(crate) bytecodes: u64,
    /// Those of them that throw.
    pub(crate) thrown: u64,
    /// The operation after the one at which execution has ended.
    pub(crate) at: u32,
    /// Of one of several processors: an operation that waits for its accesses, and cycles that they came later.
    pub(crate) asked: Option<Asked>,
    pub(crate) granted: Option<u32>,
    /// Sites to pass before the engine leaves at one.
    pub(crate) fuel: u32,
}

/// An operation on main memory that begins, as the memory port has it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) op: MemoryOp,
    /// Cycle of the strobe.
    pub(crate) cycle: u64,
    /// A and B in that cycle, and in the next one.
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) a_after: u32,
    pub(crate) b_after: u32,
    pub(crate) operand: Option<u32>,
}

/// An edge of the object cache at the end of this cycle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectEdge {
    pub(crate) cycle: u64,
    /// The field that a getfield has read.
    pub(crate) field: Option<u32>,
}

/// A lookup under way. The memory side is still as it was in the cycle of its strobe.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    /// Cycle of the strobe.
    pub(crate) cycle: u64,
    /// Address and length: A in that cycle.
    pub(crate) a: u32,
    pub(crate) hit: bool,
    pub(crate) start_word: u32,
    /// Cycles that its accesses waited for other processors.
    pub(crate) delay: u32,
}

/// Sizes of a machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Masks {
    pub(crate) jpc: u32,
    pub(crate) jbc: u32,
    pub(crate) branch: u32,
    pub(crate) stack: u32,
}

impl Core {
    /// First cycle in which the memory is idle.
    pub(crate) fn idle_at(&self) -> u64 {
        self.strobe + u64::from(self.latency.idle)
    }

    /// First cycle in which the local bus is.
    pub(crate) fn settled_at(&self) -> u64 {
        self.strobe + u64::from(self.latency.settled)
    }

    /// Last cycle in which the memory side clocks its units.
    pub(crate) fn rests_at(&self) -> u64 {
        self.strobe + u64::from(self.latency.rests)
    }

    /// Registers that a run does not move before its end, the base aside.
    #[inline(always)]
    pub(crate) fn catch_up(&mut self, place: &Place, masks: Masks) {
        self.jpc_br = self.jpc.wrapping_add(place.jpc_br) & masks.jpc;
        self.jpc = self.jpc.wrapping_add(place.jpc) & masks.jpc;
        self.jinstr = place.bytecode;
        self.bytecodes += u64::from(place.bytecodes);
        if let Some(kept) = place.kept {
            self.kept_operand = kept.into();
        }
    }

    /// An operand byte.
    #[inline(always)]
    pub(crate) fn byte(&self, byte: Byte, jpc: u32, jbc: &[u8], masks: Masks) -> u32 {
        match byte {
            Byte::At(offset) => at(jbc, jpc, offset, masks),
            Byte::Kept => self.kept_operand,
            Byte::Before => at(jbc, self.jpc_before, 0, masks),
            Byte::Is(byte) => byte.into(),
            Byte::Unknown => 0,
        }
    }

    /// Two operand bytes, high before low.
    pub(crate) fn operand(&self, bytes: [Byte; 2], jpc: u32, jbc: &[u8], masks: Masks) -> u32 {
        let [high, low] = bytes.map(|byte| self.byte(byte, jpc, jbc, masks));
        high << 8 | low
    }
}

/// The byte of the bytecode RAM at an offset from the Java PC.
#[inline(always)]
pub(crate) fn at(jbc: &[u8], jpc: u32, offset: i16, masks: Masks) -> u32 {
    let address = jpc.wrapping_add_signed(offset.into()) & masks.jbc;
    jbc.get(address as usize).copied().unwrap_or(0).into()
}
