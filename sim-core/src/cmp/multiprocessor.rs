//! Several processors: machines without a memory of their own, an arbiter, one memory and a lock unit, clocked together
//! (spec 07).
//!
//! ```text
//!   machine 0 --+--> arbiter --> main memory
//!   machine 1 --+
//!   ...         +--> lock unit     system devices
//! ```
//!
//! Order in a cycle: all answers of memory, arbiter and lock unit come from registers, so they are set first; then each
//! processor settles and takes its edge, and leaves its command at its port; last come the edges of arbiter, memory and
//! lock unit (spec 07 section 8).
//!
//! Processor 0 has the devices of the configuration, the others the system device alone.

use isa::{MachineConfig, Output, Processors, ProcessorsError, UartKind};
use microcode::Program;

use crate::cmp::arbiter::Arbiter;
use crate::cmp::lock_unit::LockUnit;
use crate::lock_port::{LockPort, LockRequest};
use crate::machine::{Machine, MachineError};
use crate::main_memory::MainMemory;
use crate::probe::{NoProbe, Probe};
use crate::simpcon::{Command, Response};

/// A multiprocessor that cannot be built.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CmpError {
    /// No hardware has such processors.
    #[error(transparent)]
    Processors(#[from] ProcessorsError),
    /// One of the processors cannot be built.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

/// Signals that processors share, during one cycle.
#[derive(Debug, Clone, Copy)]
pub struct SharedSignals<'a> {
    /// Clock cycles since reset.
    pub cycle: u64,
    /// The arbiter's counter; fixed priority has none.
    pub counter: Option<u32>,
    /// The arbiter's command to the memory.
    pub command: Command,
    /// The memory's answer.
    pub response: Response,
    /// The processors' commands to the arbiter.
    pub requests: &'a [Command],
    /// Bit for each processor: a request made before has not reached the memory before this cycle.
    pub waits: u8,
    /// Bit for each processor: its request reaches the memory in this cycle.
    pub granted: u8,
    /// What the processors' system devices send to the lock unit.
    pub locks: &'a [LockRequest],
    /// Bit for each processor: it stands still for the lock unit.
    pub halted: u8,
    /// The lock unit.
    pub lock_unit: &'a LockUnit,
}

/// Watches several processors.
pub trait CmpProbe {
    /// Watches one of them.
    type Cpu: Probe;

    /// The probe of a processor.
    fn cpu(&mut self, cpu: usize) -> &mut Self::Cpu;

    /// Shared signals of a cycle, after the processors' own of that cycle.
    fn shared(&mut self, _signals: &SharedSignals) {}

    /// Something has left processor `cpu` in a cycle.
    fn output(&mut self, _cycle: u64, _cpu: usize, _output: Output) {}
}

impl CmpProbe for NoProbe {
    type Cpu = Self;

    fn cpu(&mut self, _cpu: usize) -> &mut Self {
        self
    }
}

/// Several processors with all that they share.
#[derive(Debug, Clone)]
pub struct Multiprocessor {
    config: (MachineConfig, Processors),
    /// The processors, free to look at between cycles.
    pub cpus: Vec<Machine>,
    /// The arbiter.
    pub arbiter: Arbiter,
    /// The lock unit.
    pub lock_unit: LockUnit,
    /// Main memory.
    pub memory: MainMemory,
    requests: Vec<Command>,
    lock_requests: Vec<LockRequest>,
    halted: u8,
}

impl Multiprocessor {
    /// The processors in the first cycle after reset, the memory filled from its start with `image`.
    ///
    /// # Errors
    /// When the configuration is out of range, or image or microcode do not fit.
    pub fn new(
        config: (&MachineConfig, &Processors),
        program: &Program,
        image: &[u32],
    ) -> Result<Self, CmpError> {
        Self::with_stack_rams(config, program, &[], image)
    }

    /// As [`Multiprocessor::new`], with an initial stack RAM for each of the first processors; the others have the
    /// program's. On boards all have the same.
    ///
    /// # Errors
    /// As [`Multiprocessor::new`].
    pub fn with_stack_rams(
        (config, processors): (&MachineConfig, &Processors),
        program: &Program,
        stack_rams: &[Vec<u32>],
        image: &[u32],
    ) -> Result<Self, CmpError> {
        processors.check(config)?;
        let count = usize::from(processors.cores);
        let lock_unit = LockUnit::new(processors.lock_unit, count);
        let others = MachineConfig {
            uart: UartKind::Instant,
            ..config.clone()
        };
        let program = |cpu: usize| {
            let mut program = program.clone();
            if let Some(words) = stack_rams.get(cpu) {
                program.stack_ram.clone_from(words);
            }
            program
        };
        let mut first = Machine::new(config, &program(0), image)?;
        let memory = connect(&mut first, &lock_unit, (0, count));
        let mut cpus = vec![first];
        for cpu in 1..count {
            let mut machine = Machine::new(&others, &program(cpu), &[])?;
            connect(&mut machine, &lock_unit, (cpu, count));
            cpus.push(machine);
        }
        let mut built = Self {
            config: (config.clone(), *processors),
            cpus,
            arbiter: Arbiter::new(processors.arbiter, count),
            lock_unit,
            memory,
            requests: vec![Command::IDLE; count],
            lock_requests: vec![LockRequest::default(); count],
            halted: 0,
        };
        built.answer();
        Ok(built)
    }

