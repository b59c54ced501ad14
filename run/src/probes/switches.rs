//! Thread switches and their reasons.

use jopizer::Symbols;
use serde::Serialize;
use sim_core::main_memory::Words;
use sim_core::probe::{MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{MachineState, Probe};
use superblock::{Sums, Waited};

use crate::probes::SCHEDULER;
use crate::probes::places::{Places, text};

const TASK: &str = "com.jopdesign.sys.Task";

/// One thread takes the place of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Switch {
    /// The cycle in which the runtime notes the new thread.
    pub cycle: u64,
    /// Name of the thread that ran.
    pub from: String,
    /// Name of the thread that runs from now on.
    pub to: String,
    /// Numbers of both in the order of their first run, by which profiles call them; `main` is 0.
    pub threads: [usize; 2],
    /// Results of the first one.
    pub reason: Reason,
}

isa::named_enum! {
    /// Reasons of thread switches.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Reason {
        /// Its time was up, or a thread of higher priority became ready.
        Timer = "timer",
        /// It called `Thread.yield`.
        Yield = "yield",
        /// It called `Object.wait`.
        Wait = "wait",
        /// It called `Thread.sleep`.
        Sleep = "sleep",
        /// It called `Thread.join`, or was `main` at its end.
        Join = "join",
        /// It came to its end.
        End = "end",
    }
}

/// Watches the scheduler.
#[derive(Debug, Clone)]
pub struct SwitchProbe {
    /// Methods of the scheduler, by code address, and the reason that a call gives.
    methods: [(u32, Reason); 6],
    /// Address of the static field that holds the running task.
    current: u32,
    /// Offset of a task's name.
    name: Option<u32>,
    reason: Reason,
    /// Name and number of the running thread; none before there are threads.
    running: Option<(String, usize)>,
    /// Handles of all tasks that have run.
    tasks: Vec<u32>,
    /// Handle of a task whose name is not read yet, and since when it runs.
    next: Option<(u64, u32)>,
    switches: Vec<Switch>,
}

impl SwitchProbe {
    /// A probe for the image with these symbols.
    #[must_use]
    pub fn new(symbols: Option<&Symbols>) -> Self {
        let places = Places(symbols);
        let methods = [
            ("run", Reason::Timer),
            ("yield", Reason::Yield),
            ("await", Reason::Wait),
            ("sleep", Reason::Sleep),
            ("join", Reason::Join),
            ("end", Reason::End),
        ];
        Self {
            methods: methods.map(|(name, reason)| (places.method(SCHEDULER, name), reason)),
            current: places.field(SCHEDULER, "current"),
            name: places.offset(TASK, "name"),
            reason: Reason::Timer,
            running: None,
            tasks: Vec::new(),
            next: None,
            switches: Vec::new(),
        }
    }

    /// The switches in the order of their cycles.
    #[must_use]
    pub fn into_switches(self) -> Vec<Switch> {
        self.switches
    }

    fn name_of(&self, task: u32, memory: &Words) -> String {
        let field =
            |handle: u32, offset: u32| memory.read(memory.read(handle).wrapping_add(offset));
        let Some(string) = self.name.map(|offset| field(task, offset)) else {
            return format!("task@{task}");
        };
        text(string, |address| memory.read(address))
    }

    /// A thread takes the place of the running one.
    fn switch(&mut self, cycle: u64, task: u32, memory: &Words) {
        let to = self.name_of(task, memory);
        let mut tasks = self.tasks.iter();
        let number = tasks.position(|known| *known == task).unwrap_or_else(|| {
            self.tasks.push(task);
            self.tasks.len() - 1
        });
        if let Some((from, before)) = self.running.replace((to.clone(), number)) {
            self.switches.push(Switch {
                cycle,
                from,
                to,
                threads: [before, number],
                reason: self.reason,
            });
        }
    }
}

impl Sums for SwitchProbe {
    const SEES_DISPATCHES: bool = false;

    #[inline(always)]
    fn wrote(&mut self, cycle: u64, (address, task): (u32, u32), memory: &Words) {
        if address == self.current && task != 0 {
            self.switch(cycle, task, memory);
        }
    }

    fn looked_up(&mut self, waited: &Waited) {
        self.lookup(waited.answer, waited.lookup);
    }
}

impl Probe for SwitchProbe {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, _signals: &Signals) {
        if let Some((cycle, task)) = self.next.take() {
            self.switch(cycle, task, &state.memory_system.memory.words);
        }
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        if command.wr && command.address == self.current && command.wr_data != 0 {
            self.next = Some((cycle, command.wr_data));
        }
    }

    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        let mut methods = self.methods.iter();
        if let Some((_, reason)) = methods.find(|(address, _)| *address == lookup.address) {
            self.reason = *reason;
        }
    }
}
