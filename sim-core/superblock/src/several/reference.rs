//! Several processors on the reference: where the engine does not know what is under way.

use std::sync::Arc;

use isa::{Output, Stop};
use sim_core::Statistics;
use sim_core::cmp::traffic::Traffic;
use sim_core::cmp::{CmpProbe, SharedSignals};

use crate::Loads;
use crate::several::bus::Bus;
use crate::several::locks::Locks;
use crate::several::port::Port;
use crate::several::registers::Units;
use crate::several::{BlockMultiprocessor, Left, Shared};

/// Counts, and learns which methods are loaded.
struct Counts<'a> {
    cpus: &'a mut [(Statistics, Loads)],
    traffic: &'a mut Traffic,
    left: Vec<Left>,
}

impl CmpProbe for Counts<'_> {
    type Cpu = (Statistics, Loads);

    fn cpu(&mut self, cpu: usize) -> &mut Self::Cpu {
        &mut self.cpus[cpu]
    }

    fn shared(&mut self, signals: &SharedSignals) {
        self.traffic.count(signals);
    }

    fn output(&mut self, cycle: u64, cpu: usize, output: Output) {
        self.left.push(Left { cycle, cpu, output });
    }
}

impl BlockMultiprocessor {
    /// Runs on the reference as [`BlockMultiprocessor::run`] does.
    pub(super) fn run_reference(&mut self, limit: u64) -> Stop {
        self.run_until(limit, |_| false)
    }

    /// The same until nothing is under way, and lets the engine take over.
    pub(super) fn run_to_rest(&mut self, limit: u64) -> Stop {
        let rests = |it: &Self| {
            let machine = it.machine();
            machine.arbiter.is_at_rest() && machine.memory.is_idle()
        };
        let stop = self.run_until(limit, rests);
        if stop == Stop::Limit && rests(self) {
            self.take_over();
        }
        stop
    }

    pub(super) fn run_until(&mut self, limit: u64, is_done: impl Fn(&Self) -> bool) -> Stop {
        let mut cpus = self.lend();
        let mut stop = Stop::Limit;
        while self.machine.cycle() < limit && !is_done(self) {
            let mut probe = Counts {
                cpus: &mut cpus,
                traffic: &mut self.counters.traffic,
                left: Vec::new(),
            };
            self.machine.step(&mut probe);
            let left = probe.left;
            self.cycle = self.machine.cycle().max(self.cycle);
            for left in left {
                if self.tell(left) && left.cpu == 0 {
                    stop = Stop::Output(left.output);
                }
            }
            if stop != Stop::Limit {
                break;
            }
        }
        self.give_back(cpus);
        stop
    }

    /// Notes what has left a processor; false if that was told already.
    pub(super) fn tell(&mut self, left: Left) -> bool {
        let is_new = self.told.is_none_or(|told| told < (left.cycle, left.cpu));
        if is_new {
            self.told = Some((left.cycle, left.cpu));
            self.left.push(left);
        }
        is_new
    }

    fn lend(&mut self) -> Vec<(Statistics, Loads)> {
        let statistics = self.counters.statistics.iter().copied();
        let mut cpus: Vec<_> = statistics.map(|it| (it, Loads::default())).collect();
        if let Some(engine) = &mut self.engine {
            for (cpu, core) in cpus.iter_mut().zip(&mut engine.cores) {
                cpu.1 = std::mem::take(&mut core.blocks.loads);
            }
        }
        cpus
    }

    fn give_back(&mut self, cpus: Vec<(Statistics, Loads)>) {
        for (n, (statistics, loads)) in cpus.into_iter().enumerate() {
            self.counters.statistics[n] = statistics;
            if let Some(engine) = &mut self.engine {
                engine.cores[n].blocks.loads = loads;
            }
        }
    }

    /// Arbiter and memory are at rest: the engine knows all that is under way.
    fn take_over(&mut self) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        let machine = &self.machine;
        let cycle = machine.cycle();
        let processors = machine.processors();
        let strict = processors.arbiter == isa::ArbiterKind::Fair;
        let mut memory = machine.memory.clone();
        memory.swap_words(&mut sim_core::main_memory::Words::new(Vec::new()));
        let mut locks = Locks::new(cycle, machine.is_signalled());
        let mut words = Vec::new();
        for (cpu, core) in engine.cores.iter_mut().enumerate() {
            let data = machine.arbiter.response(cpu, memory.response()).rd_data;
            words.push(data);
            let port = Port::new(Arc::clone(&engine.timing), strict, data);
            core.probe = (self.counters.statistics[cpu], port);
            let device = &machine.cpus[cpu].state.memory_system.io.system;
            if let Some(lock) = device.lock().filter(|it| it.request.req) {
                locks.ask(cycle, cpu, lock.request);
            }
        }
        let counter = u64::from(machine.arbiter.counter().unwrap_or(0));
        engine.shared = Some(Shared {
            bus: Bus::new(
                Arc::clone(&engine.timing),
                (processors.arbiter, machine.cpus.len()),
                (counter, cycle),
                self.counters.traffic.clone(),
                &words,
            ),
            units: Units {
                arbiter: machine.arbiter.clone(),
                memory,
            },
            locks,
            is_granted: true,
        });
    }
}
