//! Switches recording on and off, and observes only what that needs.
//!
//! While nothing is recorded and nothing is pending, only a watched lookup, a write or a moment can change what is wanted: the
//! gate is calm, and notes of other lookups where the processor is.
//!
//! The running method is the one of the last lookup, as every invoke and return looks up the method cache. The frame
//! pointer shows if a call of a chosen method has ended, since an exception leaves several frames at once.

use isa::{Bytecode, op};
use std::collections::HashMap;

use cross_profile::observer::InRegion;
use jopizer::Symbols;
use sim_core::Probe;
use sim_core::probe::{Entry, MethodLookup};
use sim_core::simpcon::Command;
use superblock::{Dispatch, Waited};

use crate::contexts::{region_mark, running_task, writer_of_task};
use crate::limits::{Bound, Limits, Resolved, Unmet};

/// What the next dispatch ends.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Due {
    /// A bytecode that stays in its method.
    #[default]
    Nothing,
    /// A lookup in calm, which left nothing behind but the method.
    Passed,
    /// A lookup or an entry.
    All,
}

/// Watches for what is asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gate {
    limits: Resolved,
    /// Methods whose calls change what is wanted or counted, by word address of code.
    watched: Vec<bool>,
    /// Addresses whose writes do, or [`NOWHERE`].
    watched_writes: [u32; 2],
    /// No other lookup can.
    is_calm: bool,
    due: Due,
    /// Address of the scheduler's running task.
    current: Option<u32>,
    /// Code of the routine that writes it, and the task that goes on when that returns.
    writer: Option<u32>,
    next: Option<u32>,
    /// Address of the mark of regions, and marks whose methods have not returned yet.
    region_mark: Option<u32>,
    marks: Vec<Mark>,
    /// A region that begins, or ends, in the frame that is returned to.
    begins: Option<u32>,
    stops: Option<u32>,
    /// The bytecode that runs goes to another method, and returns to a frame of the thread that runs.
    goes: bool,
    returns: bool,
    /// The frame pointer of the running call.
    frame: u32,
    /// Threads by the handles of their tasks.
    tasks: HashMap<u32, u32>,
    task: u32,
    thread: u32,
    /// The bytecode that runs.
    bytecode: u8,
    /// The last lookup: where the processor is, or goes to.
    pub(crate) method: Option<MethodLookup>,
    /// The bytecode that runs calls it.
    pub(crate) is_called: bool,
    /// Calls of methods that are recorded with what they call.
    calls: u64,
    /// The recorded calls in which the thread is, and those of the other threads.
    inside: Calls,
    others: HashMap<u32, Calls>,
    /// The thread goes on in the frames that are recorded of it, or its frame is not known before it returns from the scheduler.
    pub(crate) goes_on: bool,
    is_lost: bool,
    /// Recording is wanted from the next dispatch on, or no longer.
    pub(crate) wanted: bool,
    /// Cycles are recorded.
    pub(crate) is_open: bool,
}

/// No address of main memory.
const NOWHERE: u32 = u32::MAX;

/// A mark of a region, and the call that made it. It takes effect when that returns, whatever runs meanwhile.
#[derive(Debug, Clone, Copy)]
struct Mark {
    mark: u32,
    task: u32,
    frame: u32,
    /// Address of the method.
    method: Option<u32>,
}

/// What one thread is in.
#[derive(Debug, Clone, Default)]
struct Calls {
    /// The call of a method that is recorded with what it calls.
    below: Option<Call>,
    /// All regions, chosen or not, with the calls that they began in; the innermost is the last.
    regions: Vec<(u32, Call)>,
    /// What is recorded of its frames is all of them.
    is_known: bool,
}

impl Calls {
    /// What a thread is in before it has run.
    fn of_new_thread() -> Self {
        Self {
            is_known: true,
            ..Self::default()
        }
    }

    /// It is in nothing that is recorded, and in no region.
    fn is_empty(&self) -> bool {
        self.below.is_none() && self.regions.is_empty()
    }

    /// The frame at this pointer runs: what began in those above it has ended.
    fn leave(&mut self, frame: u32) {
        self.below = self.below.filter(|call| !call.is_above(frame));
        self.regions.retain(|(_, call)| !call.is_above(frame));
    }

    /// A region ends in this frame, and those that began in it there; nothing happens if there is none.
    fn stop(&mut self, region: u32, frame: u32) {
        let own = self.regions.iter().enumerate().rev();
        let mut own = own.take_while(|(_, (_, call))| call.is_at(frame));
        if let Some((place, _)) = own.find(|(_, (handle, _))| *handle == region) {
            self.regions.truncate(place);
        }
    }
}

