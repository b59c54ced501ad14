//! Calling-context profiles of the machine: a probe that reports each bytecode to [`Observer`] when it ends.
//!
//! A bytecode lasts from the cycle in which `nxt` is on the ROM output to the one before the next. A cycle in
//! which `wait` holds the microcode belongs to the memory operation in flight. The copy unit, which reads and writes, counts as a write.
//! Another thread runs from the cycle on in which the scheduler writes `Scheduler.current`.

use cross_profile::observer::{InRegion, REGION_MARK, RUNNING_TASK, WRITER};
use cross_profile::{CallingContextTree, ContextId, Observer, Spent, ThreadId, Transfer};
use isa::{Bytecode, Stop, op};
use jopizer::Symbols;
use run::BlockRun;
use run::polls::{Arrival, Polls, Stay};
use run::probes::{CollectionProbe, SwitchProbe};
use sim_core::decode::MemoryOp;
use sim_core::main_memory::Words;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Probe, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

/// Records calling contexts.
#[derive(Debug, Clone)]
pub struct ContextProbe {
    observer: Observer,
    /// The bytecode that runs; none before the first.
    bytecode: Option<u8>,
    spent: Spent,
    /// Bytecodes that stayed in their method and are not reported yet, and their cycles.
    passed: (u64, Spent),
    /// Polling loops, and the iteration under way: its bytecodes and their cycles.
    stay: Stay,
    held: (u64, Spent),
    /// Bytecodes may be reported in sums: all have figures, and no iteration is under way.
    in_sums: bool,
    /// The method that runs: word address of its code, and its first word in the bytecode RAM.
    at: (u32, u32),
    /// Java PC of the running bytecode.
    jpc: u32,
    /// Method that the running bytecode goes to.
    method: Option<u32>,
    operation: MemoryOp,
    /// Cycle up to which superblocks have been counted.
    counted: u64,
    /// Address of the scheduler's running task.
    current: Option<u32>,
    /// Address of the mark of regions.
    mark: Option<u32>,
    /// Thread and context of the last bytecode that was reported alone, and whether it returned.
    charged: (ThreadId, ContextId),
    has_returned: bool,
}

/// Probes of a run besides statistics and collections.
pub type Watchers = (Option<SwitchProbe>, Option<ContextProbe>);

/// All probes of a watched run besides statistics.
type Watched = (CollectionProbe, Watchers);

/// A machine with everything that can watch it; its loop is compiled here.
#[must_use]
pub fn watched(machine: Machine, probe: (Statistics, Watched)) -> BlockRun<Watched> {
    BlockRun::with_loop(machine, probe, watched_loop)
}

fn watched_loop(machine: &mut BlockMachine, limit: u64, probe: &mut (Statistics, Watched)) -> Stop {
    machine.run(limit, probe)
}

/// A machine whose contexts are recorded, and nothing else; its loop is compiled here.
#[must_use]
pub fn profiled(machine: Machine, contexts: ContextProbe) -> BlockRun<ContextProbe> {
    let probe = (Statistics::default(), contexts);
    BlockRun::with_loop(machine, probe, profiled_loop)
}

fn profiled_loop(
    machine: &mut BlockMachine,
    limit: u64,
    probe: &mut (Statistics, ContextProbe),
) -> Stop {
    machine.run(limit, probe)
}

impl ContextProbe {
    /// A probe for the image with these words and symbols; without symbols methods are named by their addresses, and no loop is known to
    /// poll.
    #[must_use]
    pub fn new(words: &[u32], symbols: Option<&Symbols>) -> Self {
        Self {
            stay: Stay::new(Polls::of(words, symbols)),
            held: Default::default(),
            in_sums: true,
            at: (0, 0),
            jpc: 0,
            observer: observer(symbols),
            current: running_task(symbols),
            mark: region_mark(symbols),
            bytecode: None,
            spent: Spent::default(),
            passed: Default::default(),
            method: None,
            operation: MemoryOp::None,
            counted: 0,
            charged: (ThreadId(0), CallingContextTree::ROOT),
            has_returned: false,
        }
    }

    /// What is recorded, all bytecodes that have ended. An iteration of a polling loop that is under way counts as execution.
    pub fn observer(&mut self) -> &Observer {
        self.report_passed();
        if self.is_undecided() {
            self.turn();
        }
        &self.observer
    }

    /// Thread and context that the cycles of the last bytecode were charged to which went to another method.
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

    /// Lists the calls of the region with this name; [`Observer::stretches`] gives them.
    #[must_use]
    pub fn listing(mut self, region: &str) -> Self {
        self.observer = self.observer.listing(region);
        self
    }

