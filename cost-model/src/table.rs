//! The cost table.

use serde::{Deserialize, Serialize};

use crate::formula::Formula;
use crate::scenario::Scenario;

/// Version of the format of tables that this library reads and writes.
pub const VERSION: u32 = 1;

/// What every bytecode costs under one microcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostTable {
    /// Version of the format.
    pub version: u32,
    /// Where it comes from.
    pub provenance: Provenance,
    /// What the load of a method takes.
    pub method_load: MethodLoad,
    /// The rows.
    pub rows: Rows,
}

/// A row for every way into the microcode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// The 256 bytecodes in order.
    pub bytecodes: Vec<Row>,
    /// The entry that an interrupt takes in place of a bytecode.
    pub interrupt: Row,
    /// The entry that an exception takes in place of a bytecode.
    pub exception: Row,
    /// From the first cycle after reset to the dispatch of the first bytecode.
    pub reset: Row,
}

/// Where a table comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Name of the microcode: `jop`, `strict`, a file; or how the table was made.
    pub microcode: String,
    /// SHA-256 of ROM, stack RAM and jump table in hexadecimal; empty if the table comes from no microcode.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub microcode_sha256: String,
    /// SHA-256 of the configuration in hexadecimal, if the numbers hold for one machine only; else empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub configuration_sha256: String,
}

/// What the memory unit takes for the load of a method (spec 04 section 7), in cycles from its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodLoad {
    /// When the method is in the cache.
    pub hit: Formula,
    /// When it is not; `n` is its length in words.
    pub miss: Formula,
}

/// What carries a bytecode out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Carrier {
    /// Microcode alone.
    Microcode,
    /// A Java method that the microcode calls: the paths are the call, and the method's bytecodes come on top.
    Java,
}

/// One bytecode or entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Name of the bytecode; `interrupt`, `exception` or `reset`.
    pub name: String,
    /// What carries it out.
    pub carrier: Carrier,
    /// Number of the method of class JVM that carries it out, where that is Java's.
    pub method: Option<u8>,
    /// ROM address at which it begins, if it comes from microcode.
    pub entry: Option<u16>,
    /// Paths by scenario, [`Scenario::Usual`] first.
    pub paths: Vec<Path>,
    /// Scenarios without a path, and why.
    pub underivable: Vec<Underivable>,
}

/// A scenario for which the microcode has no formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Underivable {
    /// The scenario.
    pub scenario: Scenario,
    /// Why, with the address.
    pub reason: String,
}

/// What a bytecode takes in one scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The scenario.
    pub scenario: Scenario,
    /// What the microcode tests on this path, for people; empty if it branches nowhere.
    pub condition: String,
    /// Cycles from dispatch to dispatch, without what [`Path::load`] adds.
    pub cycles: Formula,
    /// Those of [`Path::cycles`] in which `wait` holds the microcode for an operation that ends with a read.
    pub read_stall: Formula,
    /// The same for an operation that ends with a write.
    pub write_stall: Formula,
    /// The load of a method on this path.
    pub load: Option<Load>,
    /// Accesses to memory and devices in their order.
    pub accesses: Vec<Access>,
    /// Offset of the cycle in which an exception is raised, if one is: the memory unit reports it or the microcode writes
    /// it to the exception register. A dispatch at this offset + 2 or later takes the exception.
    pub exception: Option<Formula>,
    /// Cycles after the next dispatch for which the memory unit remains busy beyond the earliest start of the next operation;
    /// 0 if the path cannot delay the next bytecode.
    pub overhang: Formula,
    /// Every change of the stack pointer register, in order; for a loop those of one run.
    pub stack: Vec<StackMove>,
    /// ROM addresses that run on this path, in order of execution.
    pub microcode: Vec<Span>,
}

/// The load of a method: `max(0, b - hidden)` cycles on top, with `b` from [`MethodLoad`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Cycles that run beside the load.
    pub hidden: u32,
    /// Offset at which the method cache is asked.
    #[serde(default)]
    pub at: Formula,
}

/// A change of the stack pointer register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackMove {
    /// Offset of the first cycle in which the register holds the new value.
    pub at: Formula,
    /// Whether `stsp` has written the register on this path, at this move or before.
    pub stored: bool,
    /// The new value: above that at the dispatch, or above what `stsp` wrote.
    pub height: i32,
}

/// Direction of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
}

/// One access to memory or a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Access {
    /// Direction.
    pub kind: AccessKind,
    /// Address as far as it is known: `-124` of a device, or an expression such as `mem[tos]`.
    pub address: String,
    /// Offset of the cycle with the bus command: a device is read in it, and written at its end.
    pub at: Formula,
    /// Offset of the cycle in which read data is there or the write is done.
    pub done: Formula,
    /// How many cycles after `at` a device may still be busy without delaying the bytecode: a device that is ready from
    /// cycle `at + b` on delays it by `max(0, b - slack)`.
    pub slack: u32,
    /// Cycles to the same access in the next run of a loop; none outside of loops.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Formula>,
}

/// Consecutive ROM words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// Address of the first word.
    pub first: u16,
    /// Address of the last word.
    pub last: u16,
}

impl CostTable {
    /// All rows, the bytecodes first.
    pub fn all_rows(&self) -> impl Iterator<Item = &Row> {
        let Rows {
            bytecodes,
            interrupt,
            exception,
            reset,
        } = &self.rows;
        bytecodes.iter().chain([interrupt, exception, reset])
    }
}

impl Row {
    /// The path of a scenario: its own, or the usual one.
    #[must_use]
    pub fn path(&self, scenario: Scenario) -> Option<&Path> {
        let of = |wanted| self.paths.iter().find(|path| path.scenario == wanted);
        of(scenario).or_else(|| of(Scenario::Usual))
    }
}
