//! Calling contexts of a run, from its events: the same on each engine.
//!
//! Another thread runs from the cycle on in which the scheduler writes `Scheduler.current`. An iteration of a polling loop that
//! goes round again is waiting.

use cross_profile::observer::{InRegion, REGION_MARK, RUNNING_TASK, WRITER};
use cross_profile::{
    BytecodeUse, CallingContextTree, ContextId, Observer, Profile, Provenance, Spent, ThreadId,
    Transfer,
};
use isa::Bytecode;
use jopizer::Symbols;
use run::events::{Events, Passed, Retired, Use, Wrote};
use run::polls::{Arrival, Polls, Stay};

/// Records calling contexts.
#[derive(Debug, Clone)]
pub struct Contexts {
    observer: Observer,
    /// Polling loops, and the iteration under way: its bytecodes and their cycles.
    stay: Stay,
    iteration: (u64, Spent),
    /// What the last bytecode that came alone is to the iteration.
    arrival: Arrival,
    /// Address of the scheduler's running task.
    current: Option<u32>,
    /// Address of the mark of regions.
    mark: Option<u32>,
    /// Thread and context of the last bytecode that came alone, and whether it returned.
    charged: (ThreadId, ContextId),
    has_returned: bool,
}

impl Contexts {
    /// Contexts of the image with these words and symbols; without symbols methods are named by their addresses, and no loop is
    /// known to poll.
    #[must_use]
    pub fn new(words: &[u32], symbols: Option<&Symbols>) -> Self {
        Self {
            observer: observer(symbols),
            stay: Stay::new(Polls::of(words, symbols)),
            iteration: Default::default(),
            arrival: Arrival::Turns,
            current: running_task(symbols),
            mark: region_mark(symbols),
            charged: (ThreadId(0), CallingContextTree::ROOT),
            has_returned: false,
        }
    }

    /// Lists the calls of the methods and regions with these names; [`Observer::calls`] gives them.
    #[must_use]
    pub fn listing(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.observer = self.observer.listing(names);
        self
    }

    /// Figures by bytecode only of this method and its callees.
    #[must_use]
    pub fn below(mut self, method: &str) -> Self {
        self.observer = self.observer.below(method);
        self
    }

    /// What is recorded, all bytecodes that were told. An iteration of a polling loop that is under way counts as execution.
    pub fn observer(&mut self) -> &Observer {
        if self.is_undecided() {
            self.turn();
        }
        &self.observer
    }

    /// Frames and contexts so far, at every event.
    #[must_use]
    #[inline]
    pub fn frames(&self) -> &Observer {
        &self.observer
    }

    /// The recording. An iteration of a polling loop that is under way counts as execution.
    #[must_use]
    pub fn finish(mut self) -> Observer {
        self.turn();
        self.observer
    }

    /// Its profile.
    #[must_use]
    pub fn into_profile(self, provenance: Provenance) -> Profile {
        self.finish().into_profile(provenance)
    }

    /// Thread and context that the cycles of the last bytecode were charged to which came alone.
    #[must_use]
    pub fn charged(&self) -> (ThreadId, ContextId) {
        self.charged
    }

    /// That bytecode was a return.
    #[must_use]
    pub fn has_returned(&self) -> bool {
        self.has_returned
    }

    /// The running thread and its context.
    #[must_use]
    #[inline]
    pub fn running(&self) -> (ThreadId, ContextId) {
        self.observer.running()
    }

    /// An iteration of a polling loop is under way: nobody knows yet what its cycles are.
    #[must_use]
    #[inline]
    pub fn is_undecided(&self) -> bool {
        self.iteration.0 != 0
    }

    /// Static fields whose writes the recorder sees.
    pub fn watched(&self) -> impl Iterator<Item = u32> + use<> {
        [self.current, self.mark].into_iter().flatten()
    }

    /// Recording stops at a dispatch.
    pub fn pause(&mut self) {
        self.turn();
    }

    /// Recording goes on in this method with this frame; what called it is not known but for the region.
    pub fn resume(&mut self, at: Transfer, is_called: bool, region: Option<InRegion>) {
        self.observer.restart(at, is_called, region);
    }

    /// Recording goes on in the frames in which the thread was left.
    pub fn go_on(&mut self) {
        self.observer.go_on();
    }

    /// What the iteration has had was execution, and none is under way.
    #[inline(always)]
    fn turn(&mut self) {
        if self.stay.is_on() {
            self.stay.leave();
            self.report_iteration();
        }
    }

    #[inline(never)]
    fn report_iteration(&mut self) {
        let (bytecodes, spent) = std::mem::take(&mut self.iteration);
        if bytecodes > 0 {
            self.observer.passed(bytecodes, &spent);
        }
    }

