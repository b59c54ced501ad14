//! Observers that need no single cycles.

use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::main_memory::Words;
use sim_core::memory_system::MemorySystem;
use sim_core::probe::{MethodLookup, NoProbe, Probe};
use sim_core::simpcon::Command;

/// The dispatch of a bytecode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dispatch {
    /// The cycle in which `nxt` is on the ROM output: the bytecode before has ended.
    pub cycle: u64,
    /// Java PC of the bytecode.
    pub jpc: u32,
    /// The bytecode.
    pub bytecode: u8,
    /// The variable pointer in that cycle; has no meaning if the bytecode before looked up no method.
    pub vp: u32,
}

/// A lookup of a method that microcode has waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waited {
    /// Cycle of the strobe.
    pub strobe: u64,
    /// First cycle with `wait` after it.
    pub wait: u64,
    /// Cycle in which the answer is taken.
    pub answer: u64,
    /// The answer.
    pub lookup: MethodLookup,
    /// The bytecode that asks; of an entry the one in whose place it came.
    pub bytecode: u8,
}

/// A probe that looks at events which superblocks know without going through the cycles. Where the reference runs, it is a
/// [`Probe`] as any other. A method is called where [`Probe`] would have called its own, or later, but before the next
/// dispatch; stalls of one cause come as one number.
pub trait Sums: Probe {
    /// [`Sums::dispatched`] is called at every dispatch; otherwise at some, the first after a lookup among them.
    const SEES_DISPATCHES: bool = true;
    /// [`Sums::watches`], [`Sums::watches_write`], [`Sums::watches_device`] or [`Sums::stops`] may be true.
    const MAY_STOP: bool = false;
    /// The machine is one of several: operations on main memory ask for their accesses (`several.rs`).
    #[doc(hidden)]
    const SHARED: bool = false;

    /// Sets the arbiter's answer in a cycle of the memory side, where the machine is one of several.
    #[doc(hidden)]
    #[inline(always)]
    fn answer(&mut self, _cycle: u64, _system: &mut MemorySystem) {}

    /// Takes the request of that cycle.
    #[doc(hidden)]
    #[inline(always)]
    fn take_request(&mut self, _cycle: u64, _system: &mut MemorySystem) {}

    /// The lookup of a method at this address is to be executed by the reference, cycle by cycle.
    #[inline(always)]
    fn watches(&self, _address: u32) -> bool {
        false
    }

    /// The same of a write to this address of main memory.
    #[inline(always)]
    fn watches_write(&self, _address: u32) -> bool {
        false
    }

    /// The same of this access of a device.
    #[inline(always)]
    fn watches_device(&self, _command: &Command) -> bool {
        false
    }

    /// The machine is to stop before its next cycle: asked after each cycle of the reference.
    #[inline(always)]
    fn stops(&self) -> bool {
        false
    }

    /// The engine takes over in `cycle`, in which the first word of `bytecode` is in IR.
    #[inline(always)]
    fn entered(&mut self, _cycle: u64, _bytecode: u8) {}

    /// The reference takes over in `cycle`; the last strobe was `op`, and `slave` was accessed last. `load` is the cycle of the strobe of a lookup
    /// that was not reported yet.
    #[inline(always)]
    fn left(&mut self, _cycle: u64, (_op, _slave): (MemoryOp, Slave), _load: Option<u64>) {}

    /// As [`Probe::dispatch`].
    #[inline(always)]
    fn dispatched(&mut self, _dispatch: &Dispatch) {}

    /// As [`Probe::transaction`], of a write to main memory, whose words are `memory`.
    #[inline(always)]
    fn wrote(&mut self, _cycle: u64, _write: (u32, u32), _memory: &Words) {}

    /// As [`Probe::transaction`], of an access of a device, with the word that it answers in the next cycle.
    #[inline(always)]
    fn device(&mut self, _cycle: u64, _command: &Command, _answer: u32) {}

    /// As [`Probe::lookup`], with the strobe and the first `wait`.
    #[inline(always)]
    fn looked_up(&mut self, _waited: &Waited) {}

    /// As [`Probe::stall`], from cycle `from` on `cycles` times, while `op` is the last operation, and `slave` what was accessed last.
    #[inline(always)]
    fn stalled(&mut self, _from: u64, (_op, _slave): (MemoryOp, Slave), _cycles: u64) {}

    /// A branch of the microcode is taken or not. Where the engine leaves at the branch itself, the reference executes it once more.
    #[inline(always)]
    fn branched(&mut self, _taken: bool) {}
}

impl Sums for NoProbe {
    const SEES_DISPATCHES: bool = false;
}