    /// Figures by bytecode only of this method and its callees.
    #[must_use]
    pub fn below(mut self, method: &str) -> Self {
        self.observer = self.observer.below(method);
        self.in_sums = false;
        self
    }

    /// The recording; the running bytecode counts with its cycles so far.
    #[must_use]
    pub fn finish(mut self) -> Observer {
        self.method = None;
        self.end_alone(0);
        self.turn();
        self.observer
    }

    /// Recording stops in the cycle of a dispatch, which [`Probe::cycle`] has received.
    pub fn pause(&mut self) {
        self.report_passed();
        self.turn();
        self.spent = Spent::default();
        self.method = None;
    }

    /// Recording goes on with the dispatch of this cycle, in this method with this frame; what called it is not known but for
    /// the region.
    pub fn resume(&mut self, at: Transfer, is_called: bool, region: Option<InRegion>) {
        self.observer.restart(at, is_called, region);
        self.begin();
    }

    /// Recording goes on with the dispatch of this cycle, in the frames in which the thread was left.
    pub fn go_on(&mut self) {
        self.observer.go_on();
        self.begin();
    }

    /// The method that runs where recording goes on.
    #[inline(always)]
    pub(crate) fn locate(&mut self, lookup: &MethodLookup) {
        self.at = (lookup.address, lookup.start_word);
    }

    fn begin(&mut self) {
        self.spent = Spent {
            cycles: 1,
            ..Spent::default()
        };
        self.method = None;
    }

    /// Recording until the pause.
    #[must_use]
    pub fn into_observer(mut self) -> Observer {
        self.report_passed();
        self.turn();
        self.observer
    }

    /// Frames and contexts so far, for every dispatch. Cycles of bytecodes that stayed in their method are charged with the next one
    /// that goes to another; [`Self::observer`] has them.
    #[must_use]
    #[inline]
    pub fn frames(&self) -> &Observer {
        &self.observer
    }

    /// The running bytecode ends; `vp` is the frame pointer after it.
    #[inline(always)]
    fn end(&mut self, vp: u32) {
        match self.bytecode {
            Some(bytecode) if self.stays(bytecode) => {
                self.observer.used(bytecode, self.spent.cycles);
                let (bytecodes, passed) = &mut self.passed;
                *bytecodes += 1;
                passed.cycles += self.spent.cycles;
                passed.memory_read += self.spent.memory_read;
                passed.memory_write += self.spent.memory_write;
                self.spent = Spent::default();
            }
            _ => self.end_alone(vp),
        }
    }

    /// The running bytecode may be reported with others: it is in no way another one than they.
    #[inline(always)]
    fn stays(&self, bytecode: u8) -> bool {
        self.method.is_none()
            && self.spent.load == 0
            && self.in_sums
            && !matches!(
                bytecode,
                op::MONITORENTER | op::MONITOREXIT | op::JOPSYS_RD | op::SYS_INT | op::SYS_EXC
            )
    }

    fn report_passed(&mut self) {
        let (bytecodes, spent) = std::mem::take(&mut self.passed);
        if bytecodes > 0 {
            self.observer.passed(bytecodes, &spent);
        }
    }

    // Out of the loop over bytecodes that stay.
    #[inline(never)]
    fn end_alone(&mut self, vp: u32) {
        self.report_passed();
        let spent = std::mem::take(&mut self.spent);
        let transfer = self
            .method
            .take()
            .map(|address| Transfer { address, frame: vp });
        match self.bytecode {
            Some(bytecode) if transfer.is_none() && !is_entry(bytecode) => {
                if self.stay.concerns(bytecode) && self.is_held(bytecode, &spent) {
                    return;
                }
            }
            _ => self.turn(),
        }
        match self.bytecode {
            Some(bytecode) => {
                self.has_returned = Bytecode::of(bytecode).is_return();
                self.charged = self.observer.ended(bytecode, &spent, transfer);
            }
            None => self.observer.started(&spent),
        }
    }

    /// What is held was execution, and what follows is reported as usual.
    #[inline(always)]
    fn turn(&mut self) {
        if self.stay.is_on() {
            self.stay.leave();
            self.report_held();
        }
    }

    #[inline(never)]
    fn report_held(&mut self) {
        let (bytecodes, spent) = std::mem::take(&mut self.held);
        if bytecodes > 0 {
            self.observer.passed(bytecodes, &spent);
        }
        self.in_sums = self.observer.counts_all() && !self.stay.is_on();
    }

