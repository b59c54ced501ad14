//! Records windows along with contexts: what happens in them besides cycles.

use cross_profile::{ContextId, Observer, ThreadId};
use isa::Spent;
use jopizer::Symbols;
use record::{Contexts, Layer, LimitsError};
use run::events::{Lookup, Retired, Stayed, Wrote};
use sim_core::main_memory::Words;

use crate::figures::Field;
use crate::heap_watch::HeapWatch;
use crate::window::{Every, Recorded, Window, Windows};

/// Records windows.
#[derive(Debug, Clone)]
pub struct WindowLayer {
    windows: Windows,
    heap: HeapWatch,
    /// Bytecodes whose executions are counted.
    chosen: Option<Box<[bool; 256]>>,
    /// Cycle in which recording has stopped, or gone on.
    turned: u64,
    /// Allocations count.
    is_open: bool,
}

impl WindowLayer {
    /// Windows of the image with these symbols. `opcodes` are the bytecodes whose executions are counted.
    ///
    /// # Errors
    /// When a window ends with calls of a method that is not there.
    pub fn new(
        every: Every,
        opcodes: &[u8],
        symbols: Option<&Symbols>,
    ) -> Result<Self, LimitsError> {
        let chosen = (!opcodes.is_empty()).then(|| {
            let mut chosen = Box::new([false; 256]);
            for opcode in opcodes {
                chosen[usize::from(*opcode)] = true;
            }
            chosen
        });
        Ok(Self {
            windows: Windows::new(every, symbols)?,
            heap: HeapWatch::new(symbols),
            chosen,
            turned: 0,
            is_open: true,
        })
    }

    /// Static fields whose writes the layer sees.
    pub fn watched(&self) -> impl Iterator<Item = u32> + use<> {
        self.heap.address().into_iter()
    }

    /// From here on windows go to a journal as they end.
    pub(crate) fn start_journal(&mut self) {
        self.windows.start_journal();
    }

    /// Windows that have ended since the last time, for the journal.
    pub(crate) fn take_ended(&mut self) -> Vec<Window> {
        self.windows.take_ended()
    }

    /// The windows of a run that has ended in this cycle, without those that a journal has taken, and its contexts. `is_open`: it was recorded up to there.
    #[must_use]
    pub fn finish(self, contexts: Contexts, cycle: u64, is_open: bool) -> (Recorded, Observer) {
        let end = if is_open { cycle } else { self.turned };
        let observer = contexts.finish();
        let recorded = self.windows.finish(end, &observer);
        (recorded, observer)
    }

    /// A bytecode has ended that went to another method.
    fn moved(&mut self, retired: &Retired, lookup: &Lookup, contexts: &mut Contexts) {
        self.count_lookup(contexts.charged(), lookup);
        let is_call = !contexts.has_returned();
        let observer = contexts.observer();
        let turns = observer.region_turns();
        let deepest = self.windows.more(observer.running()).get_mut(Field::Stack);
        *deepest = (*deepest).max(u64::from(retired.frame));
        let ends = is_call && self.windows.called(lookup.method) || self.windows.turned(turns);
        if ends {
            self.close(retired.end(), contexts);
        }
    }

    fn count_lookup(&mut self, by: (ThreadId, ContextId), lookup: &Lookup) {
        let by = self.windows.more(by);
        *by.get_mut(Field::Lookups) += 1;
        if !lookup.hit {
            *by.get_mut(Field::Misses) += 1;
            *by.get_mut(Field::WordsLoaded) += u64::from(lookup.words);
        }
    }

    #[cold]
    fn close(&mut self, cycle: u64, contexts: &mut Contexts) {
        self.windows.close(cycle, contexts.observer());
    }

    fn count_chosen(&mut self, opcode: u8, spent: &Spent, by: (ThreadId, ContextId)) {
        let chosen = self.chosen.as_ref();
        if !chosen.is_some_and(|chosen| chosen[usize::from(opcode)]) {
            return;
        }
        let waited = spent.memory_read + spent.memory_write + spent.load;
        let figures = self.windows.more(by);
        *figures.get_mut(Field::Executions) += 1;
        *figures.get_mut(Field::ExecutionCycles) += spent.cycles;
        if waited > 0 {
            *figures.get_mut(Field::Waits) += 1;
            *figures.get_mut(Field::WaitCycles) += waited;
        }
    }

    #[inline(never)]
    fn allocated(&mut self, word: u32, contexts: &mut Contexts) {
        if let Some(allocation) = self.heap.wrote(word, contexts.observer()) {
            let by = self.windows.more(allocation.by);
            *by.get_mut(Field::Objects) += 1;
            *by.get_mut(Field::WordsAllocated) += allocation.words;
        }
    }
}

impl Layer for WindowLayer {
    const STAYED: bool = true;
    const TIMED: bool = true;

    #[inline(always)]
    fn wants_stayed(&self) -> bool {
        self.chosen.is_some()
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.windows.due()
    }

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.heap.watches(address)
    }

    fn stayed(&mut self, stayed: &Stayed, contexts: &mut Contexts) {
        self.count_chosen(stayed.opcode, &stayed.spent, contexts.running());
    }

    fn retired(&mut self, retired: &Retired, contexts: &mut Contexts) {
        if self.chosen.is_some() && retired.pc.is_some() {
            let by = match retired.lookup {
                Some(_) => contexts.charged(),
                None => contexts.running(),
            };
            self.count_chosen(retired.opcode, &retired.spent, by);
        }
        if let Some(lookup) = &retired.lookup {
            self.moved(retired, lookup, contexts);
        }
    }

    fn cut(&mut self, _retired: &Retired, lookup: Option<&Lookup>, contexts: &mut Contexts) {
        if let Some(lookup) = lookup {
            self.count_lookup(contexts.running(), lookup);
        }
    }

    fn reached(&mut self, cycle: u64, contexts: &mut Contexts) {
        // The end of a window waits for the end of an iteration, so that no wait is cut.
        if !contexts.is_undecided() {
            self.close(cycle, contexts);
        }
    }

    fn wrote(&mut self, wrote: &Wrote<'_>, contexts: &mut Contexts) {
        if self.is_open {
            self.allocated(wrote.word, contexts);
        }
    }

    fn resumes(&mut self, cycle: u64, memory: &Words, contexts: &mut Contexts) {
        self.is_open = true;
        self.heap.resume(memory);
        let paused = std::mem::replace(&mut self.turned, cycle);
        self.windows.resume(paused, cycle, contexts.observer());
    }

    fn paused(&mut self, cycle: u64) {
        self.is_open = false;
        self.turned = cycle;
    }
}
