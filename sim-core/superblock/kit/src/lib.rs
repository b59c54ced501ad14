//! Lock-step: an engine against the reference, cut at any cycles, all of the state and of the counters compared, and on.

mod case;
mod generate;
mod hex;
mod random;
mod search;
mod several;
mod shrink;

use std::collections::BTreeMap;

use isa::{Output, Stop};
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::main_memory::Words;
use sim_core::probe::{MethodLookup, NoProbe, Probe, Signals};
use sim_core::simpcon::Command;
use sim_core::statistics::Stalls;
use sim_core::{Machine, MachineState, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

pub use crate::case::{Case, Difference, Start, Tally};
pub use crate::generate::{Begin, Sources};
pub use crate::hex::Hex;
pub use crate::search::{Found, Search};
pub use crate::several::{SeveralCase, SeveralLockStep};

/// What a probe of sums sees, in order, and what is summed up until the next dispatch.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    dispatches: Vec<Dispatched>,
    /// Writes and accesses of devices, each with the dispatches before it.
    commands: Vec<(u64, u64, (bool, u32, u32))>,
    lookups: Vec<Lookup>,
    bytecodes: u64,
    sums: BytecodeSums,
    last_op: MemoryOp,
    last_slave: Slave,
    /// Cycle up to which `sums` counts in superblocks.
    counted: u64,
}

/// A lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lookup {
    /// Dispatches before it.
    bytecodes: u64,
    strobe: u64,
    /// The first `wait` of the same bytecode.
    wait: Option<u64>,
    answer: Option<(u64, MethodLookup)>,
}

/// Figures of a bytecode, up to the dispatch of the next one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct BytecodeSums {
    cycles: u64,
    stalls: BTreeMap<String, u64>,
    causes: Stalls,
    has_looked_up: bool,
}

/// A dispatch; an interrupt or exception is none of a bytecode.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Dispatched {
    cycle: u64,
    bytecode: Option<(u32, u8)>,
    /// Where a method was looked up.
    vp: Option<u32>,
    sums: BytecodeSums,
}

impl Seen {
    fn dispatch(&mut self, cycle: u64, vp: u32) {
        let sums = std::mem::take(&mut self.sums);
        self.bytecodes += 1;
        self.dispatches.push(Dispatched {
            cycle,
            bytecode: None,
            vp: sums.has_looked_up.then_some(vp),
            sums,
        });
    }

    fn dispatch_of(&mut self, jpc: u32, bytecode: u8) {
        if let Some(last) = self.dispatches.last_mut() {
            last.bytecode = Some((jpc, bytecode));
        }
    }

    fn strobe(&mut self, cycle: u64) {
        self.sums.has_looked_up = true;
        self.lookups.push(Lookup {
            bytecodes: self.bytecodes,
            strobe: cycle,
            wait: None,
            answer: None,
        });
    }

    fn waits(&mut self, cycle: u64) {
        let bytecodes = self.bytecodes;
        let last = self.lookups.last_mut();
        if let Some(lookup) = last.filter(|lookup| lookup.bytecodes == bytecodes) {
            lookup.wait = lookup.wait.or(Some(cycle));
        }
    }

    fn answer(&mut self, cycle: u64, lookup: MethodLookup) {
        if let Some(last) = self.lookups.last_mut() {
            last.answer = Some((cycle, lookup));
        }
    }

    fn command(&mut self, cycle: u64, command: &Command) {
        let Command { wr, address, .. } = *command;
        let data = if wr { command.wr_data } else { 0 };
        self.commands
            .push((self.bytecodes, cycle, (wr, address, data)));
    }

    /// The first event that differs.
    fn difference(&self, found: &Self) -> String {
        if let Some(at) = first(&self.dispatches, &found.dispatches) {
            format!("dispatches, {at}")
        } else if let Some(at) = first(&self.commands, &found.commands) {
            format!("commands, {at}")
        } else if let Some(at) = first(&self.lookups, &found.lookups) {
            format!("lookups, {at}")
        } else {
            two("events", self, found)
        }
    }

    fn stalls(&mut self, op: MemoryOp, slave: Slave, cycles: u64) {
        *self.sums.stalls.entry(format!("{op:?}")).or_default() += cycles;
        *self.sums.causes.cause(op, slave) += cycles;
    }
}

