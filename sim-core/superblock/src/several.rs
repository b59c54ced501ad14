//! Several processors, faster: each runs ahead in superblocks up to its next access of main memory, and accesses reach the
//! memory in the order and the cycles of the arbiter. The state is that of [`Multiprocessor`], to every register.
//!
//! ```text
//!   processor 0: blocks or reference --> request --+
//!   processor 1: blocks or reference --> request --+--> bus: the first grant --> word --> its processor goes on
//!   ...                                            +
//! ```
//!
//! An access that waits looks to its processor like one that is asked for later: all that follows moves by the cycles of waiting
//! (`operation.rs`). Arbiter and memory are not clocked: which request is granted next follows from a counter (`bus.rs`), and their registers
//! from the last accesses (`registers.rs`). A processor on the reference is clocked in the order of time, as it may use locks.
//!
//! Processors that have run too far are taken back to the begin of the slice and run up to the cycle that is wanted ([`BlockMultiprocessor::settle`]);
//! so is everything when microcode asks for an access while one is under way: the reference runs such a slice.

mod bus;
mod core_run;
mod locks;
mod operation;
mod port;
mod processor;
mod reference;
mod registers;
mod sleep;
mod timing;

use std::sync::Arc;

use isa::{ArbiterKind, LockUnitKind, Output, Stop};
use sim_core::cmp::Multiprocessor;
use sim_core::cmp::lock_unit::LockUnit;
use sim_core::cmp::traffic::Traffic;
use sim_core::{MachineState, Statistics};

use crate::Blocks;
use crate::several::bus::Bus;
use crate::several::locks::Locks;
use crate::several::port::Port;
use crate::several::processor::Core;
use crate::several::registers::{Units, redo};
use crate::several::timing::Timing;

/// Cycles between two points that the processors can be taken back to.
const SLICE: u64 = 1 << 16;

/// Something that has left a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    /// The cycle.
    pub cycle: u64,
    /// The processor.
    pub cpu: usize,
    /// What.
    pub output: Output,
}

/// Counters of all processors.
#[derive(Debug, Clone, PartialEq)]
pub struct SeveralCounters {
    /// Of each processor.
    pub statistics: Vec<Statistics>,
    /// What they waited for.
    pub traffic: Traffic,
}

/// Several processors that execute superblocks where they can.
#[derive(Debug, Clone)]
pub struct BlockMultiprocessor {
    machine: Multiprocessor,
    engine: Option<Box<Engine>>,
    counters: SeveralCounters,
    /// What has left them since the last call, in order; the last of all that was told.
    left: Vec<Left>,
    told: Option<(u64, usize)>,
    cycle: u64,
    block_cycles: u64,
    /// Processors may have run further than `cycle`.
    is_ahead: bool,
}

/// What the processors need beside the machine.
#[derive(Debug, Clone)]
struct Engine {
    timing: Arc<Timing>,
    cores: Vec<Core>,
    /// None while nobody knows what is under way.
    shared: Option<Shared>,
    begin: Option<Box<Begin>>,
    /// Words that were replaced since then.
    replaced: Vec<(u32, u32)>,
}

/// Arbiter, memory and lock unit.
#[derive(Debug, Clone)]
struct Shared {
    bus: Bus,
    units: Units,
    locks: Locks,
    /// The words are those after all accesses that were granted; else those of the machine's cycle.
    is_granted: bool,
}

/// The begin of a slice.
#[derive(Debug, Clone)]
struct Begin {
    end: u64,
    states: Vec<MachineState>,
    probes: Vec<(Statistics, Port)>,
    asked: Vec<bool>,
    shared: Shared,
    lock_unit: LockUnit,
    block_cycles: u64,
}

/// Microcode does what only the reference knows.
#[derive(Debug, Clone, Copy)]
struct Irregular;

impl BlockMultiprocessor {
    /// Compiles the microcode of processors; those with what the engine does not know run on the reference.
    #[must_use]
    pub fn new(machine: Multiprocessor) -> Self {
        Self::build(machine, None)
    }

    /// The same for tests: processors leave their superblocks at random sites, as `seed` chooses them.
    #[must_use]
    pub fn faltering(machine: Multiprocessor, seed: u64) -> Self {
        Self::build(machine, Some(seed))
    }

