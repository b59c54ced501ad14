//! Switches recording on and off, and observes only what that needs.
//!
//! The running method is the one of the last lookup, as every invoke and return looks up the method cache. The frame
//! pointer shows if a call of a chosen method has ended, since an exception leaves several frames at once.

use isa::{Bytecode, op};
use std::collections::HashMap;

use jopizer::Symbols;
use sim_core::Probe;
use sim_core::probe::{Entry, MethodLookup};
use sim_core::simpcon::Command;

use crate::limits::{Bound, Resolved};
use crate::machine::{region_mark, running_task, writer_of_task};

/// Watches for what is asked for.
#[derive(Debug, Clone)]
pub(crate) struct Gate {
    limits: Resolved,
    /// Address of the scheduler's running task.
    current: Option<u32>,
    /// Code of the routine that writes it, and the task that goes on when that returns.
    writer: Option<u32>,
    next: Option<u32>,
    /// Address of the mark of regions, and a mark whose method has not returned yet.
    region_mark: Option<u32>,
    mark: Option<u32>,
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
    /// The recorded call in which the thread is, and those of the other threads.
    inside: Option<Call>,
    others: HashMap<u32, Call>,
    /// Recording is wanted from the next dispatch on, or no longer.
    pub(crate) wanted: bool,
}

/// A call of a method that is recorded with what it calls.
#[derive(Debug, Clone, Copy)]
enum Call {
    /// It has no frame yet.
    Begins,
    /// Its frame pointer.
    Frame(u32),
}

impl Gate {
    /// A gate for the image with these symbols.
    pub(crate) fn new(limits: Resolved, symbols: Option<&Symbols>) -> Self {
        let mut gate = Self {
            limits,
            current: running_task(symbols),
            writer: writer_of_task(symbols),
            next: None,
            region_mark: region_mark(symbols),
            mark: None,
            tasks: HashMap::new(),
            task: 0,
            thread: 0,
            bytecode: 0,
            method: None,
            is_called: false,
            calls: 0,
            inside: None,
            others: HashMap::new(),
            wanted: false,
        };
        gate.decide(0);
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

    /// Decides again; `cycle` is the machine's.
    pub(crate) fn decide(&mut self, cycle: u64) {
        let limits = &self.limits;
        let begun = match &limits.from {
            Bound::Open => true,
            Bound::Cycle(at) => cycle >= *at,
            Bound::Call { left, .. } => *left == 0,
        };
        let ended = match &limits.to {
            Bound::Open => false,
            Bound::Cycle(at) => cycle >= *at,
            Bound::Call { left, .. } => *left == 0,
        };
        let thread = limits.threads.is_empty() || limits.threads.contains(&self.thread);
        let parts = [
            limits.only.is_empty(),
            limits.below.is_empty(),
            limits.regions.is_empty(),
        ];
        let everything = parts == [true; 3];
        let method = everything || self.inside.is_some() || self.is_in(&self.limits.only);
        // In the middle of a run, recording begins where it is known which method runs.
        let known = self.wanted || self.method.is_some() || cycle == 0;
        self.wanted = begun && !ended && thread && method && known;
    }

    /// The frame pointer after a bytecode that has ended, while recording.
    #[inline(always)]
    pub(crate) fn ended(&mut self, cycle: u64, frame: u32) {
        match self.inside {
            None => {}
            Some(Call::Begins) => self.inside = Some(Call::Frame(frame)),
            Some(Call::Frame(base)) if frame < base => {
                self.inside = None;
                self.decide(cycle);
            }
            Some(Call::Frame(_)) => {}
        }
    }

    /// A lookup of this address may change what is wanted from false to true, or what is counted of calls.
    pub(crate) fn watches(&self, address: u32) -> bool {
        let has = |methods: &[bool]| methods.get(address as usize) == Some(&true);
        let counts = |bound: &Bound| matches!(bound, Bound::Call { methods, .. } if has(methods));
        let limits = &self.limits;
        self.method.is_none()
            || has(&limits.only)
            || has(&limits.below)
            || counts(&limits.from)
            || counts(&limits.to)
            || self.next.is_some()
            || self.mark.is_some()
    }

    /// A write to this address switches threads, or marks a region.
    pub(crate) fn watches_write(&self, address: u32) -> bool {
        [self.current, self.region_mark].contains(&Some(address))
    }

    fn is_in(&self, methods: &[bool]) -> bool {
        let address = self.method.map(|lookup| lookup.address as usize);
        address.and_then(|address| methods.get(address)) == Some(&true)
    }

    fn called(&mut self) {
        if self.is_in(&self.limits.below) && self.inside.is_none() {
            if self.calls.is_multiple_of(self.limits.every) {
                self.inside = Some(Call::Begins);
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
        let begins = matches!(self.limits.from, Bound::Call { left: 1.., .. });
        count(&mut self.limits.from);
        // The end is counted from the beginning on.
        if !begins {
            count(&mut self.limits.to);
        }
    }

    /// A region begins or ends in the method that is returned to; it ends with that method's call, too.
    fn marked(&mut self, mark: u32) {
        if self.limits.regions.contains(&mark) {
            self.inside.get_or_insert(Call::Begins);
        } else if self.limits.regions.contains(&!mark) {
            self.inside = None;
        }
    }

    fn scheduled(&mut self, task: u32) {
        if task == 0 {
            return;
        }
        let next = self.tasks.len() as u32;
        self.thread = *self.tasks.entry(task).or_insert(next);
        if let Some(call) = self.inside.take() {
            self.others.insert(self.task, call);
        }
        self.inside = self.others.remove(&task);
        self.task = task;
    }
}

impl Probe for Gate {
    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
        self.bytecode = bytecode;
        self.is_called = false;
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.is_called = false;
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
            } else {
                self.scheduled(command.wr_data);
                self.decide(cycle);
            }
        }
        if command.wr && Some(command.address) == self.region_mark {
            self.mark = Some(command.wr_data);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.method = Some(lookup);
        self.is_called = !Bytecode::of(self.bytecode).is_return();
        if self.is_called {
            self.called();
        } else {
            if let Some(task) = self.next.take() {
                self.scheduled(task);
            }
            if let Some(mark) = self.mark.take() {
                self.marked(mark);
            }
        }
        self.decide(cycle);
    }
}
