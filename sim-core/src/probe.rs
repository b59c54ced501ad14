//! Observation of a machine: a type parameter, not a flag, so that watching nothing costs nothing.

use crate::decode::MemoryOp;
use crate::microcode_fetch::RomData;
use crate::simpcon::Command;
use crate::state::MachineState;

/// Combinational signals of one cycle, after they have settled and before the edge that ends it.
#[derive(Debug, Clone, Copy)]
pub struct Signals {
    /// The visible ROM word.
    pub rom_data: RomData,
    /// Byte of the bytecode RAM: `jbc_q`.
    pub bytecode: u8,
    /// An enabled interrupt waits for `nxt`.
    pub int_req: bool,
    /// The interrupt is taken in this cycle.
    pub ack_irq: bool,
    /// The exception is taken in this cycle.
    pub ack_exc: bool,
    /// ROM address that `nxt` dispatches to; no meaning without it.
    pub jpaddr: u16,
    /// A Java branch is taken.
    pub jmp: bool,
    /// The memory system is busy.
    pub bsy: bool,
    /// A `wait` holds the microcode PC, if the memory system is busy.
    pub waits: bool,
    /// The microcode PC is held by `wait`.
    pub held: bool,
    /// A branch in EX is taken, or a jump is in EX.
    pub redirect: bool,
    /// Strobe to the memory controller.
    pub op: MemoryOp,
    /// Command of the memory controller; addressed to [`crate::local_bus::Slave::of`] its address.
    pub command: Command,
    /// Interrupt pulse.
    pub irq: bool,
    /// Exception pulse.
    pub exc: bool,
}

/// A finished method-cache lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodLookup {
    /// Word address of the method.
    pub address: u32,
    /// Length in words; a miss loads as many, and reads one more.
    pub length: u32,
    /// True if the method was in the cache.
    pub hit: bool,
    /// Word of the bytecode RAM at which it starts.
    pub start_word: u32,
}

/// Entry that replaces the next bytecode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// An interrupt.
    Interrupt,
    /// An exception.
    Exception,
}

/// Observes a machine. Every method documents the cycle of its event.
pub trait Probe {
    /// All of a cycle: registers and signals, before the edge that ends it.
    #[inline(always)]
    fn cycle(&mut self, _state: &MachineState, _signals: &Signals) {}

    /// `nxt` is on `rom_data` in `cycle` and `bytecode`, at the Java PC `jpc`, is dispatched at its end.
    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, _bytecode: u8) {}

    /// As [`Probe::dispatch`], but an interrupt or exception takes the bytecode's place.
    #[inline(always)]
    fn entry(&mut self, _cycle: u64, _entry: Entry) {}

    /// The strobe `op` is set in `cycle`.
    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, _op: MemoryOp) {}

    /// `command` is on the bus in `cycle`.
    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, _command: &Command) {}

    /// The answer of a lookup is taken in `cycle`; on a miss the load follows.
    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, _lookup: MethodLookup) {}

    /// `wait` would hold the microcode PC in `cycle`, were the memory system busy; whether it is or not.
    #[inline(always)]
    fn wait(&mut self, _cycle: u64) {}

    /// `wait` holds the microcode PC in `cycle`.
    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {}
}

/// Watches nothing; costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProbe;

impl Probe for NoProbe {}

/// A probe that somebody else keeps.
impl<P: Probe> Probe for &mut P {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        (**self).cycle(state, signals);
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        (**self).dispatch(cycle, jpc, bytecode);
    }

    #[inline(always)]
    fn entry(&mut self, cycle: u64, entry: Entry) {
        (**self).entry(cycle, entry);
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        (**self).memory_op(cycle, op);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        (**self).transaction(cycle, command);
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        (**self).lookup(cycle, lookup);
    }

    #[inline(always)]
    fn wait(&mut self, cycle: u64) {
        (**self).wait(cycle);
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        (**self).stall(cycle);
    }
}

/// Two probes at once.
impl<A: Probe, B: Probe> Probe for (A, B) {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.0.cycle(state, signals);
        self.1.cycle(state, signals);
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.0.dispatch(cycle, jpc, bytecode);
        self.1.dispatch(cycle, jpc, bytecode);
    }

    #[inline(always)]
    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.0.entry(cycle, entry);
        self.1.entry(cycle, entry);
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        self.0.memory_op(cycle, op);
        self.1.memory_op(cycle, op);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.0.transaction(cycle, command);
        self.1.transaction(cycle, command);
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.0.lookup(cycle, lookup);
        self.1.lookup(cycle, lookup);
    }

    #[inline(always)]
    fn wait(&mut self, cycle: u64) {
        self.0.wait(cycle);
        self.1.wait(cycle);
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        self.0.stall(cycle);
        self.1.stall(cycle);
    }
}

/// A probe that may be absent.
impl<P: Probe> Probe for Option<P> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if let Some(probe) = self {
            probe.cycle(state, signals);
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        if let Some(probe) = self {
            probe.dispatch(cycle, jpc, bytecode);
        }
    }

    #[inline(always)]
    fn entry(&mut self, cycle: u64, entry: Entry) {
        if let Some(probe) = self {
            probe.entry(cycle, entry);
        }
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        if let Some(probe) = self {
            probe.memory_op(cycle, op);
        }
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        if let Some(probe) = self {
            probe.transaction(cycle, command);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        if let Some(probe) = self {
            probe.lookup(cycle, lookup);
        }
    }

    #[inline(always)]
    fn wait(&mut self, cycle: u64) {
        if let Some(probe) = self {
            probe.wait(cycle);
        }
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        if let Some(probe) = self {
            probe.stall(cycle);
        }
    }
}