    /// Every cycle on the reference.
    #[must_use]
    pub fn reference(machine: Multiprocessor) -> Self {
        let cores = machine.cpus.len();
        Self {
            counters: SeveralCounters {
                statistics: vec![Statistics::default(); cores],
                traffic: Traffic::new(cores),
            },
            engine: None,
            left: Vec::new(),
            told: None,
            cycle: machine.cycle(),
            block_cycles: 0,
            is_ahead: false,
            machine,
        }
    }

    fn build(machine: Multiprocessor, faltering: Option<u64>) -> Self {
        let engine = Engine::new(&machine, faltering).map(Box::new);
        Self {
            engine,
            ..Self::reference(machine)
        }
    }

    /// The processors, in the cycle that they have reached: after an output, once they are settled.
    #[must_use]
    pub fn machine(&self) -> &Multiprocessor {
        &self.machine
    }

    /// The same, settled, to connect or feed devices.
    pub fn machine_mut(&mut self) -> &mut Multiprocessor {
        self.settle();
        &mut self.machine
    }

    /// The processors alone.
    #[must_use]
    pub fn into_machine(self) -> Multiprocessor {
        self.machine
    }

    /// Runs every cycle on the reference, until processor 0 has told the others to start, too.
    pub fn run_to_signal(&mut self, limit: u64) -> Stop {
        self.run_until(limit, |it| it.machine.is_signalled())
    }

    /// Cycles so far.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Counters so far: after an output, once they are settled.
    #[must_use]
    pub fn counters(&self) -> &SeveralCounters {
        &self.counters
    }

    /// Cycles of all processors that were executed as superblocks.
    #[must_use]
    pub fn block_cycles(&self) -> u64 {
        self.block_cycles
    }

    /// The engine knows these processors.
    #[must_use]
    pub fn has_blocks(&self) -> bool {
        self.engine.is_some()
    }

    /// What has left the processors since the last call.
    pub fn take_left(&mut self) -> Vec<Left> {
        std::mem::take(&mut self.left)
    }

    /// Runs until something leaves processor 0 or the cycle counter reaches `limit`. After an output other processors may have run further:
    /// [`BlockMultiprocessor::settle`].
    pub fn run(&mut self, limit: u64) -> Stop {
        if self.engine.is_none() {
            return self.run_reference(limit);
        }
        while self.cycle < limit {
            if !self.is_ahead && !self.begin(limit) {
                match self.run_to_rest(limit) {
                    Stop::Limit => continue,
                    stop => return stop,
                }
            }
            if self.end() > limit {
                self.take_back();
                self.set_end(limit);
            }
            if let Some(output) = self.slice() {
                return Stop::Output(output);
            }
        }
        self.settle();
        self.publish();
        Stop::Limit
    }

    /// Makes the state that of the cycle after an output.
    pub fn settle(&mut self) {
        if !self.is_ahead {
            return;
        }
        let cycle = self.cycle;
        if self.end() > cycle {
            self.take_back();
            self.set_end(cycle);
        }
        while self.slice().is_some() {}
        self.publish();
    }

    /// Runs to the end of the slice; gives what leaves processor 0 before.
    fn slice(&mut self) -> Option<Output> {
        let end = self.end();
        match self.advance(end) {
            Ok(None) => {
                self.is_ahead = false;
                self.cycle = end;
                None
            }
            Ok(Some(output)) => {
                self.is_ahead = true;
                Some(output)
            }
            Err(Irregular) => {
                self.take_back();
                self.is_ahead = false;
                self.publish_at(self.machine.cycle());
                self.forget();
                match self.run_reference(end) {
                    Stop::Output(output) => Some(output),
                    Stop::Limit => None,
                }
            }
        }
    }

    fn end(&self) -> u64 {
        let begin = self.engine.as_ref().and_then(|it| it.begin.as_ref());
        begin.map_or(u64::MAX, |begin| begin.end)
    }

    fn set_end(&mut self, end: u64) {
        if let Some(begin) = self.engine.as_mut().and_then(|it| it.begin.as_mut()) {
            begin.end = end;
        }
    }

