//! The probe of a machine whose windows are recorded: contexts, and what happens in them besides cycles.

use cross_profile::{ContextId, Observer, Profile, Provenance, ThreadId};
use isa::Stop;
use jopizer::Symbols;
use record::machine::ContextProbe;
use record::{Contexts, LimitsError};
use run::BlockRun;
use run::probes::CollectionProbe;
use sim_core::decode::MemoryOp;
use sim_core::main_memory::Words;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Probe, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

use crate::figures::Field;
use crate::heap_watch::HeapWatch;
use crate::window::{Every, Recorded, Windows};

/// Records windows.
#[derive(Debug, Clone)]
pub struct MetricsProbe {
    contexts: ContextProbe,
    windows: Windows,
    heap: HeapWatch,
    /// The lookup of the running bytecode.
    lookup: Option<MethodLookup>,
    chosen: Option<Box<Chosen>>,
    /// Cycle of the last dispatch, or that in which recording has stopped.
    last: u64,
    /// Allocations count.
    is_open: bool,
}

/// Bytecodes whose executions are counted.
#[derive(Debug, Clone)]
struct Chosen {
    opcodes: [bool; 256],
    /// The bytecode that runs; none of an entry.
    bytecode: Option<u8>,
    /// Cycle of its dispatch.
    since: u64,
    waited: u64,
}

/// A machine whose windows are recorded; its loop is compiled here.
#[must_use]
pub fn metered(machine: Machine, probe: (Statistics, Along)) -> BlockRun<Along> {
    BlockRun::with_loop(machine, probe, metered_loop)
}

/// Probes of such a run besides statistics.
type Along = (CollectionProbe, MetricsProbe);

fn metered_loop(machine: &mut BlockMachine, limit: u64, probe: &mut (Statistics, Along)) -> Stop {
    machine.run(limit, probe)
}

impl MetricsProbe {
    /// A probe for the image with these words and symbols. `opcodes` are the bytecodes whose executions are counted.
    ///
    /// # Errors
    /// When a window ends with calls of a method that is not there.
    pub fn new(
        every: Every,
        opcodes: &[u8],
        (words, symbols): (&[u32], Option<&Symbols>),
    ) -> Result<Self, LimitsError> {
        let chosen = (!opcodes.is_empty()).then(|| {
            let mut chosen = Chosen {
                opcodes: [false; 256],
                bytecode: None,
                since: 0,
                waited: 0,
            };
            for opcode in opcodes {
                chosen.opcodes[usize::from(*opcode)] = true;
            }
            Box::new(chosen)
        });
        Ok(Self {
            contexts: ContextProbe::new(words, symbols),
            windows: Windows::new(every, symbols)?,
            heap: HeapWatch::new(symbols),
            lookup: None,
            chosen,
            last: 0,
            is_open: true,
        })
    }

    /// The recording of a run that has ended in this cycle. `is_open`: the running bytecode counts with its cycles so far.
    #[must_use]
    pub fn finish(
        mut self,
        cycle: u64,
        is_open: bool,
        provenance: Provenance,
    ) -> (Recorded, Profile) {
        let end = if is_open { cycle } else { self.last };
        if let Some(lookup) = self.lookup.take() {
            let running = self.contexts.running();
            self.count_lookup(running, lookup);
        }
        let observer: Observer = if is_open {
            self.contexts.finish()
        } else {
            _ = self.contexts.observer();
            self.contexts.into_observer()
        };
        let recorded = self.windows.finish(end, &observer);
        (recorded, observer.into_profile(provenance))
    }

    /// The bytecode before has ended with the dispatch of this cycle; `frame` is the frame pointer after it.
    #[inline(always)]
    fn ended(&mut self, cycle: u64, frame: u32) {
        self.last = cycle;
        if self.chosen.is_some() {
            self.count_chosen(cycle);
        }
        if let Some(lookup) = self.lookup.take() {
            self.moved(cycle, lookup, frame);
        }
        // The end of a window waits for the end of an iteration, so that no wait is cut.
        if self.windows.is_due(cycle) && !self.contexts.is_undecided() {
            self.close(cycle);
        }
    }

    /// The bytecode that has ended went to another method.
    #[inline(never)]
    fn moved(&mut self, cycle: u64, lookup: MethodLookup, frame: u32) {
        self.count_lookup(self.contexts.charged(), lookup);
        let is_call = !self.contexts.has_returned();
        let observer = self.contexts.observer();
        let turns = observer.region_turns();
        let deepest = self.windows.more(observer.running()).get_mut(Field::Stack);
        *deepest = (*deepest).max(u64::from(frame));
        let ends = is_call && self.windows.called(lookup.address) || self.windows.turned(turns);
        if ends {
            self.close(cycle);
        }
    }