/// A call that is being recorded.
#[derive(Debug, Clone, Copy)]
enum Call {
    /// It has no frame yet.
    Begins,
    /// Its frame pointer.
    Frame(u32),
}

impl Call {
    fn begin(&mut self, frame: u32) {
        if matches!(self, Self::Begins) {
            *self = Self::Frame(frame);
        }
    }

    fn is_at(self, frame: u32) -> bool {
        matches!(self, Self::Frame(base) if base == frame)
    }

    fn is_above(self, frame: u32) -> bool {
        matches!(self, Self::Frame(base) if base > frame)
    }
}

impl Gate {
    /// A gate for the image with these symbols.
    pub(crate) fn new(limits: Resolved, symbols: Option<&Symbols>) -> Self {
        let (current, region_mark) = (running_task(symbols), region_mark(symbols));
        let mut gate = Self {
            watched: limits.watched(),
            watched_writes: [current, region_mark].map(|address| address.unwrap_or(NOWHERE)),
            is_calm: false,
            due: Due::All,
            limits,
            current,
            writer: writer_of_task(symbols),
            next: None,
            region_mark,
            marks: Vec::new(),
            begins: None,
            stops: None,
            goes: false,
            returns: false,
            frame: 0,
            tasks: HashMap::new(),
            task: 0,
            thread: 0,
            bytecode: 0,
            method: None,
            is_called: false,
            calls: 0,
            inside: Calls::default(),
            others: HashMap::new(),
            goes_on: false,
            is_lost: false,
            wanted: false,
            is_open: false,
        };
        gate.decide(0);
        gate.is_open = gate.wanted;
        gate
    }

    /// The next cycle in which it may decide otherwise with nothing seen.
    pub(crate) fn next_bound(&self, cycle: u64) -> u64 {
        let bounds = [&self.limits.from, &self.limits.to];
        let cycles = bounds.into_iter().filter_map(|bound| match bound {
            Bound::Cycle(at) if *at > cycle => Some(*at),
            _ => None,
        });
        cycles.min().unwrap_or(u64::MAX)
    }

    /// How often the calls or executions of a moment came that it still waits for: of the begin, else of the end.
    pub(crate) fn unmet(&self, limits: &Limits) -> Option<Unmet> {
        let bounds = [
            (&self.limits.from, &limits.from, "--from"),
            (&self.limits.to, &limits.to, "--to"),
        ];
        bounds.into_iter().find_map(|(bound, moment, option)| {
            let (Bound::Call { left, .. } | Bound::Bytecode { left, .. }) = bound else {
                return None;
            };
            let moment = moment.clone()?;
            let seen = moment.number()?.saturating_sub(*left);
            (*left > 0).then_some(Unmet {
                option,
                moment,
                seen,
            })
        })
    }

    /// It waits for the execution of a bytecode, which only the reference shows.
    pub(crate) fn counts_bytecodes(&self) -> bool {
        let pending = |bound: &Bound| matches!(bound, Bound::Bytecode { left: 1.., .. });
        pending(&self.limits.from) || pending(&self.limits.to)
    }

    /// A bytecode is dispatched.
    fn executed(&mut self, bytecode: u8, cycle: u64) {
        let begins = matches!(
            self.limits.from,
            Bound::Call { left: 1.., .. } | Bound::Bytecode { left: 1.., .. }
        );
        // The end is counted from the beginning on.
        let bound = if begins {
            &mut self.limits.from
        } else {
            &mut self.limits.to
        };
        if let Bound::Bytecode { opcode, left } = bound
            && *opcode == bytecode
            && *left > 0
        {
            *left -= 1;
            if *left == 0 {
                self.decide(cycle);
            }
        }
    }

    /// The region in which recording goes on.
    pub(crate) fn region(&self) -> Option<InRegion> {
        let (handle, call) = self.chosen_region()?;
        // Its begin is the return that has just ended.
        let begins = self.begins == Some(*handle) && call.is_at(self.frame);
        let frame = match call {
            Call::Begins => self.frame,
            Call::Frame(frame) => *frame,
        };
        Some(InRegion {
            handle: *handle,
            frame,
            begins,
        })
    }

