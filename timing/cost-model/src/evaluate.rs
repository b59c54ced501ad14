//! A cost table as plain numbers for one memory.

use isa::MachineConfig;

use crate::formula::{Formula, Values};
use crate::memory_timing::{MemoryTiming, TimingError};
use crate::scenario::Scenario;
use crate::table::{Access, AccessKind, Carrier, CostRow, CostTable, Load, MethodLoad, Path};

/// A cost table for one memory. All numbers are cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluatedTable {
    /// The 256 bytecodes in order.
    pub bytecodes: Vec<EvaluatedRow>,
    /// The interrupt entry.
    pub interrupt: EvaluatedRow,
    /// The exception entry.
    pub exception: EvaluatedRow,
    /// From reset to the first dispatch.
    pub reset: EvaluatedRow,
}

/// A row: paths by scenario, the usual one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluatedRow {
    /// Implementation of the bytecode.
    pub carrier: Carrier,
    /// Number of the method of class JVM, if implemented in Java.
    pub method: Option<u8>,
    /// The usual path.
    pub usual: EvaluatedPath,
    /// Reason why there is no usual path, if any; its numbers are then 0.
    pub underivable: Option<String>,
    /// All other scenarios that the row lists.
    pub others: Vec<(Scenario, EvaluatedPath)>,
}

/// A path in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EvaluatedPath {
    /// Cycles with one run of its loop (if it has one) and its method in the cache (if it asks for one).
    pub cycles: u32,
    /// Cycles for each further run of its loop.
    pub cycles_per_count: u32,
    /// Part of `cycles` in which `wait` holds the microcode for an operation that ends with a read.
    pub read_stall: u32,
    /// The same for each further run of its loop.
    pub read_stall_per_count: u32,
    /// Part of `cycles` in which `wait` holds the microcode for an operation that ends with a write.
    pub write_stall: u32,
    /// The same for each further run of its loop.
    pub write_stall_per_count: u32,
    /// The load of a method.
    pub load: Option<EvaluatedLoad>,
    /// Accesses in their order.
    pub accesses: Vec<EvaluatedAccess>,
    /// Offset of the cycle that raises an exception; a dispatch two cycles later or more takes it.
    pub exception: Option<u32>,
    /// Every change of the stack pointer register in order.
    pub stack: Vec<EvaluatedMove>,
}

/// A change of the stack pointer register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvaluatedMove {
    /// Offset of the first cycle in which the register holds the new value.
    pub at: u32,
    /// True if the height counts from what `stsp` wrote; else from the value at the dispatch.
    pub stored: bool,
    /// The new value above that.
    pub height: i32,
}

/// Cycles that a missing method adds to a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvaluatedLoad {
    /// Offset at which the cache is asked.
    pub at: u32,
    /// Cycles that run beside the load.
    pub hidden: u32,
    /// Cycles for which `wait` holds the microcode though the method is in the cache; `cycles` has them.
    pub hit_stall: u32,
    /// Cycles of the load of no words.
    pub fixed: u32,
    /// Cycles for each word.
    pub per_word: u32,
}

/// An access in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvaluatedAccess {
    /// Direction.
    pub kind: AccessKind,
    /// The address, where the microcode itself names a device: -128 to -1.
    pub device: Option<i32>,
    /// Offset of the cycle with the bus command.
    pub at: u32,
    /// Offset of the cycle in which read data is there or the write is done.
    pub done: u32,
    /// A device that is ready from cycle `at + b` on delays the bytecode by `max(0, b - slack)`.
    pub slack: u32,
    /// Cycles to it in the next run of a loop; none outside of loops.
    pub every: Option<u32>,
}

/// Cycles from the lookup of a missing method to the bus command of its first word (spec 04 section 7).
const TO_FIRST_WORD: u32 = 5;

impl CostTable {
    /// The table in numbers. A negative prediction counts as 0.
    #[must_use]
    pub fn evaluate(&self, memory: MemoryTiming) -> EvaluatedTable {
        let row = |row| evaluate_row(row, &self.method_load, memory.values());
        EvaluatedTable {
            bytecodes: self.bytecodes.iter().map(row).collect(),
            interrupt: row(&self.interrupt),
            exception: row(&self.exception),
            reset: row(&self.reset),
        }
    }

    /// Costs for the memory of a machine.
    ///
    /// # Errors
    /// When the memory is none that the formulas know.
    pub fn for_machine(&self, config: &MachineConfig) -> Result<EvaluatedTable, TimingError> {
        Ok(self.evaluate(MemoryTiming::of_machine(config)?))
    }
}

impl EvaluatedTable {
    /// Leaves a bytecode without cycles for this reason, so that nobody executes it.
    pub fn withdraw(&mut self, opcode: u8, reason: &str) {
        if let Some(row) = self.bytecodes.get_mut(usize::from(opcode)) {
            *row = EvaluatedRow {
                carrier: Carrier::Microcode,
                method: None,
                usual: EvaluatedPath::default(),
                underivable: Some(reason.to_owned()),
                others: Vec::new(),
            };
        }
    }
}

