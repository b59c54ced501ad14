//! Cycles of every memory operation, measured on the memory side of the machine itself.

use std::sync::{LazyLock, Mutex, PoisonError};

use isa::{ArbiterKind, MachineConfig, OrganisationKind};
use rustc_hash::FxHashMap;
use sim_core::NoProbe;
use sim_core::bytecode_fetch::BytecodeFetch;
use sim_core::cmp::arbiter::Arbiter;
use sim_core::controller_state::ControllerState;
use sim_core::decode::MemoryOp;
use sim_core::lock_port::{LockInterface, LockPort};
use sim_core::main_memory::MainMemory;
use sim_core::memory_system::{MemorySystem, Request};
use sim_core::simpcon::CacheClass;
use sim_core::system_device::Events;

/// Cycles from the strobe of an operation on main memory that meets no exception.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Latency {
    /// First cycle in which nothing is busy.
    pub(crate) free: u32,
    /// First cycle in which controller and memory are idle; read data is there.
    pub(crate) idle: u32,
    /// First cycle in which the local bus is, too: of pipelined accesses one cycle later.
    pub(crate) settled: u32,
    /// The last cycle in which a unit of the memory side is clocked.
    pub(crate) rests: u32,
    /// Cycle of the write on the bus; 0 of operations that write nothing.
    pub(crate) writes: u32,
}

impl Latency {
    /// Of an operation that loads registers and gives no command: the bus, which shows the slave of the last one, is as it was.
    pub(crate) const REGISTER: Self = Self {
        free: 1,
        idle: 0,
        settled: 0,
        rests: 1,
        writes: 0,
    };

    /// The same of accesses that have waited so many cycles for other processors.
    pub(crate) fn later(self, delay: u32) -> Self {
        Self {
            free: self.free + delay,
            idle: self.idle + delay,
            settled: self.settled + delay,
            rests: self.rests + delay,
            writes: self.writes,
        }
    }

    /// Of an access without a quirk.
    pub(crate) const fn plain(free: u32, idle: u32) -> Self {
        Self {
            free,
            idle,
            settled: idle,
            rests: idle,
            writes: 0,
        }
    }
}

/// Latencies of a machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Latencies {
    operations: [Latency; OPERATIONS.len()],
    /// The same with data caches, by the words that a cache has: bit 0 the first read of the operation, bit 1 the second one.
    cached: Option<Box<[[Latency; CASES]; OPERATIONS.len()]>>,
    /// A lookup that hits.
    pub(crate) hit: Latency,
    /// A lookup that misses: cycles of a method without words, and of each word.
    pub(crate) miss: (u32, u32),
    /// The longest time that a pair of `wait` takes, loads of methods aside.
    pub(crate) longest: u32,
}

/// Operations that start the controller.
const OPERATIONS: [MemoryOp; 13] = [
    MemoryOp::Read,
    MemoryOp::Write,
    MemoryOp::ArrayLoad,
    MemoryOp::ArrayStore,
    MemoryOp::GetField,
    MemoryOp::PutField,
    MemoryOp::Copy,
    MemoryOp::PutStatic,
    MemoryOp::GetStatic,
    MemoryOp::ReadConstant,
    MemoryOp::ReadAssociative,
    MemoryOp::WriteAssociative,
    MemoryOp::PutFieldReference,
];

/// Cases of two reads that each hit or miss.
const CASES: usize = 4;

/// Longer than any operation; the load of a method aside.
const PATIENCE: u32 = 400;
/// Words of the memory that is measured on.
const WORDS: usize = 64;
/// A handle in it, whose array has a length of its own address.
const HANDLE: u32 = 16;
/// The bytecode operand.
const OPERAND: u32 = 1;

impl Latencies {
    /// Those of a machine, measured once for all machines whose memory side is the same; none if this machine has operations
    /// that a pair of `wait` does not wait for.
    pub(crate) fn of_machine(config: &MachineConfig) -> Option<Self> {
        static KNOWN: LazyLock<Mutex<FxHashMap<MachineConfig, Option<Latencies>>>> =
            LazyLock::new(Mutex::default);
        let config = memory_side(config);
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(latencies) = known().get(&config) {
            return latencies.clone();
        }
        let measured = Self::measure(&config);
        known().insert(config, measured.clone());
        measured
    }