    /// Decides again; `cycle` is the machine's.
    pub(crate) fn decide(&mut self, cycle: u64) {
        let limits = &self.limits;
        let begun = match &limits.from {
            Bound::Open => true,
            Bound::Cycle(at) => cycle >= *at,
            Bound::Call { left, .. } | Bound::Bytecode { left, .. } => *left == 0,
        };
        let ended = match &limits.to {
            Bound::Open => false,
            Bound::Cycle(at) => cycle >= *at,
            Bound::Call { left, .. } | Bound::Bytecode { left, .. } => *left == 0,
        };
        let thread = limits.threads.is_empty() || limits.threads.contains(&self.thread);
        let parts = [
            limits.only.is_empty(),
            limits.below.is_empty(),
            limits.regions.is_empty(),
        ];
        let everything = parts == [true; 3];
        let inside = self.inside.below.is_some() || self.chosen_region().is_some();
        let method = everything || inside || self.is_in(&self.limits.only);
        // In the middle of a run, recording begins where it is known which method runs.
        let known = self.wanted || self.method.is_some() || cycle == 0;
        self.wanted = begun && !ended && thread && method && known && !self.is_lost;
        self.is_calm = self.method.is_some()
            && self.next.is_none()
            && !self.is_lost
            && self.marks.is_empty()
            && self.inside.is_empty();
    }

    /// A lookup that superblocks have executed: it was not watched.
    #[inline(always)]
    pub(crate) fn looked_up(&mut self, waited: &Waited) {
        if self.is_calm && self.due == Due::Nothing {
            self.method = Some(waited.lookup);
            self.bytecode = waited.bytecode;
            self.due = Due::Passed;
        } else {
            self.answered(waited);
        }
    }

    fn answered(&mut self, waited: &Waited) {
        self.left();
        self.runs(waited.bytecode);
        self.lookup(waited.answer, waited.lookup);
    }

    /// The reference goes on: what a lookup in calm meant is told in full.
    pub(crate) fn left(&mut self) {
        if self.due == Due::Passed {
            self.due = Due::All;
            self.goes = true;
            self.is_called = !Bytecode::of(self.bytecode).is_return();
        }
    }

    /// A dispatch by superblocks.
    #[inline(always)]
    pub(crate) fn dispatched(&mut self, dispatch: &Dispatch) {
        match self.due {
            Due::Nothing => {}
            Due::Passed => {
                self.frame = dispatch.vp;
                self.due = Due::Nothing;
            }
            Due::All => {
                self.ended(dispatch.cycle, dispatch.vp);
                self.dispatch(dispatch.cycle, dispatch.jpc, dispatch.bytecode);
            }
        }
        self.bytecode = dispatch.bytecode;
    }

    /// This bytecode runs, whose dispatch may not have been seen, unless an entry came in its place.
    #[inline(always)]
    pub(crate) fn runs(&mut self, bytecode: u8) {
        if !matches!(self.bytecode, op::SYS_INT | op::SYS_EXC) {
            self.bytecode = bytecode;
        }
    }

    /// The frame pointer after a bytecode that has ended; it counts if the bytecode has gone to another method.
    #[inline(always)]
    pub(crate) fn ended(&mut self, cycle: u64, frame: u32) {
        if std::mem::take(&mut self.goes) {
            self.went(cycle, frame);
        }
    }

    fn went(&mut self, cycle: u64, frame: u32) {
        self.frame = frame;
        let Calls { below, regions, .. } = &mut self.inside;
        if let Some(call) = below {
            call.begin(frame);
        }
        if let Some((_, call)) = regions.last_mut() {
            call.begin(frame);
        }
        if std::mem::take(&mut self.returns) {
            self.returned(cycle);
        }
    }

    fn returned(&mut self, cycle: u64) {
        self.inside.leave(self.frame);
        if let Some(region) = self.stops.take() {
            self.inside.stop(region, self.frame);
        }
        self.decide(cycle);
    }

    /// The outermost region that is recorded, of those in which the thread is.
    fn chosen_region(&self) -> Option<&(u32, Call)> {
        let mut regions = self.inside.regions.iter();
        regions.find(|(handle, _)| self.limits.regions.contains(handle))
    }

    /// A lookup of this address may change what is wanted from false to true, or what is counted of calls.
    #[inline(always)]
    pub(crate) fn watches(&self, address: u32) -> bool {
        self.watched.get(address as usize) == Some(&true)
            || !self.is_calm && self.watches_any_lookup()
    }

    fn watches_any_lookup(&self) -> bool {
        self.method.is_none()
            || self.next.is_some()
            || self.is_lost
            || self.has_marked(self.method.map(|lookup| lookup.address))
    }

    /// A write to this address switches threads, or marks a region.
    #[inline(always)]
    pub(crate) fn watches_write(&self, address: u32) -> bool {
        self.watched_writes.contains(&address)
    }

