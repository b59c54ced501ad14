//! Records heap and stack along with contexts, at the speed of superblocks.

use cross_profile::{Observer, Provenance};
use isa::MachineConfig;
use jopizer::Symbols;
use record::{Contexts, Layer};
use run::events::{Retired, Wrote};

use crate::heap::HeapFollower;
use crate::place::NoHeap;
use crate::profile::{MemoryProfile, Recorded};
use crate::stack::StackFollower;

/// Records the memory of a run.
#[derive(Debug, Clone)]
pub struct HeapLayer {
    heap: HeapFollower,
    stack: StackFollower,
}

impl HeapLayer {
    /// Heap and stack of the image with these symbols. `is_exact`: the run is on the reference, and the stack is measured in every cycle.
    ///
    /// # Errors
    /// Without the symbols of our runtime.
    pub fn new(
        config: &MachineConfig,
        symbols: Option<&Symbols>,
        is_exact: bool,
    ) -> Result<Self, NoHeap> {
        Ok(Self {
            heap: HeapFollower::new(symbols)?,
            stack: StackFollower::new(config, symbols, is_exact),
        })
    }

    /// The recording of a run that is over, with its contexts.
    #[must_use]
    pub fn finish(
        self,
        recorded: Recorded,
        contexts: (Observer, Provenance),
        symbols: &Symbols,
    ) -> MemoryProfile {
        MemoryProfile::new(recorded, self.heap, self.stack, contexts, symbols)
    }
}

impl Layer for HeapLayer {
    const CYCLES: bool = true;

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.heap.watches(address)
    }

    fn retired(&mut self, retired: &Retired, contexts: &mut Contexts) {
        let observer = contexts.frames();
        if let Some(method) = self.heap.moved(retired, observer) {
            self.stack
                .called(retired.end(), method, retired.frame, observer);
        }
    }

    fn wrote(&mut self, wrote: &Wrote<'_>, contexts: &mut Contexts) {
        self.heap.wrote(wrote, contexts.frames());
    }

    #[inline(always)]
    fn cycle(&mut self, cycle: u64, pointer: u32, contexts: &mut Contexts) {
        if self.stack.is_exact() {
            self.stack.cycle(cycle, pointer, contexts.frames());
        }
    }
}
