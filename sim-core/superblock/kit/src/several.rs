//! Several processors in lock-step: engine against reference, cut at any cycles, all of the state and of the counters compared.

use isa::{ArbiterKind, LockUnitKind, OrganisationKind, Output, Processors, Slots, Stop};
use sim_core::cmp::traffic::Traffic;
use sim_core::cmp::{CmpProbe, Multiprocessor, SharedSignals};
use sim_core::{NoProbe, Statistics};
use superblock::{BlockMultiprocessor, Left, SeveralCounters};

use crate::case::{NOP, REST, begin, interrupt_after};
use crate::random::Random;
use crate::{Case, difference, two};

/// Reference and engine, in the same cycle.
#[derive(Debug)]
pub struct SeveralLockStep {
    reference: Multiprocessor,
    engine: BlockMultiprocessor,
    expected: Counts,
    left: Vec<Left>,
    /// Outputs of processor 0 settle the engine.
    settles: bool,
    /// The cycle in which both began.
    begin: u64,
    /// Cuts compared.
    pub cuts: u64,
}

/// Counts what the reference does.
#[derive(Debug)]
struct Counts {
    counters: SeveralCounters,
    left: Vec<Left>,
}

impl CmpProbe for Counts {
    type Cpu = Statistics;

    fn cpu(&mut self, cpu: usize) -> &mut Statistics {
        &mut self.counters.statistics[cpu]
    }

    fn shared(&mut self, signals: &SharedSignals) {
        self.counters.traffic.count(signals);
    }

    fn output(&mut self, cycle: u64, cpu: usize, output: Output) {
        self.left.push(Left { cycle, cpu, output });
    }
}

impl SeveralLockStep {
    /// The engine beside the processors that it was made from.
    #[must_use]
    pub fn new(engine: BlockMultiprocessor, settles: bool) -> Self {
        let reference = engine.machine().clone();
        let cores = reference.cpus.len();
        Self {
            begin: reference.cycle(),
            reference,
            engine,
            expected: Counts {
                counters: SeveralCounters {
                    statistics: vec![Statistics::default(); cores],
                    traffic: Traffic::new(cores),
                },
                left: Vec::new(),
            },
            left: Vec::new(),
            settles,
            cuts: 0,
        }
    }

    /// Cycles so far.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.reference.cycle()
    }

    /// Cycles of all processors that ran as superblocks.
    #[must_use]
    pub fn block_cycles(&self) -> u64 {
        self.engine.block_cycles()
    }

    /// Runs both to a cycle, past what leaves them on the way; stops where processor 0 gives an exit status.
    ///
    /// # Errors
    /// With a report of the first difference.
    pub fn run_to(&mut self, cut: u64) -> Result<Option<u32>, String> {
        let from = self.cycle();
        loop {
            let found = self.engine.run(cut);
            let cycle = self.engine.cycle();
            while self.reference.cycle() < cycle {
                self.reference.step(&mut self.expected);
            }
            self.left.extend(self.engine.take_left());
            let exit = match found {
                Stop::Output(Output::Exit(status)) => Some(status),
                _ => None,
            };
            let stopped = matches!(found, Stop::Output(_));
            if stopped && (self.settles || exit.is_some()) {
                self.engine.settle();
                self.left.extend(self.engine.take_left());
                self.compare(from)?;
            }
            if exit.is_some() {
                return Ok(exit);
            }
            if !stopped {
                self.compare(from)?;
                return Ok(None);
            }
        }
    }

    fn compare(&mut self, from: u64) -> Result<(), String> {
        self.cuts += 1;
        let cycle = self.cycle();
        let at = |report: String| Err(format!("from cycle {from} to {cycle}: {report}"));
        let (expected, found) = (&self.reference, self.engine.machine());
        if expected.arbiter != found.arbiter {
            return at(two("arbiter", &expected.arbiter, &found.arbiter));
        }
        if expected.memory != found.memory {
            let pairs = expected.memory.words.as_slice().iter();
            let pairs = pairs.zip(found.memory.words.as_slice());
            let word = pairs.enumerate().find(|(_, (one, other))| one != other);
            let registers = (expected.memory.registers(), found.memory.registers());
            return at(format!("memory: {word:x?} {registers:x?}"));
        }
        for (n, (expected, found)) in expected.cpus.iter().zip(&found.cpus).enumerate() {
            if expected.state != found.state {
                let what = difference(&expected.state, &found.state);
                return at(format!("processor {n}: {what}"));
            }
        }
        if expected.lock_unit != found.lock_unit {
            return at(two("lock unit", &expected.lock_unit, &found.lock_unit));
        }
        let (expected, found) = (&self.expected.counters, self.engine.counters());
        if expected.traffic != found.traffic {
            return at(two("traffic", &expected.traffic, &found.traffic));
        }
        for (n, (expected, found)) in expected
            .statistics
            .iter()
            .zip(&found.statistics)
            .enumerate()
        {
            if expected != found {
                return at(format!(
                    "processor {n}: {}",
                    two("statistics", expected, found)
                ));
            }
        }
        let possible = (cycle - self.begin) * self.reference.cpus.len() as u64;
        if self.engine.block_cycles() > possible {
            let counted = self.engine.block_cycles();
            return at(two("cycles in superblocks", &possible, &counted));
        }
        if self.expected.left != self.left {
            return at(two("outputs", &self.expected.left, &self.left));
        }
        self.expected.left.clear();
        self.left.clear();
        Ok(())
    }
}

