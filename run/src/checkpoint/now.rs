//! What a timeline moves: one machine that runs as superblocks where it can, or several processors cycle by cycle.
//!
//! ```text
//!   One      machine, probe
//!   Several  core 0, probe     the chosen core is the machine that one looks at: it has the words of the shared memory while
//!            core 1, probe     nothing runs
//! ```

use isa::{Output, Stop};
use sim_core::cmp::{CmpProbe, Multiprocessor};
use sim_core::decode::MemoryOp;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Probe};
use superblock::{Arrivals, BlockMachine};

use crate::checkpoint::watcher::{Companion, Watcher};
use crate::engine::View;

/// Cycles that are not worth superblocks.
const NEAR: u64 = 64;

/// The machine or the processors, with what has watched them all the way.
#[derive(Debug, Clone)]
pub(super) enum Now<P> {
    One(Box<(BlockMachine, P)>),
    Several(Box<Cores<P>>),
}

/// Either at a cycle.
#[derive(Debug, Clone)]
pub(super) enum Snapshot<P> {
    One(Box<MachineState>, P),
    Several(Box<Cores<P>>),
}

/// Several processors.
#[derive(Debug, Clone)]
pub(super) struct Cores<P> {
    all: Multiprocessor,
    probes: Vec<P>,
    chosen: usize,
}

impl<P: Companion> Now<P> {
    pub(super) fn several(all: Multiprocessor, probe: impl Fn(&MachineState) -> P) -> Self {
        let probes = all.cpus.iter().map(|it| probe(&it.state)).collect();
        let mut cores = Cores {
            all,
            probes,
            chosen: 0,
        };
        cores.swap_words();
        Self::Several(Box::new(cores))
    }

    pub(super) fn machine(&self) -> &Machine {
        match self {
            Self::One(one) => one.0.machine(),
            Self::Several(cores) => &cores.all.cpus[cores.chosen],
        }
    }

    pub(super) fn probe(&self) -> &P {
        match self {
            Self::One(one) => &one.1,
            Self::Several(cores) => &cores.probes[cores.chosen],
        }
    }

    /// Processors, and the one that is looked at.
    pub(super) fn cores(&self) -> (usize, usize) {
        match self {
            Self::One(..) => (1, 0),
            Self::Several(cores) => (cores.probes.len(), cores.chosen),
        }
    }

    pub(super) fn choose(&mut self, core: usize) {
        if let Self::Several(cores) = self {
            cores.choose(core);
        }
    }

    pub(super) fn on_reference(self) -> Self {
        match self {
            Self::One(one) => {
                let (machine, probe) = *one;
                let machine = BlockMachine::reference(machine.into_machine());
                Self::One(Box::new((machine, probe)))
            }
            several @ Self::Several(_) => several,
        }
    }

    pub(super) fn block_cycles(&self) -> u64 {
        match self {
            Self::One(one) => one.0.block_cycles(),
            Self::Several(_) => 0,
        }
    }

    /// The one with the UART.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        let state = match self {
            Self::One(one) => &mut one.0.machine_mut().state,
            Self::Several(cores) => &mut cores.all.cpus[0].state,
        };
        state.memory_system.io.uart.feed(bytes);
    }

    pub(super) fn snapshot(&self) -> Snapshot<P> {
        match self {
            Self::One(one) => {
                let (machine, probe) = one.as_ref();
                Snapshot::One(Box::new(machine.machine().state.clone()), probe.clone())
            }
            Self::Several(cores) => Snapshot::Several(cores.clone()),
        }
    }

    /// The processor that is looked at stays the same.
    pub(super) fn restore(&mut self, snapshot: &Snapshot<P>) {
        match (self, snapshot) {
            (Self::One(one), Snapshot::One(state, probe)) => {
                one.0.machine_mut().state.clone_from(state);
                one.1.clone_from(probe);
            }
            (Self::Several(cores), Snapshot::Several(before)) => {
                let chosen = cores.chosen;
                cores.clone_from(before);
                cores.choose(chosen);
            }
            _ => {}
        }
    }

    /// Runs to where the watcher wants to be asked: to the next cycle, or many of them.
    #[inline(always)]
    pub(super) fn run_unwatched<W: Watcher<P>>(
        &mut self,
        pause: u64,
        watcher: &mut W,
    ) -> Option<Output> {
        match self {
            Self::One(one) => {
                let (machine, probe) = one.as_mut();
                let cycle = machine.machine().state.cycle;
                if let Some((until, methods)) = watcher.far(&machine.machine().state, probe)
                    && pause.min(until) > cycle + NEAR
                {
                    let arrivals = Arrivals::new(methods);
                    return match probe.run(machine, pause.min(until), arrivals) {
                        Stop::Output(output) => Some(output),
                        Stop::Limit => None,
                    };
                }
                machine.step(&mut (probe, &mut *watcher))
            }
            Self::Several(cores) => cores.step(watcher),
        }
    }

    /// Asks the watcher about the state that was reached; a processor that makes it stop is looked at from then on.
    #[inline(always)]
    pub(super) fn stops<W: Watcher<P>>(&mut self, watcher: &mut W) -> bool {
        match self {
            Self::One(one) => watcher.stops(&one.0.machine().state, &one.1),
            Self::Several(cores) => cores.stops(watcher),
        }
    }
}

