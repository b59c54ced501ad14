//! The probe of a run: contexts, heap and stack at once, at the speed of superblocks.

use cross_profile::Provenance;
use isa::{MachineConfig, Stop, op};
use jopizer::Symbols;
use record::machine::ContextProbe;
use run::BlockRun;
use run::probes::CollectionProbe;
use sim_core::decode::MemoryOp;
use sim_core::main_memory::Words;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Probe, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

use crate::heap::HeapFollower;
use crate::place::NoHeap;
use crate::profile::{MemoryProfile, Recorded};
use crate::stack::StackFollower;

/// Records the memory of a run.
#[derive(Debug, Clone)]
pub struct MemoryProbe {
    contexts: ContextProbe,
    heap: HeapFollower,
    stack: StackFollower,
    /// An allocation ended in the cycle before: its cycle, and the block with its end.
    ended: Option<(u64, (u32, u32))>,
}

/// Probes of a run besides statistics.
type Watched = (CollectionProbe, MemoryProbe);

/// A machine whose memory is recorded; its loop is compiled here.
#[must_use]
pub fn watched(machine: Machine, probe: (Statistics, Watched)) -> BlockRun<Watched> {
    BlockRun::with_loop(machine, probe, watched_loop)
}

fn watched_loop(machine: &mut BlockMachine, limit: u64, probe: &mut (Statistics, Watched)) -> Stop {
    machine.run(limit, probe)
}

impl MemoryProbe {
    /// A probe for the image of these words with these symbols. `is_exact`: the run is on the reference, and the stack is measured in every cycle.
    ///
    /// # Errors
    /// Without the symbols of our runtime.
    pub fn new(
        config: &MachineConfig,
        (words, symbols): (&[u32], Option<&Symbols>),
        is_exact: bool,
    ) -> Result<Self, NoHeap> {
        Ok(Self {
            contexts: ContextProbe::new(words, symbols),
            heap: HeapFollower::new(config, symbols)?,
            stack: StackFollower::new(config, symbols, is_exact),
            ended: None,
        })
    }

    /// The recording of a run that is over.
    #[must_use]
    pub fn finish(
        self,
        recorded: Recorded,
        provenance: Provenance,
        symbols: &Symbols,
    ) -> MemoryProfile {
        let observer = self.contexts.finish();
        MemoryProfile::new(
            recorded,
            self.heap,
            self.stack,
            (observer, provenance),
            symbols,
        )
    }

    /// The contexts are where the bytecode before has gone to.
    #[inline(always)]
    fn arrived(&mut self, cycle: u64, frame: u32) {
        let observer = self.contexts.frames();
        if let Some(method) = self.heap.arrived(frame, observer) {
            self.stack.called(cycle, method, frame, observer);
        }
    }
}

impl Probe for MemoryProbe {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if let Some((cycle, block)) = self.ended.take() {
            let words = &state.memory_system.memory.words;
            let observer = self.contexts.frames();
            self.heap.allocated(cycle, block, words, observer);
        }
        self.contexts.cycle(state, signals);
        if signals.rom_data.nxt() {
            self.arrived(state.cycle, state.stack.vp());
        }
        if self.stack.is_exact() {
            let observer = self.contexts.frames();
            self.stack.cycle(state.cycle, state.stack.sp(), observer);
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.contexts.dispatch(cycle, jpc, bytecode);
        self.heap.dispatched(bytecode, Some(jpc));
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.contexts.entry(cycle, entry);
        let bytecode = match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        };
        self.heap.dispatched(bytecode, None);
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, operation: MemoryOp) {
        self.contexts.memory_op(cycle, operation);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.contexts.transaction(cycle, command);
        if !command.wr {
            return;
        }
        let (address, word) = (command.address, command.wr_data);
        match self.heap.is_allocation(address) {
            Some(block) => self.ended = Some((cycle, (block, word))),
            None => self.heap.noted(address, word),
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.contexts.lookup(cycle, lookup);
        self.heap.looked_up(cycle, &lookup);
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        self.contexts.stall(cycle);
    }
}

impl Sums for MemoryProbe {
    #[inline(always)]
    fn entered(&mut self, cycle: u64) {
        self.contexts.entered(cycle);
    }

    #[inline(always)]
    fn left(&mut self, cycle: u64, operation: MemoryOp, load: Option<u64>) {
        self.contexts.left(cycle, operation, load);
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.contexts.dispatched(dispatch);
        self.arrived(dispatch.cycle, dispatch.vp);
        self.heap.dispatched(dispatch.bytecode, Some(dispatch.jpc));
    }

    #[inline(always)]
    fn wrote(&mut self, cycle: u64, write: (u32, u32), memory: &Words) {
        self.contexts.wrote(cycle, write, memory);
        let observer = self.contexts.frames();
        self.heap.wrote(cycle, write, memory, observer);
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.contexts.looked_up(waited);
        self.heap.looked_up(waited.answer, &waited.lookup);
    }

    #[inline(always)]
    fn stalled(&mut self, operation: MemoryOp, cycles: u64) {
        self.contexts.stalled(operation, cycles);
    }
}