    /// The bytecode that ends has read a device, or was in an iteration of a polling loop. It has called nothing, so the method is that of
    /// its begin. Returns true if it is part of an iteration.
    #[inline(never)]
    fn is_held(&mut self, bytecode: u8, spent: &Spent) -> bool {
        let (method, start) = self.at;
        // One bit wider than an address of the bytecode RAM, and no RAM is as large as this.
        let pc = self.jpc.wrapping_sub(start << 2) & 0xFFFF;
        let arrival = self.stay.arrive(method, pc, bytecode);
        if arrival == Arrival::Turns {
            self.report_held();
            return false;
        }
        self.observer.used_here(bytecode, spent.cycles);
        self.held.0 += 1;
        self.held.1.add(spent);
        if let Arrival::Round(site) = arrival {
            let (bytecodes, spent) = std::mem::take(&mut self.held);
            let charge = self.stay.site(site).awaited.charge();
            self.observer.waited(charge, bytecodes, spent.cycles);
        }
        true
    }

    /// An iteration of a polling loop is under way: nobody knows yet what its cycles are.
    #[must_use]
    #[inline]
    pub fn is_undecided(&self) -> bool {
        self.held.0 != 0
    }

    #[inline(always)]
    fn wrote_field(&mut self, address: u32, data: u32) {
        if Some(address) == self.current {
            self.report_passed();
            self.turn();
            self.observer.scheduled(data);
        }
        if Some(address) == self.mark {
            self.report_passed();
            self.turn();
            self.observer.marked(data);
        }
    }

    #[inline(always)]
    fn count_to(&mut self, cycle: u64) {
        self.spent.cycles += cycle - self.counted;
        self.counted = cycle;
    }

    #[inline(always)]
    fn add_stall(&mut self, operation: MemoryOp, cycles: u64) {
        match operation {
            MemoryOp::MethodLoad => self.spent.load += cycles,
            MemoryOp::Write
            | MemoryOp::WriteAssociative
            | MemoryOp::PutStatic
            | MemoryOp::PutField
            | MemoryOp::PutFieldReference
            | MemoryOp::ArrayStore
            | MemoryOp::Copy => self.spent.memory_write += cycles,
            _ => self.spent.memory_read += cycles,
        }
    }
}

fn is_entry(bytecode: u8) -> bool {
    matches!(bytecode, op::SYS_INT | op::SYS_EXC)
}

/// Address of the static field with the handle of the running task; none in an image without threads or symbols.
#[must_use]
pub fn running_task(symbols: Option<&Symbols>) -> Option<u32> {
    field(symbols, RUNNING_TASK)
}

/// Address of the static field that regions are marked with; none in a program that marks none.
#[must_use]
pub fn region_mark(symbols: Option<&Symbols>) -> Option<u32> {
    field(symbols, REGION_MARK)
}

fn field(symbols: Option<&Symbols>, wanted: [&str; 2]) -> Option<u32> {
    let mut statics = symbols.into_iter().flat_map(|symbols| &symbols.statics);
    let found = statics.find(|field| [&*field.class, &*field.name] == wanted);
    found.map(|field| field.address)
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
    let mut methods = symbols.into_iter().flat_map(|symbols| &symbols.methods);
    let (class, name) = WRITER.rsplit_once('.')?;
    let writer = methods.find(|method| method.class == class && method.name == name);
    writer.map(|method| method.address)
}

impl Probe for ContextProbe {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if signals.rom_data.nxt() {
            self.end(state.stack.vp());
        }
        self.spent.cycles += 1;
    }

    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, jpc: u32, bytecode: u8) {
        (self.bytecode, self.jpc) = (Some(bytecode), jpc);
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.bytecode = Some(match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        });
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, operation: MemoryOp) {
        self.operation = operation;
    }

    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        if command.wr {
            self.wrote_field(command.address, command.wr_data);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.method = Some(lookup.address);
        self.locate(&lookup);
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        self.add_stall(self.operation, 1);
    }
}

impl Sums for ContextProbe {
    #[inline(always)]
    fn entered(&mut self, cycle: u64) {
        self.counted = cycle;
    }

    #[inline(always)]
    fn left(&mut self, cycle: u64, operation: MemoryOp, _load: Option<u64>) {
        self.count_to(cycle);
        self.operation = operation;
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.count_to(dispatch.cycle);
        self.end(dispatch.vp);
        (self.bytecode, self.jpc) = (Some(dispatch.bytecode), dispatch.jpc);
    }

    #[inline(always)]
    fn wrote(&mut self, _cycle: u64, (address, data): (u32, u32), _memory: &Words) {
        self.wrote_field(address, data);
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.method = Some(waited.lookup.address);
        self.locate(&waited.lookup);
    }

    #[inline(always)]
    fn stalled(&mut self, operation: MemoryOp, cycles: u64) {
        self.add_stall(operation, cycles);
    }
}
