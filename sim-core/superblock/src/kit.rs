//! Lock-step: an engine against the reference, cut at any cycles, all of the state and of the counters compared, and on.

use isa::{Output, Stop};
use sim_core::probe::{MethodLookup, Probe};
use sim_core::simpcon::Command;
use sim_core::{Machine, MachineState, Statistics};

use crate::{BlockMachine, Sums};

/// What a probe of sums sees: writes on the bus and lookups, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    writes: Vec<(u32, u32)>,
    lookups: Vec<(u64, MethodLookup)>,
}

impl Probe for Seen {
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        if command.wr {
            self.wrote(command.address, command.wr_data);
        }
    }

    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.looked_up(cycle, lookup);
    }
}

impl Sums for Seen {
    fn wrote(&mut self, address: u32, data: u32) {
        self.writes.push((address, data));
    }

    fn looked_up(&mut self, cycle: u64, lookup: MethodLookup) {
        self.lookups.push((cycle, lookup));
    }
}

/// Reference and engine, in the same cycle.
#[derive(Debug)]
pub struct LockStep {
    reference: Machine,
    engine: BlockMachine,
    expected: (Statistics, Seen),
    found: (Statistics, Seen),
    /// Cuts compared.
    pub cuts: u64,
}

impl LockStep {
    /// The engine beside the machine that it was made from.
    #[must_use]
    pub fn new(engine: BlockMachine) -> Self {
        Self {
            reference: engine.machine().clone(),
            engine,
            expected: Default::default(),
            found: Default::default(),
            cuts: 0,
        }
    }

    /// Cycles so far.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.reference.state.cycle
    }

    /// Cycles that ran as superblocks.
    #[must_use]
    pub fn block_cycles(&self) -> u64 {
        self.engine.block_cycles()
    }

    /// Runs both to a cycle; gives the exit status if the program gave one on the way.
    ///
    /// # Errors
    /// With a report of the first difference.
    pub fn run_to(&mut self, cut: u64) -> Result<Option<u32>, String> {
        loop {
            let from = self.cycle();
            let expected = self.reference.run(cut, &mut self.expected);
            let found = self.engine.run(cut, &mut self.found);
            self.cuts += 1;
            if expected != found {
                return Err(format!(
                    "from cycle {from}: the reference stops in cycle {} with {expected:?}, the engine in {} with {found:?}",
                    self.cycle(),
                    self.engine.machine().state.cycle
                ));
            }
            self.compare()
                .map_err(|report| format!("from cycle {from} to {}: {report}", self.cycle()))?;
            match expected {
                Stop::Output(Output::Exit(status)) => return Ok(Some(status)),
                Stop::Output(_) => {}
                Stop::Limit => return Ok(None),
            }
        }
    }

    fn compare(&mut self) -> Result<(), String> {
        let (expected, found) = (&self.reference.state, &self.engine.machine().state);
        if expected != found {
            return Err(difference(expected, found));
        }
        if self.expected.0 != self.found.0 {
            return Err(two("statistics", &self.expected.0, &self.found.0));
        }
        if self.expected.1 != self.found.1 {
            return Err(two("writes and lookups", &self.expected.1, &self.found.1));
        }
        for seen in [&mut self.expected.1, &mut self.found.1] {
            seen.writes.clear();
            seen.lookups.clear();
        }
        Ok(())
    }
}

fn two<T: std::fmt::Debug>(what: &str, expected: &T, found: &T) -> String {
    format!("{what}:\n  reference {expected:?}\n  engine    {found:?}")
}

/// The first unit that differs; of memories the first word.
fn difference(expected: &MachineState, found: &MachineState) -> String {
    let (mut expected, mut found) = (expected.clone(), found.clone());
    let ram = |state: &mut MachineState| std::mem::take(&mut state.stack.ram);
    let jbc = |state: &mut MachineState| std::mem::take(&mut state.bytecode_fetch.jbc);
    let memories = [
        first(&ram(&mut expected), &ram(&mut found)).map(|at| format!("stack RAM, {at}")),
        first(&jbc(&mut expected), &jbc(&mut found)).map(|at| format!("bytecode RAM, {at}")),
        first(
            expected.memory_system.memory.words.as_slice(),
            found.memory_system.memory.words.as_slice(),
        )
        .map(|at| format!("main memory, {at}")),
    ];
    let (e, f) = (&expected, &found);
    let (em, fm) = (&e.memory_system, &f.memory_system);
    let units = [
        (e.stack != f.stack).then(|| two("stack", &e.stack, &f.stack)),
        (e.bytecode_fetch != f.bytecode_fetch)
            .then(|| two("bytecode fetch", &e.bytecode_fetch, &f.bytecode_fetch)),
        (e.microcode_fetch != f.microcode_fetch)
            .then(|| two("microcode fetch", &e.microcode_fetch, &f.microcode_fetch)),
        (e.execute != f.execute).then(|| two("execute", &e.execute, &f.execute)),
        (e.multiplier != f.multiplier).then(|| two("multiplier", &e.multiplier, &f.multiplier)),
        (em.controller != fm.controller).then(|| two("controller", &em.controller, &fm.controller)),
        (em.method_cache != fm.method_cache)
            .then(|| two("method cache", &em.method_cache, &fm.method_cache)),
        (em.local_bus != fm.local_bus).then(|| two("local bus", &em.local_bus, &fm.local_bus)),
        (em.memory.registers() != fm.memory.registers())
            .then(|| two("memory", &em.memory.registers(), &fm.memory.registers())),
        (em.io != fm.io).then(|| two("devices", &em.io, &fm.io)),
        (em.is_quiet() != fm.is_quiet()).then(|| two("quiet", &em.is_quiet(), &fm.is_quiet())),
    ];
    let all: Vec<String> = memories.into_iter().chain(units).flatten().collect();
    if all.is_empty() {
        "another unit".to_owned()
    } else {
        all.join("\n")
    }
}

fn first<T: PartialEq + std::fmt::Debug>(expected: &[T], found: &[T]) -> Option<String> {
    let mut pairs = expected.iter().zip(found).enumerate();
    let (place, (expected, found)) = pairs.find(|(_, (expected, found))| expected != found)?;
    Some(format!(
        "word {place}: reference {expected:x?}, engine {found:x?}"
    ))
}