impl EvaluatedRow {
    /// The path of a scenario: its own, or the usual one.
    #[must_use]
    pub fn path(&self, scenario: Scenario) -> &EvaluatedPath {
        let mut others = self.others.iter();
        others
            .find(|(listed, _)| *listed == scenario)
            .map_or(&self.usual, |(_, path)| path)
    }
}

impl EvaluatedPath {
    /// Cycles for a loop that runs `count` times.
    #[must_use]
    pub fn cycles_of_count(&self, count: u32) -> u32 {
        self.cycles + self.cycles_per_count * count.saturating_sub(1)
    }

    /// Cycles of a loop that runs `count` times in which `wait` holds the microcode for an operation that ends with a read.
    #[must_use]
    pub fn read_stall_of_count(&self, count: u32) -> u32 {
        self.read_stall + self.read_stall_per_count * count.saturating_sub(1)
    }

    /// The same for an operation that ends with a write.
    #[must_use]
    pub fn write_stall_of_count(&self, count: u32) -> u32 {
        self.write_stall + self.write_stall_per_count * count.saturating_sub(1)
    }
}

impl EvaluatedLoad {
    /// Offset of the bus command that reads a word of the method. One word more than it has is read.
    #[must_use]
    pub fn word_at(&self, number: u32) -> u32 {
        self.at + TO_FIRST_WORD + number * self.per_word
    }

    /// Cycles on top for the load of a method of `words` words that is not in the cache.
    #[must_use]
    pub fn miss(&self, words: u32) -> u32 {
        self.miss_stall(words).saturating_sub(self.hit_stall)
    }

    /// Cycles for which `wait` holds the microcode while a method of `words` words is loaded.
    #[must_use]
    pub fn miss_stall(&self, words: u32) -> u32 {
        (self.fixed + self.per_word * words).saturating_sub(self.hidden)
    }
}

fn evaluate_row(row: &CostRow, load: &MethodLoad, values: Values) -> EvaluatedRow {
    let path = |path| evaluate_path(path, load, values);
    let usual = row.path(Scenario::Usual).map(path).unwrap_or_default();
    let others = row.paths.iter();
    EvaluatedRow {
        carrier: row.carrier,
        method: row.method,
        usual,
        underivable: row.underivable_reason(Scenario::Usual).map(str::to_owned),
        others: others
            .filter(|listed| listed.scenario != Scenario::Usual)
            .map(|listed| (listed.scenario, path(listed)))
            .collect(),
    }
}

fn evaluate_path(path: &Path, method_load: &MethodLoad, values: Values) -> EvaluatedPath {
    let twice = Values { count: 2, ..values };
    let once = |formula| number(formula, values);
    let again = |formula| number(formula, twice).saturating_sub(once(formula));
    let load = path.load.as_ref();
    let load = load.map(|load| evaluate_load(load, method_load, values));
    // A fixed price may be less than the waits that its base has.
    let stalls = |cycles: u32, read: u32, write: u32| {
        let read = read.min(cycles);
        (read, write.min(cycles - read))
    };
    let (cycles, cycles_per_count) = (once(&path.cycles), again(&path.cycles));
    let (read_stall, write_stall) = stalls(cycles, once(&path.read_stall), once(&path.write_stall));
    let (read_stall_per_count, write_stall_per_count) = stalls(
        cycles_per_count,
        again(&path.read_stall),
        again(&path.write_stall),
    );
    EvaluatedPath {
        // A lookup may outlast what runs beside it even on a hit.
        cycles: cycles + load.map_or(0, |load| load.hit_stall),
        cycles_per_count,
        read_stall,
        read_stall_per_count,
        write_stall,
        write_stall_per_count,
        load,
        accesses: path
            .accesses
            .iter()
            .map(|access| evaluate_access(access, values))
            .collect(),
        exception: path.exception.as_ref().map(|at| number(at, values)),
        stack: path
            .stack
            .iter()
            .map(|change| EvaluatedMove {
                at: number(&change.at, values),
                stored: change.stored,
                height: change.height,
            })
            .collect(),
    }
}

fn evaluate_load(load: &Load, method_load: &MethodLoad, values: Values) -> EvaluatedLoad {
    let miss = |words| number(&method_load.miss, Values { words, ..values });
    EvaluatedLoad {
        at: number(&load.at, values),
        hidden: load.hidden,
        hit_stall: number(&method_load.hit, values).saturating_sub(load.hidden),
        fixed: miss(0),
        per_word: miss(1).saturating_sub(miss(0)),
    }
}

fn evaluate_access(access: &Access, values: Values) -> EvaluatedAccess {
    EvaluatedAccess {
        kind: access.kind,
        device: access.address.parse().ok(),
        at: number(&access.at, values),
        done: number(&access.done, values),
        slack: access.slack,
        every: access.every.as_ref().map(|every| number(every, values)),
    }
}

fn number(formula: &Formula, values: Values) -> u32 {
    u32::try_from(formula.at(values).max(0)).unwrap_or(u32::MAX)
}