impl<P: Companion> Cores<P> {
    /// Gives the words of the memory to the chosen processor, or takes them from it.
    fn swap_words(&mut self) {
        let port = &mut self.all.cpus[self.chosen].state.memory_system.memory;
        port.swap_words(&mut self.all.memory.words);
    }

    fn choose(&mut self, core: usize) {
        self.swap_words();
        self.chosen = core;
        self.swap_words();
    }

    fn step<W: Watcher<P>>(&mut self, watcher: &mut W) -> Option<Output> {
        self.swap_words();
        let mut probe = Watched {
            probes: &mut self.probes,
            chosen: self.chosen,
            current: 0,
            watcher,
            output: None,
        };
        self.all.step(&mut probe);
        let output = probe.output;
        self.swap_words();
        output
    }

    fn stops<W: Watcher<P>>(&mut self, watcher: &mut W) -> bool {
        let home = self.chosen;
        if watcher.wants_first() {
            let state = &self.all.cpus[0].state;
            let memory = &self.all.cpus[home].state.memory_system.memory.words;
            watcher.first(&View {
                memory: memory.as_slice(),
                ..View::of(state)
            });
        }
        if watcher.stops(&self.all.cpus[home].state, &self.probes[home]) {
            return true;
        }
        if !watcher.wants_others() {
            return false;
        }
        for core in (0..self.probes.len()).filter(|core| *core != home) {
            self.choose(core);
            if watcher.stops_other(&self.all.cpus[core].state, &self.probes[core]) {
                return true;
            }
        }
        self.choose(home);
        false
    }
}

/// Hands a cycle to the probe of each processor, and that of the chosen one to the watcher as well.
struct Watched<'a, P, W> {
    probes: &'a mut [P],
    chosen: usize,
    current: usize,
    watcher: &'a mut W,
    output: Option<Output>,
}

impl<P: Probe, W: Probe> CmpProbe for Watched<'_, P, W> {
    type Cpu = Self;

    fn cpu(&mut self, cpu: usize) -> &mut Self {
        self.current = cpu;
        self
    }

    fn output(&mut self, _cycle: u64, cpu: usize, output: Output) {
        if cpu == 0 {
            self.output = Some(output);
        }
    }
}

macro_rules! hand_on {
    ($($name:ident($($argument:ident: $kind:ty),*);)*) => {
        impl<P: Probe, W: Probe> Probe for Watched<'_, P, W> {
            $(
                #[inline(always)]
                fn $name(&mut self, $($argument: $kind),*) {
                    self.probes[self.current].$name($($argument),*);
                    if self.current == self.chosen {
                        self.watcher.$name($($argument),*);
                    }
                }
            )*
        }
    };
}

hand_on! {
    cycle(state: &MachineState, signals: &Signals);
    dispatch(cycle: u64, jpc: u32, bytecode: u8);
    entry(cycle: u64, entry: Entry);
    memory_op(cycle: u64, op: MemoryOp);
    transaction(cycle: u64, command: &Command);
    lookup(cycle: u64, lookup: MethodLookup);
    wait(cycle: u64);
    stall(cycle: u64);
}