    #[inline(never)]
    fn arrive(&mut self, method: u32, pc: u32, opcode: u8) {
        self.arrival = self.stay.arrive(method, pc, opcode);
        if self.arrival == Arrival::Turns {
            self.report_iteration();
        }
    }

    /// A bytecode of an iteration has ended.
    #[inline(never)]
    fn hold(&mut self, opcode: u8, spent: &Spent) {
        self.observer.used_here(opcode, spent.cycles);
        self.iteration.0 += 1;
        self.iteration.1.add(spent);
        if let Arrival::Round(site) = self.arrival {
            let (bytecodes, spent) = std::mem::take(&mut self.iteration);
            let charge = self.stay.site(site).awaited.charge();
            self.observer.waited(charge, bytecodes, spent.cycles);
        }
        self.arrival = Arrival::Turns;
    }
}

impl Events for Contexts {
    #[inline(always)]
    fn each(&self) -> bool {
        self.stay.is_on() || !self.observer.counts_all()
    }

    fn started(&mut self, start: &Retired) {
        self.observer.started(&start.spent);
    }

    #[inline(always)]
    fn begins(&mut self, method: u32, pc: u32, opcode: u8) {
        if self.stay.concerns(opcode) {
            self.arrive(method, pc, opcode);
        }
    }

    #[inline(always)]
    fn passed(&mut self, passed: &Passed) {
        self.turn();
        self.observer.passed(passed.bytecodes, &passed.spent);
    }

    fn retired(&mut self, retired: &Retired) {
        if retired.lookup.is_some() || retired.is_entry() {
            self.turn();
        } else if self.arrival != Arrival::Turns {
            return self.hold(retired.opcode, &retired.spent);
        }
        self.has_returned = Bytecode::of(retired.opcode).is_return();
        let transfer = transfer(retired);
        self.charged = self
            .observer
            .ended(retired.opcode, &retired.spent, transfer);
    }

    #[inline(always)]
    fn moved(&mut self, passed: &Passed, retired: &Retired) {
        self.turn();
        let Some(transfer) = transfer(retired) else {
            return;
        };
        self.has_returned = Bytecode::of(retired.opcode).is_return();
        let before = (passed.bytecodes, &passed.spent);
        self.charged = self
            .observer
            .moved(before, retired.opcode, &retired.spent, transfer);
    }

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        Some(address) == self.current || Some(address) == self.mark
    }

    fn wrote(&mut self, wrote: &Wrote<'_>) {
        if Some(wrote.address) == self.current {
            self.turn();
            self.observer.scheduled(wrote.word);
        }
        if Some(wrote.address) == self.mark {
            self.turn();
            self.observer.marked(wrote.word);
        }
    }

    fn used(&mut self, uses: &[Use; 256]) {
        self.observer.add_uses(uses.iter().map(|own| BytecodeUse {
            count: own.count,
            cycles: own.cycles,
        }));
    }
}

#[inline(always)]
fn transfer(retired: &Retired) -> Option<Transfer> {
    retired.lookup.map(|lookup| Transfer {
        address: lookup.method,
        frame: retired.frame,
    })
}

/// Address of the static field with the handle of the running task; none in an image without threads or symbols.
#[must_use]
pub fn running_task(symbols: Option<&Symbols>) -> Option<u32> {
    field(symbols?, RUNNING_TASK)
}

/// Address of the static field that regions are marked with; none in a program that marks none.
#[must_use]
pub fn region_mark(symbols: Option<&Symbols>) -> Option<u32> {
    field(symbols?, REGION_MARK)
}

fn field(symbols: &Symbols, [class, name]: [&str; 2]) -> Option<u32> {
    symbols.static_field(class, name)
}

/// An observer for the image with these symbols; without them methods are named by their addresses.
#[must_use]
pub fn observer(symbols: Option<&Symbols>) -> Observer {
    let methods = symbols.into_iter().flat_map(|symbols| &symbols.methods);
    let methods = methods.map(|method| (method.address, method.to_string()));
    let observer = Observer::new(methods);
    match symbols.filter(|_| region_mark(symbols).is_some()) {
        Some(symbols) => {
            let literals = symbols.strings.iter();
            observer.with_literals(literals.map(|it| (it.address, it.text.clone())))
        }
        None => observer,
    }
}

/// Code of the routine that writes it, where the bytecode is carried out in Java.
pub(crate) fn writer_of_task(symbols: Option<&Symbols>) -> Option<u32> {
    let (class, name) = WRITER.rsplit_once('.')?;
    let mut writers = symbols?.methods_named(class, name);
    writers.next().map(|method| method.address)
}
