//! Times of threads by what they do: every cycle of a thread from its start to its end is in one state.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

isa::named_enum! {
    /// Activity of a thread in a cycle.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum State {
        /// It runs, and does not poll.
        Running = "running",
        /// It could run, but another thread does, or a switch is under way.
        Ready = "ready",
        /// It could run, but the running thread holds a monitor, which keeps all others from running.
        Monitor = "monitor",
        /// It waits for a lock of `java.util.concurrent.locks`.
        Lock = "lock",
        /// It waits in `Object.wait`, directly or in a class of the library.
        Wait = "wait",
        /// It waits for the end of another thread.
        Join = "join",
        /// It sleeps, and others may run.
        Sleep = "sleep",
        /// It runs, and polls the UART until there is room for a byte.
        Output = "output",
        /// It runs, and polls the UART until there is a byte.
        Input = "input",
        /// It runs, and polls a clock.
        Clock = "clock",
        /// It runs, and polls another device.
        Device = "device",
    }
}

impl State {
    /// Number of states.
    pub const COUNT: usize = 11;

    /// Returns true if the processor executes for the thread.
    #[must_use]
    pub fn executes(self) -> bool {
        matches!(
            self,
            Self::Running | Self::Output | Self::Input | Self::Clock | Self::Device
        )
    }

    /// Returns true if the thread waits for something with a name.
    #[must_use]
    pub fn waits(self) -> bool {
        !matches!(self, Self::Running | Self::Ready)
    }
}

/// Object or event of a wait, and the place in the program.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Reason {
    /// What is waited for: an object, a thread, a device.
    pub object: String,
    /// The innermost call of the program's own code; for a monitor, that of the thread that holds it.
    pub place: String,
}

/// Waits of one thread for one reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Waits {
    /// Number of waits.
    pub count: u64,
    /// Cycles of all.
    pub cycles: u64,
    /// Cycles of the longest.
    pub longest: u64,
}

/// Times of one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadTimes {
    /// The cycle in which it starts.
    pub start: u64,
    /// The cycle in which it has ended, or the recording.
    pub end: u64,
    /// Cycles by [`State`]; they add up to those from start to end.
    pub cycles: [u64; State::COUNT],
    /// Waits by state and reason.
    pub waits: BTreeMap<(State, Reason), Waits>,
}

/// A thread under way.
#[derive(Debug, Clone)]
struct Thread {
    times: ThreadTimes,
    /// Why it cannot run, if it cannot.
    blocked: Option<(State, Reason)>,
    /// It has not ended.
    lives: bool,
    /// State and reason since a cycle.
    now: (State, Option<Reason>),
    since: u64,
    /// Cycles of `now` that are another state's: polls while it runs.
    polled: u64,
    /// The polls under way: what for, and their cycles.
    polls: Option<(State, Reason, u64)>,
    /// The monitor that it holds: what keeps others from running while it does.
    holds: Option<Reason>,
}

/// Keeps the states of all threads. Cycles of events never fall.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    threads: Vec<Thread>,
    /// The thread that the scheduler has chosen last.
    running: Option<usize>,
}

impl Ledger {
    /// A thread starts that could run; returns its number.
    pub fn start(&mut self, cycle: u64) -> usize {
        self.threads.push(Thread {
            times: ThreadTimes {
                start: cycle,
                end: cycle,
                cycles: [0; State::COUNT],
                waits: BTreeMap::new(),
            },
            blocked: None,
            lives: true,
            now: (State::Ready, None),
            since: cycle,
            polled: 0,
            polls: None,
            holds: None,
        });
        self.settle(cycle);
        self.threads.len() - 1
    }

    /// The scheduler has chosen a thread.
    pub fn run(&mut self, cycle: u64, thread: usize) {
        self.running = Some(thread);
        self.settle(cycle);
    }

    /// A thread can no longer run.
    pub fn block(&mut self, cycle: u64, thread: usize, state: State, reason: Reason) {
        self.threads[thread].blocked = Some((state, reason));
        self.settle(cycle);
    }

    /// A thread can run again.
    pub fn wake(&mut self, cycle: u64, thread: usize) {
        self.threads[thread].blocked = None;
        self.settle(cycle);
    }

    /// A thread has ended.
    pub fn end(&mut self, cycle: u64, thread: usize) {
        self.threads[thread].close(cycle);
        self.threads[thread].lives = false;
        self.settle(cycle);
    }

    /// The running thread holds a monitor, or none any more.
    pub fn hold(&mut self, cycle: u64, monitor: Option<Reason>) {
        if let Some(thread) = self.running {
            self.threads[thread].holds = monitor;
        }
        self.settle(cycle);
    }

    /// The running thread has polled for `cycles`, all of them since it runs.
    pub fn polled(&mut self, state: State, reason: &Reason, cycles: u64) {
        let Some(thread) = self.running.map(|number| &mut self.threads[number]) else {
            return;
        };
        thread.polled += cycles;
        thread.times.cycles[state as usize] += cycles;
        match &mut thread.polls {
            Some((known, for_it, sum)) if (*known, &*for_it) == (state, reason) => *sum += cycles,
            _ => {
                thread.end_polls();
                thread.polls = Some((state, reason.clone(), cycles));
            }
        }
    }

    /// The running thread has left its polling loop.
    pub fn left_loop(&mut self) {
        if let Some(thread) = self.running {
            self.threads[thread].end_polls();
        }
    }

    /// The threads in the order of their starts, at the end of the recording.
    #[must_use]
    pub fn finish(mut self, cycle: u64) -> Vec<ThreadTimes> {
        for thread in &mut self.threads {
            thread.close(cycle);
        }
        self.threads
            .into_iter()
            .map(|thread| thread.times)
            .collect()
    }

    /// Gives every thread its state from this cycle on.
    fn settle(&mut self, cycle: u64) {
        let running = self.running.map(|number| &self.threads[number]);
        let running = running.filter(|thread| thread.blocked.is_none() && thread.lives);
        let held = running.and_then(|thread| thread.holds.clone());
        for (number, thread) in self.threads.iter_mut().enumerate() {
            let next = match (&thread.blocked, &held) {
                (Some((state, reason)), _) => (*state, Some(reason.clone())),
                (None, _) if self.running == Some(number) => (State::Running, None),
                (None, Some(monitor)) => (State::Monitor, Some(monitor.clone())),
                (None, None) => (State::Ready, None),
            };
            if thread.lives && next != thread.now {
                thread.close(cycle);
                thread.now = next;
            }
        }
    }
}

impl Thread {
    /// Counts its state up to this cycle.
    fn close(&mut self, cycle: u64) {
        if !self.lives {
            return;
        }
        self.end_polls();
        let (state, reason) = &self.now;
        let cycles = cycle - self.since;
        self.times.cycles[*state as usize] += cycles - std::mem::take(&mut self.polled);
        if let Some(reason) = reason {
            self.times.add(*state, reason.clone(), cycles);
        }
        self.since = cycle;
        self.times.end = cycle;
    }

    fn end_polls(&mut self) {
        if let Some((state, reason, cycles)) = self.polls.take() {
            self.times.add(state, reason, cycles);
        }
    }
}

impl ThreadTimes {
    fn add(&mut self, state: State, reason: Reason, cycles: u64) {
        if cycles == 0 {
            return;
        }
        let waits = self.waits.entry((state, reason)).or_default();
        waits.count += 1;
        waits.cycles += cycles;
        waits.longest = waits.longest.max(cycles);
    }
}