    /// Measures.
    fn measure(config: &MachineConfig) -> Option<Self> {
        Self::measure_on(&|| Bench::new(config), config)
    }

    /// Those of a machine that is alone at an arbiter; not equal to those of its own memory only if a port is not as exact.
    pub(crate) fn at_arbiter(config: &MachineConfig) -> Option<Self> {
        Self::measure_on(&|| Bench::at_arbiter(config), config)
    }

    fn measure_on(bench: &dyn Fn() -> Option<Bench>, config: &MachineConfig) -> Option<Self> {
        let mut operations = [Latency::default(); OPERATIONS.len()];
        for (latency, op) in operations.iter_mut().zip(OPERATIONS) {
            *latency = bench()?.time(op, HANDLE, HANDLE)?;
        }
        let cached = match config.data_cache {
            true => Some(Box::new(measure_cached(config)?)),
            false => None,
        };
        let load = |words: u32| {
            let mut bench = bench()?;
            Some(bench.time(MemoryOp::MethodLoad, 1 << 10 | words, 0)?.idle)
        };
        let [one, two, five] = [load(1)?, load(2)?, load(5)?];
        let each = two - one;
        let hit = {
            let mut bench = bench()?;
            bench.time(MemoryOp::MethodLoad, 1 << 10 | 1, 0)?;
            bench.settle();
            let again = bench.time(MemoryOp::MethodLoad, 1 << 10 | 1, 0)?;
            // A cache of one method misses always.
            if again.idle == one {
                Latency::plain(4, 4)
            } else {
                again
            }
        };
        let waited = |latency: &Latency| {
            latency.idle <= latency.free + 2 && latency.rests <= latency.idle + 1
        };
        let all = || {
            operations
                .iter()
                .chain(cached.iter().flat_map(|it| it.as_flattened()))
        };
        (five == one + 4 * each && all().chain([&hit]).all(waited)).then(|| Self {
            longest: all().map(|it| it.free + 2).max().unwrap_or(0),
            operations,
            cached: cached.clone(),
            hit,
            miss: (one - each, each),
        })
    }

    /// Latency of an operation that starts the controller, the load of a method aside.
    #[inline(always)]
    pub(crate) fn of(&self, op: MemoryOp) -> Latency {
        self.operations[Self::place(op)]
    }

    /// The same with data caches that have the words of these reads.
    #[inline(always)]
    pub(crate) fn of_hits(&self, op: MemoryOp, hits: usize) -> Latency {
        match &self.cached {
            Some(cached) => cached[Self::place(op)][hits & (CASES - 1)],
            None => self.of(op),
        }
    }

    #[inline(always)]
    fn place(op: MemoryOp) -> usize {
        match op {
            MemoryOp::Read => 0,
            MemoryOp::Write => 1,
            MemoryOp::ArrayLoad => 2,
            MemoryOp::ArrayStore => 3,
            MemoryOp::GetField => 4,
            MemoryOp::PutField => 5,
            MemoryOp::Copy => 6,
            MemoryOp::PutStatic => 7,
            MemoryOp::GetStatic => 8,
            MemoryOp::ReadConstant => 9,
            MemoryOp::ReadAssociative => 10,
            MemoryOp::WriteAssociative => 11,
            _ => 12,
        }
    }
}

/// Latencies of all cases of hits and misses of the data caches.
fn measure_cached(config: &MachineConfig) -> Option<[[Latency; CASES]; OPERATIONS.len()]> {
    let mut all = [[Latency::default(); CASES]; OPERATIONS.len()];
    for (latencies, op) in all.iter_mut().zip(OPERATIONS) {
        for (hits, latency) in latencies.iter_mut().enumerate() {
            let mut bench = Bench::new(config)?;
            for (n, (class, address)) in cached_reads(op).into_iter().enumerate() {
                if hits >> n & 1 != 0 {
                    bench.time(class, address, 0)?;
                    bench.settle();
                }
            }
            *latency = bench.time(op, HANDLE, HANDLE)?;
        }
    }
    Some(all)
}