    /// The configuration of processor 0 and the memory.
    #[must_use]
    pub fn config(&self) -> &MachineConfig {
        &self.config.0
    }

    /// The number of processors, their arbiter and their lock unit.
    #[must_use]
    pub fn processors(&self) -> Processors {
        self.config.1
    }

    /// Clock cycles since reset.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cpus[0].state.cycle
    }

    /// Processor 0 has told the others to start.
    #[must_use]
    pub fn is_signalled(&self) -> bool {
        self.cpus[0].state.memory_system.io.system.signal
    }

    /// Runs until processor 0 ends its program or the cycle counter reaches `limit`; gives the status of the end.
    pub fn run<P: CmpProbe>(&mut self, limit: u64, probe: &mut P) -> Option<u32> {
        while self.cycle() < limit {
            if let Some(status) = self.step(probe) {
                return Some(status);
            }
        }
        None
    }

    /// One clock cycle; gives the status with which processor 0 ends the program.
    pub fn step<P: CmpProbe>(&mut self, probe: &mut P) -> Option<u32> {
        let cycle = self.cycle();
        let mut status = None;
        for (cpu, machine) in self.cpus.iter_mut().enumerate() {
            // Probes look for the words where one processor has them.
            let port = &mut machine.state.memory_system.memory.words;
            std::mem::swap(port, &mut self.memory.words);
            let output = machine.step(probe.cpu(cpu));
            let port = &mut machine.state.memory_system.memory.words;
            std::mem::swap(port, &mut self.memory.words);
            if let Some(output) = output {
                probe.output(cycle, cpu, output);
                if let (0, Output::Exit(code)) = (cpu, output) {
                    status = Some(code);
                }
            }
            self.requests[cpu] = machine.state.memory_system.memory.take_command();
        }
        self.clock_shared(cycle, probe);
        self.answer();
        status
    }

    /// The edge ending a cycle, of all that processors share.
    fn clock_shared<P: CmpProbe>(&mut self, cycle: u64, probe: &mut P) {
        let counter = self.arbiter.counter();
        let response = self.memory.response();
        let waits = bits(self.cpus.len(), |cpu| self.arbiter.waits(cpu));
        let command = self.arbiter.clock(&self.requests, response);
        let granted = bits(self.cpus.len(), |cpu| {
            let asks = waits >> cpu & 1 != 0 || self.requests[cpu].is_active();
            asks && !self.arbiter.waits(cpu)
        });
        probe.shared(&SharedSignals {
            cycle,
            counter,
            command,
            response,
            requests: &self.requests,
            waits,
            granted,
            locks: &self.lock_requests,
            halted: self.halted,
            lock_unit: &self.lock_unit,
        });
        self.memory.clock(&command);
        self.lock_unit.clock(&self.lock_requests);
    }

    /// Answers of arbiter and lock unit in the cycle that begins; an engine of another kind that has moved the registers calls it.
    pub fn answer(&mut self) {
        let memory = self.memory.response();
        for (machine, request) in self.cpus.iter().zip(&mut self.lock_requests) {
            let device = &machine.state.memory_system.io.system;
            *request = device
                .lock()
                .map_or_else(LockRequest::default, |it| it.request);
        }
        let signal = self.is_signalled();
        let answers = self.lock_unit.answers(&self.lock_requests, signal);
        self.halted = 0;
        for (cpu, (machine, answer)) in self.cpus.iter_mut().zip(answers).enumerate() {
            let system = &mut machine.state.memory_system;
            if let Some(lock) = system.io.system.lock_mut() {
                lock.answer = answer;
                self.halted |= u8::from(lock.holds()) << cpu;
            }
            system.answer(self.arbiter.response(cpu, memory));
        }
    }
}

/// A bit for each of `count` processors.
fn bits(count: usize, is_set: impl Fn(usize) -> bool) -> u8 {
    (0..count).fold(0, |bits, cpu| bits | u8::from(is_set(cpu)) << cpu)
}

/// Takes the memory of a machine, and connects it as processor `cpu` of `cpus`.
fn connect(machine: &mut Machine, lock_unit: &LockUnit, (cpu, cpus): (usize, usize)) -> MainMemory {
    let lock = LockPort::new(lock_unit.interface(), cpu as u32, cpus as u32);
    machine.state.memory_system.connect(lock)
}