impl Probe for Seen {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if signals.rom_data.nxt() {
            self.dispatch(state.cycle, state.stack.vp());
        }
        self.sums.cycles += 1;
    }

    fn dispatch(&mut self, _cycle: u64, jpc: u32, bytecode: u8) {
        self.dispatch_of(jpc, bytecode);
    }

    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        self.last_op = op;
        if op == MemoryOp::MethodLoad {
            self.strobe(cycle);
        }
    }

    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.last_slave = Slave::of(command.address);
        if command.wr || self.last_slave == Slave::Io {
            self.command(cycle, command);
        }
    }

    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.answer(cycle, lookup);
    }

    fn wait(&mut self, cycle: u64) {
        if self.last_op == MemoryOp::MethodLoad {
            self.waits(cycle);
        }
    }

    fn stall(&mut self, _cycle: u64) {
        self.stalls(self.last_op, self.last_slave, 1);
    }
}

impl Sums for Seen {
    fn entered(&mut self, cycle: u64, _bytecode: u8) {
        self.counted = cycle;
    }

    fn left(&mut self, cycle: u64, (op, slave): (MemoryOp, Slave), load: Option<u64>) {
        self.sums.cycles += cycle - self.counted;
        self.counted = 0;
        (self.last_op, self.last_slave) = (op, slave);
        if let Some(strobe) = load {
            self.strobe(strobe);
        }
    }

    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.sums.cycles += dispatch.cycle - self.counted;
        self.counted = dispatch.cycle;
        Seen::dispatch(self, dispatch.cycle, dispatch.vp);
        self.dispatch_of(dispatch.jpc, dispatch.bytecode);
    }

    fn wrote(&mut self, cycle: u64, (address, wr_data): (u32, u32), _memory: &Words) {
        let write = Command {
            wr: true,
            address,
            wr_data,
            ..Command::IDLE
        };
        self.command(cycle, &write);
    }

    fn device(&mut self, cycle: u64, command: &Command, _answer: u32) {
        self.command(cycle, command);
    }

    fn looked_up(&mut self, waited: &Waited) {
        self.strobe(waited.strobe);
        self.waits(waited.wait);
        self.answer(waited.answer, waited.lookup);
    }

    fn stalled(&mut self, _from: u64, (op, slave): (MemoryOp, Slave), cycles: u64) {
        self.stalls(op, slave, cycles);
    }
}

/// Reference and engine, in the same cycle.
#[derive(Debug)]
pub struct LockStep {
    reference: Machine,
    engine: BlockMachine,
    expected: (Statistics, Seen),
    found: (Statistics, Seen),
    /// Counters of an engine that nobody else watches.
    quiet: Option<(Statistics, NoProbe)>,
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
            quiet: None,
            cuts: 0,
        }
    }

    /// The same with nobody who looks on: the engine reports no dispatch, and state and counters are compared.
    #[must_use]
    pub fn quiet(engine: BlockMachine) -> Self {
        Self {
            quiet: Some((Statistics::default(), NoProbe)),
            ..Self::new(engine)
        }
    }

    /// Cycles so far.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.reference.state.cycle
    }

    /// Runs of bytecodes that the engine has translated.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.engine.runs()
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
            let found = match &mut self.quiet {
                Some(quiet) => self.engine.run(cut, quiet),
                None => self.engine.run(cut, &mut self.found),
            };
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
        let found = self.quiet.as_ref().map_or(&self.found.0, |quiet| &quiet.0);
        if self.expected.0 != *found {
            return Err(two("statistics", &self.expected.0, found));
        }
        if self.quiet.is_none() && self.expected.1 != self.found.1 {
            return Err(self.expected.1.difference(&self.found.1));
        }
        for seen in [&mut self.expected.1, &mut self.found.1] {
            seen.dispatches.clear();
            seen.commands.clear();
            // A lookup under way gets its answer later.
            let under_way = seen.lookups.pop();
            seen.lookups.clear();
            seen.lookups.extend(under_way);
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
        (em.object_cache != fm.object_cache)
            .then(|| two("object cache", &em.object_cache, &fm.object_cache)),
        (em.data_cache != fm.data_cache)
            .then(|| two("data caches", &em.data_cache, &fm.data_cache)),
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
        "place {place}: reference {expected:x?}, engine {found:x?}"
    ))
}