/// The reads of an operation of [`Bench::time`] that data caches may answer: an operation that brings the word in, and the address.
fn cached_reads(op: MemoryOp) -> Vec<(MemoryOp, u32)> {
    use MemoryOp as M;
    match op {
        M::ReadConstant => vec![(op, HANDLE)],
        M::ReadAssociative => vec![(op, HANDLE)],
        M::GetStatic => vec![(op, OPERAND)],
        // Handle and length.
        M::ArrayLoad | M::ArrayStore => [HANDLE, HANDLE + 1]
            .map(|it| (M::ReadAssociative, it))
            .into(),
        // The field of an object whose address is the handle's.
        M::GetField => vec![(M::ReadAssociative, HANDLE + OPERAND)],
        M::PutField | M::PutFieldReference => vec![(M::ReadAssociative, HANDLE)],
        _ => Vec::new(),
    }
}

/// A machine whose memory side takes the same cycles; all that they do not depend on is as in every other.
fn memory_side(config: &MachineConfig) -> MachineConfig {
    let default = MachineConfig::default();
    MachineConfig {
        clk_freq_hz: default.clk_freq_hz,
        memory_words: WORDS as u32,
        method_cache: match config.method_cache {
            // Its lookups take the same cycles, but it might never miss.
            OrganisationKind::Studied(_) => OrganisationKind::Fifo,
            hardware => hardware,
        },
        ram_width: default.ram_width,
        ..config.clone()
    }
}

/// An access of main memory that an operation asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Issue {
    /// Cycle from the strobe on, if no access waits.
    pub(crate) cycle: u32,
    pub(crate) class: CacheClass,
    pub(crate) writes: bool,
    /// What the processor sees of its last access in that cycle.
    pub(crate) rdy_cnt: u8,
}

/// The accesses of each operation that starts the controller, and of the load of a method of two words.
pub(crate) fn accesses(config: &MachineConfig) -> Option<Vec<(MemoryOp, Vec<Issue>)>> {
    let mut all = Vec::new();
    for op in OPERATIONS {
        let mut bench = Bench::at_arbiter(config)?;
        bench.time(op, HANDLE, HANDLE)?;
        all.push((op, bench.issued));
    }
    let mut bench = Bench::at_arbiter(config)?;
    bench.time(MemoryOp::MethodLoad, 1 << 10 | 2, 0)?;
    all.push((MemoryOp::MethodLoad, bench.issued));
    Some(all)
}

/// A memory side alone.
struct Bench {
    system: MemorySystem,
    fetch: BytecodeFetch,
    /// The memory and the arbiter before it, where they are not the system's own.
    outside: Option<(Arbiter, MainMemory)>,
    /// Cycles since the strobe, and accesses in them.
    cycle: u32,
    issued: Vec<Issue>,
}

impl Bench {
    fn new(config: &MachineConfig) -> Option<Self> {
        let config = memory_side(config);
        let image: Vec<u32> = (0..WORDS as u32).collect();
        let mut bench = Self {
            system: MemorySystem::new(&config, &image).ok()?,
            fetch: BytecodeFetch::new(&config),
            outside: None,
            cycle: 0,
            issued: Vec::new(),
        };
        bench.settle();
        Some(bench)
    }

    /// The only processor at an arbiter that grants each access at once.
    fn at_arbiter(config: &MachineConfig) -> Option<Self> {
        let mut bench = Self::new(config)?;
        let memory = bench
            .system
            .connect(LockPort::new(LockInterface::Key, 0, 1));
        bench.outside = Some((Arbiter::new(ArbiterKind::RoundRobin, 1), memory));
        bench.settle();
        Some(bench)
    }

    fn settle(&mut self) {
        for _ in 0..PATIENCE {
            if self.system.is_quiet() {
                break;
            }
            self.clock(MemoryOp::None, 0, 0);
        }
    }

    /// One cycle; gives whether a write is on the bus.
    fn clock(&mut self, op: MemoryOp, a: u32, b: u32) -> bool {
        let request = Request {
            op,
            a,
            b,
            bcopd: OPERAND,
        };
        let writes = self.system.command(request).wr;
        let observer = (0, &mut NoProbe);
        self.system
            .clock(request, Events::default(), &mut self.fetch, observer);
        self.clock_outside();
        writes
    }