    /// The registers of all that processors share, in the cycle that all have reached.
    fn publish(&mut self) {
        self.publish_at(self.cycle);
    }

    fn publish_at(&mut self, cycle: u64) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let Some(shared) = &mut engine.shared else {
            return;
        };
        if !std::mem::take(&mut shared.is_granted) {
            return;
        }
        let machine = &mut self.machine;
        shared.locks.advance(&mut machine.lock_unit, cycle);
        let units = (&mut machine.arbiter, &mut machine.memory);
        shared.units.at(cycle, &shared.bus, units);
        machine.answer();
        self.counters.traffic = shared.bus.traffic_at(cycle);
        for (statistics, core) in self.counters.statistics.iter_mut().zip(&engine.cores) {
            *statistics = core.probe.0;
        }
    }

    /// Begins a slice; false if the engine does not know what is under way.
    fn begin(&mut self, limit: u64) -> bool {
        let Some(engine) = &mut self.engine else {
            return false;
        };
        let Some(shared) = &mut engine.shared else {
            return false;
        };
        if !std::mem::replace(&mut shared.is_granted, true) {
            redo(&shared.bus, &mut self.machine.memory.words);
        }
        engine.replaced.clear();
        engine.begin = Some(Box::new(Begin {
            end: limit.min(self.cycle + SLICE),
            states: self
                .machine
                .cpus
                .iter()
                .map(|it| it.state.clone())
                .collect(),
            probes: engine.cores.iter().map(|it| it.probe.clone()).collect(),
            asked: engine
                .cores
                .iter()
                .map(|it| it.blocks.loads.asked)
                .collect(),
            shared: shared.clone(),
            lock_unit: self.machine.lock_unit.clone(),
            block_cycles: self.block_cycles,
        }));
        true
    }

    /// Takes all back to the begin of the slice.
    fn take_back(&mut self) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let Some(begin) = &engine.begin else {
            return;
        };
        for (address, word) in engine.replaced.drain(..).rev() {
            self.machine.memory.words.write(address, word);
        }
        for (n, core) in engine.cores.iter_mut().enumerate() {
            self.machine.cpus[n].state.clone_from(&begin.states[n]);
            core.probe.clone_from(&begin.probes[n]);
            core.take_back(begin.asked[n]);
        }
        engine.shared = Some(begin.shared.clone());
        self.machine.lock_unit.clone_from(&begin.lock_unit);
        self.block_cycles = begin.block_cycles;
    }

    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.shared = None;
        }
    }
}

impl Engine {
    fn new(machine: &Multiprocessor, faltering: Option<u64>) -> Option<Self> {
        let timing = Arc::new(known(machine)?);
        // All have the same microcode.
        let blocks = Blocks::new(&machine.cpus[0], faltering)?;
        let mut cores = Vec::new();
        for n in 0..machine.cpus.len() as u32 {
            let mut blocks = blocks.clone();
            blocks.faltering = faltering.map(|seed| seed.rotate_left(5 * n));
            let port = Port::new(timing.clone(), false, 0);
            cores.push(Core::new(blocks, port));
        }
        Some(Self {
            timing,
            cores,
            shared: None,
            begin: None,
            replaced: Vec::new(),
        })
    }
}

/// The timing of processors that the engine knows all of. Not among them: fixed priority, whose words do not stay; time slots that are too short for
/// the memory; the global lock; caches of data and objects; one processor alone; a memory without wait states, where the controller's own
/// states may take longer than an access.
fn known(machine: &Multiprocessor) -> Option<Timing> {
    let (config, processors) = (machine.config(), machine.processors());
    let timing = Timing::of(config)?;
    let arbiter = match processors.arbiter {
        ArbiterKind::Tdma(slots) => !slots.is_too_short_for(config),
        ArbiterKind::RoundRobin => true,
        ArbiterKind::Fair => true,
        ArbiterKind::FixedPriority => false,
    };
    let fits = arbiter
        && timing.read.at(1) > 1
        && processors.cores > 1
        && processors.lock_unit != LockUnitKind::Cmpsync
        && !config.data_cache
        && !config.object_cache;
    fits.then_some(timing)
}