    fn count_lookup(&mut self, by: (ThreadId, ContextId), lookup: MethodLookup) {
        let by = self.windows.more(by);
        *by.get_mut(Field::Lookups) += 1;
        if !lookup.hit {
            *by.get_mut(Field::Misses) += 1;
            *by.get_mut(Field::WordsLoaded) += u64::from(lookup.length);
        }
    }

    #[cold]
    fn close(&mut self, cycle: u64) {
        self.windows.close(cycle, self.contexts.observer());
    }

    #[inline(never)]
    fn count_chosen(&mut self, cycle: u64) {
        let Some(chosen) = &mut self.chosen else {
            return;
        };
        let waited = std::mem::take(&mut chosen.waited);
        let cycles = cycle - std::mem::replace(&mut chosen.since, cycle);
        let is_chosen = chosen
            .bytecode
            .is_some_and(|it| chosen.opcodes[usize::from(it)]);
        if !is_chosen {
            return;
        }
        let by = match self.lookup {
            Some(_) => self.contexts.charged(),
            None => self.contexts.running(),
        };
        let figures = self.windows.more(by);
        *figures.get_mut(Field::Executions) += 1;
        *figures.get_mut(Field::ExecutionCycles) += cycles;
        if waited > 0 {
            *figures.get_mut(Field::Waits) += 1;
            *figures.get_mut(Field::WaitCycles) += waited;
        }
    }

    #[inline(always)]
    fn runs(&mut self, bytecode: Option<u8>) {
        if let Some(chosen) = &mut self.chosen {
            chosen.bytecode = bytecode;
        }
    }

    #[inline(always)]
    fn waited(&mut self, cycles: u64) {
        if let Some(chosen) = &mut self.chosen {
            chosen.waited += cycles;
        }
    }

    #[inline(always)]
    fn wrote_field(&mut self, address: u32, word: u32) {
        if self.heap.watches(address) && self.is_open {
            self.allocated(word);
        }
    }

    #[inline(never)]
    fn allocated(&mut self, word: u32) {
        if let Some(allocation) = self.heap.wrote(word, self.contexts.observer()) {
            let by = self.windows.more(allocation.by);
            *by.get_mut(Field::Objects) += 1;
            *by.get_mut(Field::WordsAllocated) += allocation.words;
        }
    }
}

impl Contexts for MetricsProbe {
    fn contexts(&mut self) -> &mut ContextProbe {
        &mut self.contexts
    }

    fn resumes(&mut self, state: &MachineState) {
        self.is_open = true;
        self.heap.resume(&state.memory_system.memory.words);
        let paused = std::mem::replace(&mut self.last, state.cycle);
        let observer = self.contexts.observer();
        self.windows.resume(paused, state.cycle, observer);
        self.lookup = None;
        if let Some(chosen) = &mut self.chosen {
            (chosen.since, chosen.waited) = (state.cycle, 0);
        }
    }

    fn paused(&mut self, cycle: u64) {
        self.is_open = false;
        self.last = cycle;
    }
}

impl Probe for MetricsProbe {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.contexts.cycle(state, signals);
        if signals.rom_data.nxt() {
            self.ended(state.cycle, state.stack.vp());
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.contexts.dispatch(cycle, jpc, bytecode);
        self.runs(Some(bytecode));
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.contexts.entry(cycle, entry);
        self.runs(None);
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, operation: MemoryOp) {
        self.contexts.memory_op(cycle, operation);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.contexts.transaction(cycle, command);
        if command.wr {
            self.wrote_field(command.address, command.wr_data);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.contexts.lookup(cycle, lookup);
        self.lookup = Some(lookup);
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        self.contexts.stall(cycle);
        self.waited(1);
    }
}

impl Sums for MetricsProbe {
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
        self.ended(dispatch.cycle, dispatch.vp);
        self.runs(Some(dispatch.bytecode));
    }

    #[inline(always)]
    fn wrote(&mut self, cycle: u64, write: (u32, u32), memory: &Words) {
        self.contexts.wrote(cycle, write, memory);
        self.wrote_field(write.0, write.1);
    }

    #[inline(always)]
    fn device(&mut self, cycle: u64, command: &Command) {
        self.contexts.device(cycle, command);
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.contexts.looked_up(waited);
        self.lookup = Some(waited.lookup);
    }

    #[inline(always)]
    fn stalled(&mut self, operation: MemoryOp, cycles: u64) {
        self.contexts.stalled(operation, cycles);
        self.waited(cycles);
    }
}
