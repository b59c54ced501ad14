//! Costs of a run, counted by a probe: instructions, cache lookups, memory accesses, stalls by cause.

use isa::op::ATHROW;
use serde::{Deserialize, Serialize};

use crate::decode::MemoryOp;
use crate::local_bus::Slave;
use crate::probe::{Entry, MethodLookup, Probe, Signals};
use crate::simpcon::Command;
use crate::state::MachineState;

/// Cycles in which `wait` held the microcode PC, by what it waited for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stalls {
    /// Method-cache lookup and load.
    pub method_load: u64,
    /// Plain reads, constants included.
    pub read: u64,
    /// Plain writes.
    pub write: u64,
    /// Static fields.
    pub static_field: u64,
    /// Fields of objects.
    pub field: u64,
    /// Array elements.
    pub array: u64,
    /// Steps of the copy unit.
    pub copy: u64,
    /// I/O devices, delays included.
    pub io: u64,
    /// The busy cycle of the other memory microinstructions.
    pub other: u64,
}

impl Stalls {
    /// All stalls.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by_cause().iter().map(|(_, cycles)| cycles).sum()
    }

    /// Adds those of another place or run.
    pub fn add(&mut self, other: &Self) {
        self.method_load += other.method_load;
        self.read += other.read;
        self.write += other.write;
        self.static_field += other.static_field;
        self.field += other.field;
        self.array += other.array;
        self.copy += other.copy;
        self.io += other.io;
        self.other += other.other;
    }

    /// The sums of both.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.add(&other);
        self
    }

    /// Causes with their cycles, in a fixed order.
    #[must_use]
    pub fn by_cause(&self) -> [(&'static str, u64); 9] {
        let mut counters = *self;
        StallCause::ALL.map(|cause| (cause.name(), *counters.of(cause)))
    }

    /// The counter of an operation; `slave` is what its first command addressed.
    pub fn cause(&mut self, op: MemoryOp, slave: Slave) -> &mut u64 {
        self.of(StallCause::of(op, slave))
    }

    /// The counter of a cause.
    fn of(&mut self, cause: StallCause) -> &mut u64 {
        match cause {
            StallCause::MethodLoad => &mut self.method_load,
            StallCause::Read => &mut self.read,
            StallCause::Write => &mut self.write,
            StallCause::StaticField => &mut self.static_field,
            StallCause::Field => &mut self.field,
            StallCause::Array => &mut self.array,
            StallCause::Copy => &mut self.copy,
            StallCause::Io => &mut self.io,
            StallCause::Other => &mut self.other,
        }
    }
}

isa::named_enum! {
    /// Causes of stall cycles.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum StallCause {
        /// Method-cache lookup and load.
        MethodLoad = "method cache",
        /// A plain read, of a constant too.
        Read = "plain read",
        /// A plain write.
        Write = "plain write",
        /// A static field.
        StaticField = "static field",
        /// A field of an object.
        Field = "object field",
        /// An array element.
        Array = "array element",
        /// A step of the copy unit.
        Copy = "copy unit",
        /// An I/O device, or a delay.
        Io = "I/O",
        /// The busy cycle of another memory microinstruction.
        Other = "other",
    }
}

impl StallCause {
    /// The cause while `op` is the last operation and `slave` what the last command addressed.
    #[must_use]
    pub fn of(op: MemoryOp, slave: Slave) -> Self {
        match op {
            MemoryOp::MethodLoad => Self::MethodLoad,
            MemoryOp::Read | MemoryOp::Write if slave == Slave::Io => Self::Io,
            MemoryOp::Read | MemoryOp::ReadConstant | MemoryOp::ReadAssociative => Self::Read,
            MemoryOp::Write | MemoryOp::WriteAssociative => Self::Write,
            MemoryOp::GetStatic | MemoryOp::PutStatic => Self::StaticField,
            MemoryOp::GetField | MemoryOp::PutField | MemoryOp::PutFieldReference => Self::Field,
            MemoryOp::ArrayLoad | MemoryOp::ArrayStore => Self::Array,
            MemoryOp::Copy => Self::Copy,
            _ => Self::Other,
        }
    }
}

/// Counters of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Clock cycles.
    pub cycles: u64,
    /// Microinstructions: cycles without those in which `wait` held the PC.
    pub microinstructions: u64,
    /// Bytecodes dispatched.
    pub bytecodes: u64,
    /// Interrupts taken.
    pub interrupts: u64,
    /// Exceptions taken.
    pub exceptions: u64,
    /// Executions of `athrow`: exceptions that software throws, and those of the hardware once the runtime has an object
    /// for them.
    pub thrown: u64,
    /// Method-cache lookups.
    pub method_lookups: u64,
    /// Lookups that hit.
    pub method_hits: u64,
    /// Words of bytecode loaded into the method cache.
    pub method_words_loaded: u64,
    /// Reads of main memory that the processor requests; data caches may answer them.
    pub memory_reads: u64,
    /// Writes of main memory that the processor requests.
    pub memory_writes: u64,
    /// Accesses to scratchpad and I/O devices.
    pub other_accesses: u64,
    /// Stall cycles by cause.
    pub stalls: Stalls,
    #[serde(skip)]
    last_op: MemoryOp,
    #[serde(skip)]
    last_slave: Slave,
}

