//! What is recorded along with contexts: windows, the heap, lines. A layer sees each event after the contexts have, and asks them who runs.

use run::events::{Events, Lookup, Passed, Retired, Stayed, Use, Wrote};
use sim_core::main_memory::Words;

use crate::contexts::Contexts;
use crate::gated::Gated;

/// [`Events`], with the contexts.
pub trait Layer {
    /// As [`Events::STAYED`].
    const STAYED: bool = false;
    /// As [`Events::CAUSES`].
    const CAUSES: bool = false;
    /// As [`Events::TIMED`].
    const TIMED: bool = false;
    /// As [`Events::CYCLES`].
    const CYCLES: bool = false;

    /// As [`Events::wants_stayed`].
    #[inline(always)]
    fn wants_stayed(&self) -> bool {
        Self::STAYED
    }

    /// As [`Events::due`].
    #[inline(always)]
    fn due(&self) -> u64 {
        u64::MAX
    }

    /// As [`Events::watches`].
    #[inline(always)]
    fn watches(&self, _address: u32) -> bool {
        false
    }

    /// As [`Events::stayed`].
    #[inline(always)]
    fn stayed(&mut self, _stayed: &Stayed, _contexts: &mut Contexts) {}

    /// As [`Events::started`] and [`Events::retired`].
    #[inline(always)]
    fn retired(&mut self, _retired: &Retired, _contexts: &mut Contexts) {}

    /// As [`Events::cut`].
    fn cut(&mut self, _retired: &Retired, _lookup: Option<&Lookup>, _contexts: &mut Contexts) {}

    /// As [`Events::reached`].
    #[inline(always)]
    fn reached(&mut self, _cycle: u64, _contexts: &mut Contexts) {}

    /// As [`Events::wrote`].
    #[inline(always)]
    fn wrote(&mut self, _wrote: &Wrote<'_>, _contexts: &mut Contexts) {}

    /// As [`Events::cycle`].
    #[inline(always)]
    fn cycle(&mut self, _cycle: u64, _pointer: u32, _contexts: &mut Contexts) {}

    /// As [`Gated::resumes`].
    fn resumes(&mut self, _cycle: u64, _memory: &Words, _contexts: &mut Contexts) {}

    /// As [`Gated::paused`].
    fn paused(&mut self, _cycle: u64) {}
}

/// No layer.
impl Layer for () {}

/// Two layers.
impl<A: Layer, B: Layer> Layer for (A, B) {
    const STAYED: bool = A::STAYED || B::STAYED;
    const CAUSES: bool = A::CAUSES || B::CAUSES;
    const TIMED: bool = A::TIMED || B::TIMED;
    const CYCLES: bool = A::CYCLES || B::CYCLES;

    #[inline(always)]
    fn wants_stayed(&self) -> bool {
        self.0.wants_stayed() || self.1.wants_stayed()
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.0.due().min(self.1.due())
    }

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.0.watches(address) || self.1.watches(address)
    }

    #[inline(always)]
    fn stayed(&mut self, stayed: &Stayed, contexts: &mut Contexts) {
        if A::STAYED && self.0.wants_stayed() {
            self.0.stayed(stayed, contexts);
        }
        if B::STAYED && self.1.wants_stayed() {
            self.1.stayed(stayed, contexts);
        }
    }

    #[inline(always)]
    fn retired(&mut self, retired: &Retired, contexts: &mut Contexts) {
        self.0.retired(retired, contexts);
        self.1.retired(retired, contexts);
    }

    fn cut(&mut self, retired: &Retired, lookup: Option<&Lookup>, contexts: &mut Contexts) {
        self.0.cut(retired, lookup, contexts);
        self.1.cut(retired, lookup, contexts);
    }

    #[inline(always)]
    fn reached(&mut self, cycle: u64, contexts: &mut Contexts) {
        if cycle >= self.0.due() {
            self.0.reached(cycle, contexts);
        }
        if cycle >= self.1.due() {
            self.1.reached(cycle, contexts);
        }
    }

    #[inline(always)]
    fn wrote(&mut self, wrote: &Wrote<'_>, contexts: &mut Contexts) {
        if self.0.watches(wrote.address) {
            self.0.wrote(wrote, contexts);
        }
        if self.1.watches(wrote.address) {
            self.1.wrote(wrote, contexts);
        }
    }

    #[inline(always)]
    fn cycle(&mut self, cycle: u64, pointer: u32, contexts: &mut Contexts) {
        self.0.cycle(cycle, pointer, contexts);
        self.1.cycle(cycle, pointer, contexts);
    }

    fn resumes(&mut self, cycle: u64, memory: &Words, contexts: &mut Contexts) {
        self.0.resumes(cycle, memory, contexts);
        self.1.resumes(cycle, memory, contexts);
    }

