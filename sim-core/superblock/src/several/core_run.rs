//! One of several processors: on the reference in the order of time, or ahead in superblocks up to its next access.

use isa::Output;
use sim_core::Machine;
use sim_core::decode::MemoryOp;

use crate::Blocks;
use crate::compile::Code;
use crate::core::Asked;
use crate::execute::TRANSLATE;
use crate::operation::Op;
use crate::several::operation::{Operation, Step};
use crate::several::port::Access;
use crate::several::processor::Core;
use crate::several::sleep::Sleep;
use crate::several::{BlockMultiprocessor, Engine, Irregular, Left, Shared};

/// Operations between the load of a method and its `wait` at most.
const MOST_OPERATIONS: usize = 200;

/// A processor with its machine and all that it shares.
struct Running<'a> {
    cpu: usize,
    core: &'a mut Core,
    machine: &'a mut Machine,
    words: &'a mut sim_core::main_memory::Words,
    shared: &'a mut Shared,
    block_cycles: &'a mut u64,
}

impl BlockMultiprocessor {
    /// Runs all processors up to a cycle, or until something that was not told yet leaves processor 0.
    pub(super) fn advance(&mut self, limit: u64) -> Result<Option<Output>, Irregular> {
        loop {
            let Some(engine) = &mut self.engine else {
                return Ok(None);
            };
            let Some(shared) = &engine.shared else {
                return Err(Irregular);
            };
            let granted = shared.bus.first();
            let at = granted.map_or(u64::MAX, |it| it.0);
            let clocked = engine.earliest(&self.machine.cpus, limit);
            match clocked {
                Some((cycle, cpu, until)) if cycle <= at => {
                    let left = self.clock(cpu, (limit, until.min(at)))?;
                    if let Some(left) = left
                        && self.tell(left)
                        && cpu == 0
                    {
                        self.cycle = left.cycle + 1;
                        return Ok(Some(left.output));
                    }
                }
                _ if at < limit => {
                    let cpu = granted.map_or(0, |it| it.1);
                    self.grant(cpu)?;
                }
                _ => {
                    let waits = engine.cores.iter().position(|it| it.operation.is_some());
                    if let Some(cpu) = waits {
                        self.running(cpu).ok_or(Irregular)?.give_up();
                    } else if !self.wake_all(limit) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    fn running(&mut self, cpu: usize) -> Option<Running<'_>> {
        let engine = self.engine.as_mut()?;
        Some(Running {
            cpu,
            core: &mut engine.cores[cpu],
            machine: &mut self.machine.cpus[cpu],
            words: &mut self.machine.memory.words,
            shared: engine.shared.as_mut()?,
            block_cycles: &mut self.block_cycles,
        })
    }

    /// Wakes all processors that sleep, for a cycle that they have not reached; false if none does.
    fn wake_all(&mut self, cycle: u64) -> bool {
        let Some(engine) = &mut self.engine else {
            return false;
        };
        let mut sleeps = false;
        for (core, machine) in engine.cores.iter_mut().zip(&mut self.machine.cpus) {
            sleeps |= core.sleep.is_asleep();
            core.sleep.wake(cycle, machine, &mut core.probe.0);
        }
        sleeps
    }

    /// The first request reaches the memory.
    fn grant(&mut self, cpu: usize) -> Result<(), Irregular> {
        let engine = self.engine.as_mut().ok_or(Irregular)?;
        let shared = engine.shared.as_mut().ok_or(Irregular)?;
        let request = shared.bus.requests[cpu].ok_or(Irregular)?;
        let address = request.command.address;
        let word = self.machine.memory.words.read(address);
        if request.command.wr {
            engine.replaced.push((address, word));
            let words = &mut self.machine.memory.words;
            words.write(address, request.command.wr_data);
        }
        let access = shared.bus.grant(cpu, word).ok_or(Irregular)?;
        self.running(cpu).ok_or(Irregular)?.is_granted(access)
    }

    /// Clocks a processor on the reference up to a cycle, until it asks for something or superblocks take over.
    fn clock(&mut self, cpu: usize, (limit, until): (u64, u64)) -> Result<Option<Left>, Irregular> {
        let engine = self.engine.as_mut().ok_or(Irregular)?;
        let shared = engine.shared.as_mut().ok_or(Irregular)?;
        let unit = &mut self.machine.lock_unit;
        let machine = &mut self.machine.cpus[cpu];
        let core = &mut engine.cores[cpu];
        loop {
            if core.sleep.is_asleep() {
                let now = core.sleep.until();
                core.sleep.wake(now, machine, &mut core.probe.0);
            }
            let cycle = machine.state.cycle;
            if cycle > until || cycle >= limit {
                return Ok(None);
            }
            shared.locks.advance(unit, cycle);
            let mut is_halted = false;
            let mut asks = false;
            let system = &mut machine.state.memory_system;
            if let Some(lock) = system.io.system.lock_mut() {
                lock.answer = shared.locks.answer(unit, (cycle, cpu), lock.request);
                (is_halted, asks) = (lock.holds(), lock.request.req);
            }
            let response = core.probe.1.response(cycle);
            system.answer(response);
            count_locks(shared, cpu, asks, (is_halted, unit.is_queued(cpu)));
            if !std::mem::take(&mut core.has_left)
                && !is_halted
                && core.blocks.may_enter(&machine.state)
                // The memory side may be at rest all the same, if it has turned to a device.
                && response.rdy_cnt == 0
                && core.probe.1.known.is_empty()
                && let Some(start) =
                    core.blocks
                        .enter(&mut machine.state, limit, &core.probe.0)
            {
                // What blocks access is not seen.
                core.sleep = Sleep::default();
                self.running(cpu).ok_or(Irregular)?.go(start)?;
                return Ok(None);
            }
            let loads = &mut core.blocks.loads;
            let mut probe = (&mut core.probe.0, (loads, &mut core.watch));
            let output = machine.step(&mut probe);
            let is_free = !is_halted && response.rdy_cnt == 0 && shared.locks.is_last(cycle);
            core.sleep
                .note((&mut core.watch, is_free), machine, &core.probe.0);
            let system = &mut machine.state.memory_system;
            crate::Sums::take_request(&mut core.probe.1, cycle, system);
            if core.probe.1.is_irregular_after(cycle) {
                return Err(Irregular);
            }
            let device = &system.io.system;
            if let Some(lock) = device.lock().filter(|it| it.request.req) {
                shared.locks.ask(cycle + 1, cpu, lock.request);
            }
            if cpu == 0 && shared.locks.signal(cycle + 1, device.signal) {
                // Whoever sleeps has to see it.
                self.wake_all(cycle + 1);
                return Ok(output.map(|output| Left { cycle, cpu, output }));
            }
            let asked = core.probe.1.asked.take();
            if let Some((cycle, command)) = asked {
                shared.bus.ask(cpu, cycle, command);
            }
            if let Some(output) = output {
                return Ok(Some(Left { cycle, cpu, output }));
            }
            if asked.is_some() || core.sleep.is_asleep() {
                return Ok(None);
            }
        }
    }
}

impl Engine {
    /// The processor on the reference that is to be clocked first, its cycle, and how far: not beyond another one.
    fn earliest(&self, cpus: &[Machine], limit: u64) -> Option<(u64, usize, u64)> {
        let clocked = || {
            let cores = self.cores.iter().zip(cpus).enumerate();
            cores
                .filter(|(_, (core, _))| core.operation.is_none())
                .map(|(cpu, (core, machine))| (core.sleep.until().max(machine.state.cycle), cpu))
                .filter(|(cycle, _)| *cycle < limit)
        };
        let first = clocked().min()?;
        let others = clocked().filter(|it| *it != first);
        // In a cycle the lower number comes first.
        let until = others.map(|(cycle, cpu)| cycle - u64::from(cpu < first.1));
        Some((first.0, first.1, until.min().unwrap_or(u64::MAX)))
    }
}

fn count_locks(shared: &mut Shared, cpu: usize, asks: bool, (is_halted, is_queued): (bool, bool)) {
    let traffic = &mut shared.bus.traffic;
    let asked = traffic.asked();
    let core = &mut traffic.cores[cpu];
    core.lock_operations += u64::from(asks && asked >> cpu & 1 == 0);
    if is_halted && is_queued {
        core.lock_waits += 1;
    } else if is_halted {
        core.lock_unit_cycles += 1;
    }
    traffic.set_asked(asked & !(1 << cpu) | u8::from(asks) << cpu);
}

impl Running<'_> {
    /// Executes superblocks up to an access or a site.
    fn go(&mut self, start: u32) -> Result<(), Irregular> {
        let site = self.execute(start);
        self.proceed(site)
    }

    /// After a site or an access that is asked for.
    fn proceed(&mut self, site: u32) -> Result<(), Irregular> {
        let blocks = &mut self.core.blocks;
        let asked = blocks.core.asked.take();
        let core = &blocks.core;
        let is_regular = |it: &Asked| it.op != MemoryOp::MethodLoad || waits(&blocks.code, core.at);
        let Some(asked) = asked.filter(is_regular) else {
            self.leave(site);
            return Ok(());
        };
        self.core.operation = Some(Operation {
            asked,
            site,
            start: core.at - 1,
            accesses: Vec::new(),
            delay: 0,
        });
        self.step()
    }

    fn execute(&mut self, mut start: u32) -> u32 {
        let port = &mut self.machine.state.memory_system.memory.words;
        std::mem::swap(port, self.words);
        let blocks = &mut self.core.blocks;
        let site = loop {
            match blocks.execute_methods(start, self.machine, &mut self.core.probe) {
                TRANSLATE => start = blocks.translate(),
                site => break site,
            }
        };
        let port = &mut self.machine.state.memory_system.memory.words;
        std::mem::swap(port, self.words);
        site
    }

    fn leave(&mut self, site: u32) {
        let from = self.machine.state.cycle;
        self.core.has_left = true;
        self.core
            .blocks
            .leave(site, self.machine, &mut self.core.probe);
        *self.block_cycles += self.machine.state.cycle - from;
    }

    /// The next access of the operation at hand, or what follows it.
    fn step(&mut self) -> Result<(), Irregular> {
        let Some(operation) = &mut self.core.operation else {
            return Ok(());
        };
        let controller = &self.machine.state.memory_system.controller;
        match operation.step(controller, &self.shared.bus.timing) {
            Step::Ask(cycle, command) => self.shared.bus.ask(self.cpu, cycle, command),
            Step::Refused => self.give_up(),
            Step::Done => return self.finish(),
        }
        Ok(())
    }

    fn is_granted(&mut self, access: Access) -> Result<(), Irregular> {
        let Some(operation) = &mut self.core.operation else {
            self.core.probe.1.grant(access.grant, access.word);
            return Ok(());
        };
        operation.delay += access.grant - access.issue;
        operation.accesses.push(access);
        self.step()
    }

    /// The reference executes the operation, with the accesses that were granted.
    fn give_up(&mut self) {
        if let Some(operation) = self.core.operation.take() {
            self.shared.bus.withdraw(self.cpu);
            self.core.probe.1.known.extend(operation.accesses);
            self.leave(operation.site);
        }
    }

    /// All accesses are granted: superblocks go on, unless another processor has changed a word between two of them, or too much time has
    /// passed.
    fn finish(&mut self) -> Result<(), Irregular> {
        let Some(operation) = &self.core.operation else {
            return Ok(());
        };
        let mut reads = operation.accesses.iter().filter(|it| it.command.rd);
        let same = reads.all(|it| self.words.read(it.command.address) == it.word);
        if !same || !self.core.blocks.has_time(operation) {
            self.give_up();
            return Ok(());
        }
        let Some(operation) = self.core.operation.take() else {
            return Ok(());
        };
        self.core.blocks.core.granted = Some(operation.delay as u32);
        let site = self.execute(operation.start);
        let load = self.core.blocks.core.load;
        let port = &mut self.core.probe.1;
        if load.is_some_and(|load| load.cycle == operation.asked.cycle) {
            port.known.extend(operation.accesses);
        } else {
            for access in operation.accesses {
                port.begin(access);
            }
        }
        self.proceed(site)
    }
}

/// Whether every way from here on comes to the pair of `wait` for the method that is loaded: what microcode does otherwise meanwhile may change the
/// load itself.
fn waits(code: &Code, start: u32) -> bool {
    let mut open = vec![start];
    for _ in 0..MOST_OPERATIONS {
        let Some(at) = open.pop() else {
            return true;
        };
        let op = code.ops[at as usize];
        match op {
            Op::WaitLoad(_) => {}
            Op::Goto(to) => open.push(to),
            Op::IfZero(_, to) | Op::IfNotZero(_, to) => open.extend([at + 1, to]),
            Op::GoOn(place) => open.push(code.places[place as usize].to),
            Op::Leave(_) | Op::Dispatch | Op::Run(_) | Op::Exit(_) => return false,
            _ if op.end().is_some() => return false,
            _ => open.push(at + 1),
        }
    }
    false
}

impl Blocks {
    /// A block that an operation has held up still ends in time, with the run of blocks that it may be part of.
    fn has_time(&self, operation: &Operation) -> bool {
        let cycles = match operation.asked.op {
            MemoryOp::MethodLoad => {
                let (fixed, each) = self.latencies.miss;
                u64::from(fixed) + u64::from(each) * u64::from(operation.asked.a & 0x3FF)
            }
            op => u64::from(self.latencies.of(op).free),
        };
        let end = operation.asked.cycle + cycles + operation.delay + self.run_margin;
        operation.delay == 0 || end <= self.core.horizon
    }
}