impl Statistics {
    /// The operation and the slave that the next stall is charged to.
    #[must_use]
    pub fn charged(&self) -> (MemoryOp, Slave) {
        (self.last_op, self.last_slave)
    }

    /// Charges the next stall to this operation, whose last command addressed `slave`.
    pub fn charge(&mut self, op: MemoryOp, slave: Slave) {
        (self.last_op, self.last_slave) = (op, slave);
    }

    /// Counts so many times more what was counted since `before`: the machine has repeated itself.
    pub fn repeat(&mut self, before: &Self, times: u64) {
        let stalls = (&mut self.stalls, &before.stalls);
        for (now, before) in [
            (&mut self.cycles, before.cycles),
            (&mut self.microinstructions, before.microinstructions),
            (&mut self.bytecodes, before.bytecodes),
            (&mut self.other_accesses, before.other_accesses),
            (&mut stalls.0.read, stalls.1.read),
            (&mut stalls.0.io, stalls.1.io),
            (&mut stalls.0.other, stalls.1.other),
        ] {
            *now += (*now - before) * times;
        }
    }

    /// Cycles for each bytecode; 0 before the first one.
    #[must_use]
    pub fn cycles_per_bytecode(&self) -> f64 {
        if self.bytecodes == 0 {
            0.0
        } else {
            self.cycles as f64 / self.bytecodes as f64
        }
    }

    /// Part of the lookups that hit, 0 to 1; 1 before the first lookup.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        if self.method_lookups == 0 {
            1.0
        } else {
            self.method_hits as f64 / self.method_lookups as f64
        }
    }
}

/// Counters of a run that goes on later: with what the next stall is charged to, which is no result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedStatistics {
    counters: Statistics,
    last_op: MemoryOp,
    last_slave: Slave,
}

/// Counters above this are of no run; below it none overflows.
const MOST_COUNT: u64 = 1 << 60;

impl SavedStatistics {
    /// Checks that these counters are possible at `cycle`.
    #[must_use]
    pub fn fits(&self, cycle: u64) -> bool {
        let Statistics {
            bytecodes,
            interrupts,
            exceptions,
            thrown,
            method_lookups,
            method_hits,
            method_words_loaded,
            memory_reads,
            memory_writes,
            other_accesses,
            ref stalls,
            ..
        } = self.counters;
        let stalls = stalls.by_cause().map(|(_, cycles)| cycles);
        let counts = [
            bytecodes,
            interrupts,
            exceptions,
            thrown,
            method_lookups,
            method_hits,
            method_words_loaded,
            memory_reads,
            memory_writes,
            other_accesses,
            self.counters.microinstructions,
        ];
        self.counters.cycles == cycle
            && method_hits <= method_lookups
            && counts
                .iter()
                .chain(&stalls)
                .all(|count| *count <= MOST_COUNT)
    }
}

impl From<Statistics> for SavedStatistics {
    fn from(counters: Statistics) -> Self {
        Self {
            counters,
            last_op: counters.last_op,
            last_slave: counters.last_slave,
        }
    }
}

impl From<SavedStatistics> for Statistics {
    fn from(saved: SavedStatistics) -> Self {
        Self {
            last_op: saved.last_op,
            last_slave: saved.last_slave,
            ..saved.counters
        }
    }
}

impl Probe for Statistics {
    #[inline(always)]
    fn cycle(&mut self, _state: &MachineState, signals: &Signals) {
        self.cycles += 1;
        self.microinstructions += u64::from(!signals.held);
    }

    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
        self.bytecodes += 1;
        self.thrown += u64::from(bytecode == ATHROW);
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        match entry {
            Entry::Interrupt => self.interrupts += 1,
            Entry::Exception => self.exceptions += 1,
        }
    }

    #[inline(always)]
    fn memory_op(&mut self, _cycle: u64, op: MemoryOp) {
        self.last_op = op;
    }

    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        self.last_slave = Slave::of(command.address);
        match self.last_slave {
            Slave::Memory if command.rd => self.memory_reads += 1,
            Slave::Memory => self.memory_writes += 1,
            Slave::Scratchpad | Slave::Io => self.other_accesses += 1,
        }
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.method_lookups += 1;
        if lookup.hit {
            self.method_hits += 1;
        } else {
            self.method_words_loaded += u64::from(lookup.length);
        }
    }

    #[inline(always)]
    fn stall(&mut self, _cycle: u64) {
        *self.stalls.cause(self.last_op, self.last_slave) += 1;
    }
}