    fn paused(&mut self, cycle: u64) {
        self.0.paused(cycle);
        self.1.paused(cycle);
    }
}

/// A layer that may be absent.
impl<L: Layer> Layer for Option<L> {
    const STAYED: bool = L::STAYED;
    const CAUSES: bool = L::CAUSES;
    const TIMED: bool = L::TIMED;
    const CYCLES: bool = L::CYCLES;

    #[inline(always)]
    fn wants_stayed(&self) -> bool {
        self.as_ref().is_some_and(L::wants_stayed)
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.as_ref().map_or(u64::MAX, L::due)
    }

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.as_ref().is_some_and(|layer| layer.watches(address))
    }

    #[inline(always)]
    fn stayed(&mut self, stayed: &Stayed, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.stayed(stayed, contexts);
        }
    }

    #[inline(always)]
    fn retired(&mut self, retired: &Retired, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.retired(retired, contexts);
        }
    }

    fn cut(&mut self, retired: &Retired, lookup: Option<&Lookup>, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.cut(retired, lookup, contexts);
        }
    }

    #[inline(always)]
    fn reached(&mut self, cycle: u64, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.reached(cycle, contexts);
        }
    }

    #[inline(always)]
    fn wrote(&mut self, wrote: &Wrote<'_>, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.wrote(wrote, contexts);
        }
    }

    #[inline(always)]
    fn cycle(&mut self, cycle: u64, pointer: u32, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.cycle(cycle, pointer, contexts);
        }
    }

    fn resumes(&mut self, cycle: u64, memory: &Words, contexts: &mut Contexts) {
        if let Some(layer) = self {
            layer.resumes(cycle, memory, contexts);
        }
    }

    fn paused(&mut self, cycle: u64) {
        if let Some(layer) = self {
            layer.paused(cycle);
        }
    }
}

/// Contexts with a layer.
#[derive(Debug, Clone)]
pub struct Layered<L> {
    /// The contexts.
    pub contexts: Contexts,
    /// What goes along.
    pub layer: L,
}

impl<L: Layer> Gated for Layered<L> {
    fn contexts(&mut self) -> &mut Contexts {
        &mut self.contexts
    }

    fn resumes(&mut self, cycle: u64, memory: &Words) {
        self.layer.resumes(cycle, memory, &mut self.contexts);
    }

    fn paused(&mut self, cycle: u64) {
        self.layer.paused(cycle);
    }
}

impl<L: Layer> Events for Layered<L> {
    const STAYED: bool = L::STAYED;
    const CAUSES: bool = L::CAUSES;
    const TIMED: bool = L::TIMED;
    const CYCLES: bool = L::CYCLES;

    #[inline(always)]
    fn each(&self) -> bool {
        self.contexts.each()
    }

    #[inline(always)]
    fn wants_stayed(&self) -> bool {
        self.layer.wants_stayed()
    }

    #[inline(always)]
    fn due(&self) -> u64 {
        self.layer.due()
    }

    fn started(&mut self, start: &Retired) {
        self.contexts.started(start);
        self.layer.retired(start, &mut self.contexts);
    }

    #[inline(always)]
    fn begins(&mut self, method: u32, pc: u32, opcode: u8) {
        self.contexts.begins(method, pc, opcode);
    }

    #[inline(always)]
    fn passed(&mut self, passed: &Passed) {
        self.contexts.passed(passed);
    }

    #[inline(always)]
    fn stayed(&mut self, stayed: &Stayed) {
        self.layer.stayed(stayed, &mut self.contexts);
    }

    #[inline(always)]
    fn retired(&mut self, retired: &Retired) {
        self.contexts.retired(retired);
        self.layer.retired(retired, &mut self.contexts);
    }

    #[inline(always)]
    fn moved(&mut self, passed: &Passed, retired: &Retired) {
        self.contexts.moved(passed, retired);
        self.layer.retired(retired, &mut self.contexts);
    }

    fn cut(&mut self, retired: &Retired, lookup: Option<&Lookup>) {
        self.contexts.retired(retired);
        self.layer.cut(retired, lookup, &mut self.contexts);
    }

    #[inline(always)]
    fn reached(&mut self, cycle: u64) {
        self.layer.reached(cycle, &mut self.contexts);
    }

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.contexts.watches(address) || self.layer.watches(address)
    }

    #[inline(always)]
    fn wrote(&mut self, wrote: &Wrote<'_>) {
        self.contexts.wrote(wrote);
        if self.layer.watches(wrote.address) {
            self.layer.wrote(wrote, &mut self.contexts);
        }
    }

    #[inline(always)]
    fn cycle(&mut self, cycle: u64, pointer: u32) {
        self.layer.cycle(cycle, pointer, &mut self.contexts);
    }

    fn used(&mut self, uses: &[Use; 256]) {
        self.contexts.used(uses);
    }
}