/// A case of the search on several processors.
#[derive(Debug, Clone)]
pub struct SeveralCase {
    /// Microcode, memory and cuts.
    pub case: Case,
    /// The processors.
    pub processors: Processors,
    /// Seed of where each processor begins.
    pub seed: u64,
}

impl SeveralCase {
    /// Makes a case one of several processors that the engine knows.
    #[must_use]
    pub fn of(mut case: Case, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let config = &mut case.config;
        (config.object_cache, config.data_cache) = (false, false);
        if matches!(config.method_cache, OrganisationKind::Studied(_)) {
            config.method_cache = OrganisationKind::Fifo;
        }
        let fitting = Slots::fitting(config);
        let arbiter = match random.below(3) {
            0 => ArbiterKind::Tdma(Slots {
                slot: fitting.slot + random.below(4) as u8,
                ..fitting
            }),
            1 => ArbiterKind::RoundRobin,
            _ => ArbiterKind::Fair,
        };
        let processors = Processors {
            cores: random.within(2, 8) as u8,
            arbiter,
            lock_unit: random.pick(&[LockUnitKind::Ihlu, LockUnitKind::Ihlu, LockUnitKind::None]),
        };
        Self {
            case,
            processors,
            seed,
        }
    }

    /// Runs all starts on both engines; gives cycles of all processors, those in superblocks, and cuts.
    ///
    /// # Errors
    /// With the first difference.
    pub fn check(&self) -> Result<[u64; 3], String> {
        let config = (&self.case.config, &self.processors);
        let mut fresh = Multiprocessor::new(config, &self.case.program(), &self.case.memory.0)
            .map_err(|error| error.to_string())?;
        for cpu in &mut fresh.cpus {
            let jbc = cpu.state.bytecode_fetch.jbc.iter_mut();
            let bytes = jbc.zip(&self.case.bytes.0);
            bytes.for_each(|(byte, new)| *byte = *new);
        }
        let mut sum = [0; 3];
        for start in &self.case.starts {
            let mut machine = fresh.clone();
            if let Some(seed) = start.bytecode
                && !self.begin(&mut machine, seed)
            {
                continue;
            }
            if let Some(microseconds) = start.timer {
                for cpu in &mut machine.cpus {
                    interrupt_after(microseconds, cpu);
                }
            }
            let from = machine.cycle();
            let cores = machine.cpus.len() as u64;
            let engine = match self.case.falters {
                Some(seed) => BlockMultiprocessor::faltering(machine, seed),
                None => BlockMultiprocessor::new(machine),
            };
            let mut lock_step = SeveralLockStep::new(engine, start.quiet);
            for cut in start.cuts(from) {
                lock_step.run_to(cut)?;
            }
            sum[0] += cores * (lock_step.cycle() - from);
            sum[1] += lock_step.block_cycles();
            sum[2] += lock_step.cuts;
        }
        Ok(sum)
    }

    /// Each processor at a bytecode of its own.
    fn begin(&self, machine: &mut Multiprocessor, seed: u64) -> bool {
        let before: Vec<_> = machine.cpus.iter().map(|it| it.state.clone()).collect();
        for _ in 0..REST {
            for cpu in &mut machine.cpus {
                cpu.state.microcode_fetch.ir = NOP;
                cpu.state.execute.row = NOP;
            }
            machine.step(&mut NoProbe);
        }
        let mut random = Random::new(seed ^ self.seed);
        for (cpu, before) in machine.cpus.iter_mut().zip(before) {
            let state = &mut cpu.state;
            state.bytecode_fetch.jbc = before.bytecode_fetch.jbc;
            state.stack.ram = before.stack.ram;
            let begins = (0..20).any(|_| begin(cpu, random.next()));
            if !begins {
                return false;
            }
        }
        true
    }
}
