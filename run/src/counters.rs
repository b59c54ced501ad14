//! Counters of a run: those of every engine, and those of the machine only.

use serde::{Deserialize, Serialize};
use sim_core::Statistics;
use sim_core::statistics::Stalls;

/// Counters of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Flat", try_from = "Flat")]
pub struct Counters {
    /// Clock cycles.
    pub cycles: u64,
    /// Bytecodes dispatched.
    pub bytecodes: u64,
    /// Interrupts taken.
    pub interrupts: u64,
    /// Exceptions of the hardware.
    pub exceptions: u64,
    /// Exceptions thrown: executions of `athrow`, those of the hardware once the runtime has an object for them among them.
    pub thrown: u64,
    /// Method-cache lookups.
    pub method_lookups: u64,
    /// Lookups that hit.
    pub method_hits: u64,
    /// Words of bytecode loaded into the method cache.
    pub method_words_loaded: u64,
    /// Events invisible to an engine without microcode.
    pub machine: Option<MachineCounters>,
}

/// Counters of the machine only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MachineCounters {
    /// Microinstructions: cycles without those in which `wait` held the PC.
    pub microinstructions: u64,
    /// Reads of main memory that the processor requests; data caches may answer them.
    pub memory_reads: u64,
    /// Writes of main memory that the processor requests.
    pub memory_writes: u64,
    /// Accesses to scratchpad and I/O devices.
    pub other_accesses: u64,
    /// Stall cycles by cause.
    pub stalls: Stalls,
}

impl Counters {
    /// Cycles for each bytecode; 0 before the first one.
    #[must_use]
    pub fn cycles_per_bytecode(&self) -> f64 {
        if self.bytecodes == 0 {
            0.0
        } else {
            self.cycles as f64 / self.bytecodes as f64
        }
    }

    /// The sums of both, cycles too.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let machine = self.machine.zip(other.machine);
        Self {
            cycles: self.cycles + other.cycles,
            bytecodes: self.bytecodes + other.bytecodes,
            interrupts: self.interrupts + other.interrupts,
            exceptions: self.exceptions + other.exceptions,
            thrown: self.thrown + other.thrown,
            method_lookups: self.method_lookups + other.method_lookups,
            method_hits: self.method_hits + other.method_hits,
            method_words_loaded: self.method_words_loaded + other.method_words_loaded,
            machine: machine.map(|(it, other)| MachineCounters {
                microinstructions: it.microinstructions + other.microinstructions,
                memory_reads: it.memory_reads + other.memory_reads,
                memory_writes: it.memory_writes + other.memory_writes,
                other_accesses: it.other_accesses + other.other_accesses,
                stalls: it.stalls.with(other.stalls),
            }),
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

impl From<&Statistics> for Counters {
    fn from(counted: &Statistics) -> Self {
        Self {
            cycles: counted.cycles,
            bytecodes: counted.bytecodes,
            interrupts: counted.interrupts,
            exceptions: counted.exceptions,
            thrown: counted.thrown,
            method_lookups: counted.method_lookups,
            method_hits: counted.method_hits,
            method_words_loaded: counted.method_words_loaded,
            machine: Some(MachineCounters {
                microinstructions: counted.microinstructions,
                memory_reads: counted.memory_reads,
                memory_writes: counted.memory_writes,
                other_accesses: counted.other_accesses,
                stalls: counted.stalls,
            }),
        }
    }
}

/// As files have them: side by side, those of the machine among the others.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flat {
    cycles: u64,
    microinstructions: Option<u64>,
    bytecodes: u64,
    interrupts: u64,
    exceptions: u64,
    /// Reports of earlier versions do not have it.
    #[serde(default)]
    thrown: u64,
    method_lookups: u64,
    method_hits: u64,
    method_words_loaded: u64,
    memory_reads: Option<u64>,
    memory_writes: Option<u64>,
    other_accesses: Option<u64>,
    stalls: Option<Stalls>,
}

impl From<Counters> for Flat {
    fn from(counters: Counters) -> Self {
        let machine = counters.machine;
        Self {
            cycles: counters.cycles,
            microinstructions: machine.map(|machine| machine.microinstructions),
            bytecodes: counters.bytecodes,
            interrupts: counters.interrupts,
            exceptions: counters.exceptions,
            thrown: counters.thrown,
            method_lookups: counters.method_lookups,
            method_hits: counters.method_hits,
            method_words_loaded: counters.method_words_loaded,
            memory_reads: machine.map(|machine| machine.memory_reads),
            memory_writes: machine.map(|machine| machine.memory_writes),
            other_accesses: machine.map(|machine| machine.other_accesses),
            stalls: machine.map(|machine| machine.stalls),
        }
    }
}

/// Counters of which the machine's are there in part.
#[derive(Debug, thiserror::Error)]
#[error("microinstructions, accesses and stalls are counted together or not at all")]
struct InPart;

impl TryFrom<Flat> for Counters {
    type Error = InPart;

    fn try_from(flat: Flat) -> Result<Self, InPart> {
        let machine = match (
            flat.microinstructions,
            flat.memory_reads,
            flat.memory_writes,
            flat.other_accesses,
            flat.stalls,
        ) {
            (
                Some(microinstructions),
                Some(memory_reads),
                Some(memory_writes),
                Some(other_accesses),
                Some(stalls),
            ) => Some(MachineCounters {
                microinstructions,
                memory_reads,
                memory_writes,
                other_accesses,
                stalls,
            }),
            (None, None, None, None, None) => None,
            _ => return Err(InPart),
        };
        Ok(Self {
            cycles: flat.cycles,
            bytecodes: flat.bytecodes,
            interrupts: flat.interrupts,
            exceptions: flat.exceptions,
            thrown: flat.thrown,
            method_lookups: flat.method_lookups,
            method_hits: flat.method_hits,
            method_words_loaded: flat.method_words_loaded,
            machine,
        })
    }
}