    fn clock_outside(&mut self) {
        let Some((arbiter, memory)) = &mut self.outside else {
            return;
        };
        let command = self.system.memory.take_command();
        let response = memory.response();
        if command.is_active() {
            self.issued.push(Issue {
                cycle: self.cycle,
                class: command.class,
                writes: command.wr,
                rdy_cnt: arbiter.response(0, response).rdy_cnt,
            });
        }
        let granted = arbiter.clock(&[command], response);
        memory.clock(&granted);
        self.system.answer(arbiter.response(0, memory.response()));
        self.cycle += 1;
    }

    /// Times an operation; none if it does not end, or is busy twice. A is an index too: it must be below the length.
    fn time(&mut self, op: MemoryOp, a: u32, b: u32) -> Option<Latency> {
        let a = if matches!(op, MemoryOp::ArrayLoad) {
            1
        } else {
            a
        };
        self.cycle = 0;
        self.issued.clear();
        let at_once = self.clock(op, a, b);
        let mut writes = at_once.then_some(0);
        let (mut free, mut idle, mut settled) = (None, None, None);
        for cycle in 1..PATIENCE {
            if self.system.is_busy() {
                if free.is_some() {
                    return None;
                }
            } else {
                free = free.or(Some(cycle));
            }
            if idle.is_none() && self.is_idle() {
                idle = Some(cycle);
            }
            if idle.is_some() && settled.is_none() && self.system.local_bus.is_settled() {
                settled = Some(cycle);
            }
            if self.system.is_quiet() {
                let (free, idle, settled) = (free?, idle?, settled?);
                let latency = Latency {
                    free,
                    idle,
                    settled,
                    rests: cycle - 1,
                    writes: writes.unwrap_or(0),
                };
                return Some(latency);
            }
            let a = if matches!(op, MemoryOp::ArrayStore) {
                1
            } else {
                a
            };
            if self.clock(MemoryOp::None, a, b) {
                writes = writes.or(Some(cycle));
            }
        }
        None
    }

    fn is_idle(&self) -> bool {
        let system = &self.system;
        system.controller.state == ControllerState::Idl
            && system.response().rdy_cnt == 0
            && system.memory.is_idle()
    }
}

#[cfg(test)]
mod tests {
    use isa::MemoryKind;

    use super::*;

    /// Closed forms of spec 04 section 7.
    #[test]
    fn the_memory_side_takes_the_cycles_of_the_specification() {
        for ram_cnt in 2..=14 {
            let config = MachineConfig {
                ram_cnt,
                ..MachineConfig::default()
            };
            let r = u32::from(ram_cnt) - 1;
            let w = r + 1;
            for (op, free, idle) in [
                (MemoryOp::Read, r, r + 2),
                (MemoryOp::Write, w, w + 2),
                (MemoryOp::GetStatic, 1 + r, r + 3),
                (MemoryOp::PutStatic, 1 + w, w + 3),
                (MemoryOp::GetField, 2 * r + 4, 2 * r + 6),
                (MemoryOp::PutField, r + w + 5, r + w + 7),
                (MemoryOp::ArrayLoad, 3 * r + 2, 3 * r + 4),
                (MemoryOp::ArrayStore, 2 * r + w + 6, 2 * r + w + 8),
                (MemoryOp::Copy, r + w + 5, r + w + 7),
            ] {
                let measured = Bench::new(&config).unwrap().time(op, HANDLE, HANDLE);
                let measured = measured.map(|it| (it.free, it.idle));
                assert_eq!(measured, Some((free, idle)), "{op:?} {ram_cnt}");
            }
            let latencies = Latencies::measure(&config).expect("known latencies");
            assert_eq!(latencies.miss, (6 + r + 1, r + 1));
        }
    }

    #[test]
    fn a_port_alone_at_its_arbiter_takes_the_cycles_of_a_memory() {
        for memory in [MemoryKind::Sram32, MemoryKind::Sram16, MemoryKind::Ssram32] {
            for ram_cnt in 2..=7 {
                let config = MachineConfig {
                    ram_cnt,
                    memory,
                    ..MachineConfig::default()
                };
                let own = Latencies::measure(&config).expect("known latencies");
                let port = Latencies::at_arbiter(&config).expect("known latencies");
                assert_eq!(own, port, "{memory:?} {ram_cnt}");
            }
        }
    }
}