    fn is_in(&self, methods: &[bool]) -> bool {
        let address = self.method.map(|lookup| lookup.address as usize);
        address.and_then(|address| methods.get(address)) == Some(&true)
    }

    fn called(&mut self) {
        if self.is_in(&self.limits.below) && self.inside.below.is_none() {
            if self.calls.is_multiple_of(self.limits.every) {
                self.inside.below = Some(Call::Begins);
            }
            self.calls += 1;
        }
        let address = self.method.map_or(0, |lookup| lookup.address as usize);
        let count = |bound: &mut Bound| {
            if let Bound::Call { methods, left } = bound
                && methods.get(address) == Some(&true)
            {
                *left = left.saturating_sub(1);
            }
        };
        let begins = matches!(
            self.limits.from,
            Bound::Call { left: 1.., .. } | Bound::Bytecode { left: 1.., .. }
        );
        count(&mut self.limits.from);
        // The end is counted from the beginning on.
        if !begins {
            count(&mut self.limits.to);
        }
    }

    /// The running method has marked a region.
    fn marked(&mut self, mark: u32) {
        let (task, frame) = (self.task, self.frame);
        self.is_calm = false;
        // A call at this frame or above it has been left by an exception.
        self.marks
            .retain(|other| other.task != task || other.frame < frame);
        self.marks.push(Mark {
            mark,
            task,
            frame,
            method: self.method.map(|lookup| lookup.address),
        });
    }

    /// The running call of this method has marked a region.
    fn has_marked(&self, method: Option<u32>) -> bool {
        self.own_mark(method).is_some()
    }

    fn own_mark(&self, method: Option<u32>) -> Option<usize> {
        let own = (self.task, self.frame, method);
        let is_own = |mark: &Mark| (mark.task, mark.frame, mark.method) == own;
        self.marks.iter().position(is_own)
    }

    /// The running method returns: the region that it has marked begins, or ends when the frame is known.
    fn take_mark(&mut self, method: Option<u32>) {
        let Some(place) = self.own_mark(method) else {
            return;
        };
        let mark = self.marks.swap_remove(place).mark;
        if mark >> 31 == 0 {
            self.begins = Some(mark);
            self.inside.regions.push((mark, Call::Begins));
        } else {
            self.stops = Some(!mark);
        }
    }

    fn scheduled(&mut self, task: u32, cycle: u64) {
        if task == 0 {
            return self.decide(cycle);
        }
        let next = self.tasks.len() as u32;
        self.thread = *self.tasks.entry(task).or_insert(next);
        if self.task == 0 {
            // What runs before the first task is `main`.
            self.marks.iter_mut().for_each(|mark| mark.task = task);
            self.task = task;
            return self.decide(cycle);
        }
        let mut left = std::mem::take(&mut self.inside);
        left.is_known = self.is_open && !self.is_lost;
        self.others.insert(self.task, left);
        let others = self.others.remove(&task);
        self.inside = others.unwrap_or_else(Calls::of_new_thread);
        self.is_lost = !self.inside.is_known;
        self.task = task;
        self.decide(cycle);
        self.goes_on = self.wanted;
    }
}

impl Probe for Gate {
    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        self.bytecode = bytecode;
        self.is_called = false;
        self.due = Due::Nothing;
        self.begins = None;
        if self.counts_bytecodes() {
            self.executed(bytecode, cycle);
        }
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.is_called = false;
        self.due = Due::All;
        self.begins = None;
        self.bytecode = match entry {
            Entry::Interrupt => op::SYS_INT,
            Entry::Exception => op::SYS_EXC,
        };
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        if command.wr && Some(command.address) == self.current {
            if self.writer.is_some() && self.method.map(|lookup| lookup.address) == self.writer {
                self.next = Some(command.wr_data);
                self.is_calm = false;
            } else {
                self.scheduled(command.wr_data, cycle);
            }
        }
        if command.wr && Some(command.address) == self.region_mark {
            self.marked(command.wr_data);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.goes = true;
        self.due = Due::All;
        self.is_called = !Bytecode::of(self.bytecode).is_return();
        let left = self.method.replace(lookup).map(|method| method.address);
        if self.is_called {
            self.called();
        } else if let Some(task) = self.next.take() {
            // The frame that the writer returns to is of the thread that is left.
            self.scheduled(task, cycle);
        } else {
            self.returns = true;
            self.is_lost = false;
            self.take_mark(left);
        }
        self.decide(cycle);
    }
}
