//! State of one cycle, and the little that must be kept from earlier cycles.

use isa::{Bytecode, Stop};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::main_memory::Words;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{MachineState, Probe, StallCause, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

/// The method whose code runs: that of the last lookup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurrentMethod {
    /// Word address of its code.
    pub address: u32,
    /// Word of the bytecode RAM at which it starts.
    pub start_word: u32,
}

/// Targets that `nxt` dispatches to in a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dispatched {
    /// This bytecode.
    Bytecode(u8),
    /// An entry, in place of this bytecode.
    Entry(Entry, u8),
}

/// One cycle.
#[derive(Debug, Clone, Copy)]
pub struct Cycle<'a> {
    /// Registers during the cycle.
    pub state: &'a MachineState,
    /// Combinational signals, settled.
    pub signals: &'a Signals,
    /// The method that runs; none before the first lookup.
    pub method: Option<CurrentMethod>,
    /// Target dispatched at the end of the cycle.
    pub dispatched: Option<Dispatched>,
    /// Operation that `wait` waits for, if it holds the microcode PC.
    pub stall: Option<StallCause>,
    /// The lookup that is answered.
    pub lookup: Option<MethodLookup>,
}

impl Cycle<'_> {
    /// Number of the cycle since reset.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.state.cycle
    }

    /// Byte offset in the running method of an address in the bytecode RAM; none before the first lookup.
    #[must_use]
    pub fn offset(&self, jpc: u32) -> Option<u32> {
        let mask = self.state.bytecode_fetch.jbc.len() as u32 - 1;
        let start = self.method?.start_word << 2;
        Some(jpc.wrapping_sub(start) & mask)
    }
}

/// State left by earlier cycles. As a probe it notes just that, at almost no cost.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tracker {
    operation: MemoryOp,
    slave: Slave,
    method: Option<CurrentMethod>,
    /// Bytecodes dispatched so far.
    pub(crate) bytecodes: u64,
    /// The bytecode dispatched last; none after an entry.
    last: Option<u8>,
    /// The last lookup was asked for by a return.
    returned: bool,
    /// A method was looked up and none of its code dispatched since.
    pub(crate) arrived: bool,
    /// Address of the static field that holds the running thread.
    running_task: Option<u32>,
    /// Value last written there.
    pub(crate) thread: u32,
}

impl Tracker {
    /// Before the first cycle.
    pub(crate) fn new(running_task: Option<u32>) -> Self {
        Self {
            running_task,
            ..Self::default()
        }
    }

    /// What earlier cycles left, where nobody observed them.
    pub(crate) fn resume(&mut self, method: CurrentMethod, operation: MemoryOp, slave: Slave) {
        self.method = Some(method);
        (self.operation, self.slave) = (operation, slave);
    }

    /// The cycle, and its state for the next one.
    #[inline]
    pub(crate) fn observe<'a>(
        &mut self,
        state: &'a MachineState,
        signals: &'a Signals,
    ) -> Cycle<'a> {
        if signals.op != MemoryOp::None {
            self.operation = signals.op;
        }
        if signals.command.is_active() {
            self.note_command(&signals.command);
        }
        let bytecode = signals.bytecode;
        let dispatched = match (signals.rom_data.nxt(), signals.ack_exc, signals.ack_irq) {
            (false, _, _) => None,
            (true, true, _) => Some(Dispatched::Entry(Entry::Exception, bytecode)),
            (true, false, true) => Some(Dispatched::Entry(Entry::Interrupt, bytecode)),
            (true, false, false) => Some(Dispatched::Bytecode(bytecode)),
        };
        Cycle {
            state,
            signals,
            method: self.method,
            dispatched,
            stall: signals
                .held
                .then(|| StallCause::of(self.operation, self.slave)),
            lookup: state.memory_system.answered_lookup(),
        }
    }

    /// State of the cycle that counts from the next one on.
    #[inline]
    pub(crate) fn pass(&mut self, cycle: &Cycle<'_>) {
        match cycle.dispatched {
            None => {}
            Some(Dispatched::Bytecode(bytecode)) => self.note_bytecode(bytecode),
            Some(Dispatched::Entry(..)) => self.note_entry(),
        }
        if let Some(lookup) = cycle.lookup {
            self.note_lookup(lookup);
        }
    }

    /// Word address of the method that runs.
    pub(crate) fn method(&self) -> Option<u32> {
        self.method.map(|method| method.address)
    }

    /// The lookup before this dispatch was that of a call.
    pub(crate) fn calls(&self) -> bool {
        self.arrived && !self.returned
    }

    /// None of a method's code has been dispatched since the method with one of these addresses was looked up.
    pub(crate) fn arrives_at(&self, addresses: &[u32]) -> bool {
        self.arrived
            && self
                .method()
                .is_some_and(|method| addresses.contains(&method))
    }

    fn note_bytecode(&mut self, bytecode: u8) {
        self.bytecodes += 1;
        self.last = Some(bytecode);
        self.arrived = false;
    }

    fn note_entry(&mut self) {
        self.last = None;
        self.arrived = false;
    }

    fn note_lookup(&mut self, lookup: MethodLookup) {
        self.method = Some(CurrentMethod {
            address: lookup.address,
            start_word: lookup.start_word,
        });
        self.returned = self.last.is_some_and(|last| Bytecode::of(last).is_return());
        self.arrived = true;
    }

    fn note_command(&mut self, command: &Command) {
        self.slave = Slave::of(command.address);
        if command.wr && Some(command.address) == self.running_task {
            self.thread = command.wr_data;
        }
    }
}

impl Tracker {
    /// Runs the machine as superblocks up to a cycle, or until something leaves it, while another probe watches as well.
    pub(crate) fn run<S: Sums>(
        &mut self,
        machine: &mut BlockMachine,
        limit: u64,
        other: S,
    ) -> (Stop, S) {
        let mut probe = (Statistics::default(), (*self, other));
        probe.0.charge(self.operation, self.slave);
        let stop = machine.run(limit, &mut probe);
        let (statistics, (tracker, other)) = probe;
        *self = tracker;
        (self.operation, self.slave) = statistics.charged();
        (stop, other)
    }
}

/// The last operation and its slave, which only a stall needs, are those of the statistics beside it.
impl Sums for Tracker {
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.note_bytecode(dispatch.bytecode);
    }

    fn looked_up(&mut self, waited: &Waited) {
        self.note_lookup(waited.lookup);
    }

    fn wrote(&mut self, _cycle: u64, (address, data): (u32, u32), _memory: &Words) {
        if Some(address) == self.running_task {
            self.thread = data;
        }
    }
}

impl Probe for Tracker {
    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
        self.note_bytecode(bytecode);
    }

    fn entry(&mut self, _cycle: u64, _entry: Entry) {
        self.note_entry();
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, op: MemoryOp) {
        self.operation = op;
    }

    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        self.note_command(command);
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.note_lookup(lookup);
    }
}
