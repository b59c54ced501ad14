//! A memory operation of one of several processors: its accesses, one after the other, as they are granted.

use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::memory_controller::MemoryController;
use sim_core::simpcon::{ADDRESS_MASK, CacheClass, Command};

use crate::core::Asked;
use crate::several::port::Access;
use crate::several::timing::Timing;

/// Bit of an index that only a negative or far too large one has.
const INDEX_OVERFLOW: u32 = 1 << 22;

/// An operation under way.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub(super) asked: Asked,
    /// Where the reference executes it.
    pub(super) site: u32,
    /// The operation to go on with.
    pub(super) start: u32,
    /// Accesses that have been granted.
    pub(super) accesses: Vec<Access>,
    /// Cycles that they have waited.
    pub(super) delay: u64,
}

/// What an operation does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// An access is asked for in this cycle.
    Ask(u64, Command),
    /// All accesses are granted.
    Done,
    /// It is no plain operation: the reference executes it.
    Refused,
}

/// An access: writes, address, data.
type Plan = Option<(bool, u32, u32)>;

impl Operation {
    /// The next access, if all so far have been granted.
    pub(super) fn step(&self, controller: &MemoryController, timing: &Timing) -> Step {
        let n = self.accesses.len();
        if n == self.length() {
            return Step::Done;
        }
        let Some(profile) = timing.profile(self.asked.op) else {
            return Step::Refused;
        };
        let Some((wr, address, wr_data)) = self.access(n, controller) else {
            return Step::Refused;
        };
        // The words of a method follow each other as the second does the first.
        let place = match self.asked.op {
            MemoryOp::MethodLoad => n.min(1),
            _ => n,
        };
        let after = u64::from(profile.after[place]);
        let from = self.accesses.last().map_or(self.asked.cycle, |it| it.grant);
        let class = match self.asked.op {
            MemoryOp::MethodLoad => CacheClass::Bypass,
            _ => profile.classes[place],
        };
        let command = Command {
            rd: !wr,
            wr,
            address,
            wr_data,
            class,
        };
        Step::Ask(from + after, command)
    }

    fn length(&self) -> usize {
        use MemoryOp as M;
        match self.asked.op {
            M::ArrayLoad | M::ArrayStore => 3,
            M::GetField | M::PutField | M::PutFieldReference | M::Copy => 2,
            M::MethodLoad => (self.asked.a & 0x3FF) as usize + 1,
            _ => 1,
        }
    }

    fn word(&self, n: usize) -> u32 {
        self.accesses[n].word
    }

    /// Access `n`; none if the operation is not a plain one.
    fn access(&self, n: usize, controller: &MemoryController) -> Plan {
        use MemoryOp as M;
        let Asked { op, a, b, .. } = self.asked;
        let value = controller.value;
        let read = |address: u32, data: u32| Some((false, in_memory(controller, address)?, data));
        let write = |address: u32, data: u32| Some((true, in_memory(controller, address)?, data));
        match op {
            M::Read | M::ReadConstant | M::ReadAssociative => read(a, value),
            M::Write | M::WriteAssociative => write(controller.addr_reg, a),
            M::GetStatic => read(self.place(controller)?, value),
            M::PutStatic => write(self.place(controller)?, a),
            M::MethodLoad => {
                let start = a >> 10 & method_cache::ADDRESS_MASK;
                Some((false, start + n as u32, value))
            }
            M::GetField => {
                let index = self.place(controller)?;
                match (n, a & ADDRESS_MASK) {
                    (_, 0) => None,
                    (0, handle) => read(handle, value),
                    _ => read(self.word(0).wrapping_add(index), value),
                }
            }
            M::PutField | M::PutFieldReference => {
                let index = self.place(controller)?;
                let escapes = op == M::PutFieldReference && b >> 25 < a >> 25;
                match (n, b & ADDRESS_MASK) {
                    (_, 0) => None,
                    _ if escapes => None,
                    (0, handle) => read(handle, a),
                    _ => write(self.word(0).wrapping_add(index), a),
                }
            }
            M::ArrayLoad => self.element(n, (b, a), (false, value), controller),
            M::ArrayStore => {
                let Asked {
                    a_after, b_after, ..
                } = self.asked;
                self.element(n, (b_after, a_after), (true, a), controller)
            }
            M::Copy => self.copy(n, value),
            _ => None,
        }
    }

    /// Index of a field, or address of a static one.
    fn place(&self, controller: &MemoryController) -> Option<u32> {
        if controller.was_a_stidx {
            Some(controller.index)
        } else {
            self.asked.operand
        }
    }

    fn element(
        &self,
        n: usize,
        (handle, index): (u32, u32),
        (stores, value): (bool, u32),
        controller: &MemoryController,
    ) -> Plan {
        let (handle, index) = (handle & ADDRESS_MASK, index & ADDRESS_MASK);
        if handle == 0 || index & INDEX_OVERFLOW != 0 {
            return None;
        }
        let place = match n {
            0 => handle,
            1 => handle + 1,
            _ if index >= self.word(1) & ADDRESS_MASK => return None,
            _ => self.word(0).wrapping_add(index),
        };
        let address = in_memory(controller, place)?;
        Some((stores && n == 2, address, value))
    }

    fn copy(&self, n: usize, value: u32) -> Plan {
        let Asked { a, b, b_after, .. } = self.asked;
        let base = b & ADDRESS_MASK;
        let position = a.wrapping_add(b) & ADDRESS_MASK;
        let offset = b_after.wrapping_sub(base) & ADDRESS_MASK;
        let to = (position + offset) & ADDRESS_MASK;
        let address = if to >= base && to < position {
            (to + offset) & ADDRESS_MASK
        } else {
            to
        };
        let plain = [position, address]
            .iter()
            .all(|it| Slave::of(*it) == Slave::Memory);
        if a >> 31 != 0 || !plain {
            None
        } else if n == 0 {
            Some((false, position, value))
        } else {
            Some((true, address, self.word(0)))
        }
    }
}

/// The address on the bus, if main memory answers it.
fn in_memory(controller: &MemoryController, address: u32) -> Option<u32> {
    let address = address & ADDRESS_MASK;
    let inside = address >= controller.base_reg && address < controller.pos_reg;
    let address = if inside {
        (address + controller.offset_reg) & ADDRESS_MASK
    } else {
        address
    };
    (Slave::of(address) == Slave::Memory).then_some(address)
}