/// Two probes at once.
impl<A: Sums, B: Sums> Sums for (A, B) {
    const SEES_DISPATCHES: bool = A::SEES_DISPATCHES || B::SEES_DISPATCHES;
    const MAY_STOP: bool = A::MAY_STOP || B::MAY_STOP;

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.0.watches(address) || self.1.watches(address)
    }

    #[inline(always)]
    fn watches_write(&self, address: u32) -> bool {
        self.0.watches_write(address) || self.1.watches_write(address)
    }

    #[inline(always)]
    fn watches_device(&self, command: &Command) -> bool {
        self.0.watches_device(command) || self.1.watches_device(command)
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.0.stops() || self.1.stops()
    }

    #[inline(always)]
    fn entered(&mut self, cycle: u64, bytecode: u8) {
        self.0.entered(cycle, bytecode);
        self.1.entered(cycle, bytecode);
    }

    #[inline(always)]
    fn left(&mut self, cycle: u64, last: (MemoryOp, Slave), load: Option<u64>) {
        self.0.left(cycle, last, load);
        self.1.left(cycle, last, load);
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.0.dispatched(dispatch);
        self.1.dispatched(dispatch);
    }

    #[inline(always)]
    fn wrote(&mut self, cycle: u64, write: (u32, u32), memory: &Words) {
        self.0.wrote(cycle, write, memory);
        self.1.wrote(cycle, write, memory);
    }

    #[inline(always)]
    fn device(&mut self, cycle: u64, command: &Command, answer: u32) {
        self.0.device(cycle, command, answer);
        self.1.device(cycle, command, answer);
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.0.looked_up(waited);
        self.1.looked_up(waited);
    }

    #[inline(always)]
    fn stalled(&mut self, from: u64, last: (MemoryOp, Slave), cycles: u64) {
        self.0.stalled(from, last, cycles);
        self.1.stalled(from, last, cycles);
    }

    #[inline(always)]
    fn branched(&mut self, taken: bool) {
        self.0.branched(taken);
        self.1.branched(taken);
    }
}

/// A probe that may be absent.
impl<S: Sums> Sums for Option<S> {
    const SEES_DISPATCHES: bool = S::SEES_DISPATCHES;
    const MAY_STOP: bool = S::MAY_STOP;

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.as_ref().is_some_and(|sums| sums.watches(address))
    }

    #[inline(always)]
    fn watches_write(&self, address: u32) -> bool {
        self.as_ref()
            .is_some_and(|sums| sums.watches_write(address))
    }

    #[inline(always)]
    fn watches_device(&self, command: &Command) -> bool {
        self.as_ref()
            .is_some_and(|sums| sums.watches_device(command))
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.as_ref().is_some_and(S::stops)
    }

    #[inline(always)]
    fn entered(&mut self, cycle: u64, bytecode: u8) {
        if let Some(sums) = self {
            sums.entered(cycle, bytecode);
        }
    }

    #[inline(always)]
    fn left(&mut self, cycle: u64, last: (MemoryOp, Slave), load: Option<u64>) {
        if let Some(sums) = self {
            sums.left(cycle, last, load);
        }
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        if let Some(sums) = self {
            sums.dispatched(dispatch);
        }
    }

    #[inline(always)]
    fn wrote(&mut self, cycle: u64, write: (u32, u32), memory: &Words) {
        if let Some(sums) = self {
            sums.wrote(cycle, write, memory);
        }
    }

    #[inline(always)]
    fn device(&mut self, cycle: u64, command: &Command, answer: u32) {
        if let Some(sums) = self {
            sums.device(cycle, command, answer);
        }
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        if let Some(sums) = self {
            sums.looked_up(waited);
        }
    }

    #[inline(always)]
    fn stalled(&mut self, from: u64, last: (MemoryOp, Slave), cycles: u64) {
        if let Some(sums) = self {
            sums.stalled(from, last, cycles);
        }
    }

    #[inline(always)]
    fn branched(&mut self, taken: bool) {
        if let Some(sums) = self {
            sums.branched(taken);
        }
    }
}

/// Stops the machine in the cycle after the answer to a lookup of one of these methods, given by the addresses of their code.
#[derive(Debug, Clone, Copy)]
pub struct Arrivals<'a> {
    addresses: &'a [u32],
    arrived: bool,
}

impl<'a> Arrivals<'a> {
    /// None has arrived.
    #[must_use]
    pub fn new(addresses: &'a [u32]) -> Self {
        Self {
            addresses,
            arrived: false,
        }
    }
}

impl Sums for Arrivals<'_> {
    const SEES_DISPATCHES: bool = false;
    const MAY_STOP: bool = true;

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.addresses.contains(&address)
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.arrived
    }
}

impl Probe for Arrivals<'_> {
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.arrived |= self.addresses.contains(&lookup.address);
    }
}
