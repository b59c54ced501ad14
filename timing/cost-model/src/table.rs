//! The cost table.

use std::fmt;

use isa::similar::nearest;
use serde::{Deserialize, Deserializer, Serialize};

use crate::formula::Formula;
use crate::formula_text::FormulaError;
use crate::memory_timing::MemoryTiming;
use crate::scenario::Scenario;

/// Version of the format of tables that this library reads and writes.
pub const VERSION: u32 = 1;

/// Costs of every bytecode under one microcode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostTable {
    /// Version of the format.
    pub version: u32,
    /// Its source.
    pub provenance: Provenance,
    /// Cycles of the load of a method.
    pub method_load: MethodLoad,
    /// The entry that an interrupt takes in place of a bytecode.
    pub interrupt: CostRow,
    /// The entry that an exception takes in place of a bytecode.
    pub exception: CostRow,
    /// From the first cycle after reset to the dispatch of the first bytecode.
    pub reset: CostRow,
    /// The 256 bytecodes in order.
    #[serde(rename = "bytecode")]
    pub bytecodes: Vec<CostRow>,
}

/// Source of a table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Name of the microcode: `jop`, `strict`, a file; or how the table was made.
    pub microcode: String,
    /// SHA-256 of ROM, stack RAM and jump table in hexadecimal; empty if the table comes from no microcode.
    #[serde(
        default,
        deserialize_with = "or_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub microcode_sha256: String,
    /// SHA-256 of the configuration in hexadecimal, if the numbers hold for one machine only; else empty.
    #[serde(
        default,
        deserialize_with = "or_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub configuration_sha256: String,
    /// Memories for which the numbers hold, as `r = 1, w = 2`; empty if they hold for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<String>,
}

/// A text; empty for `null`, which JSON documents have for what is missing.
fn or_empty<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// Cycles of the memory unit for the load of a method (spec 04 section 7), from its start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodLoad {
    /// When the method is in the cache.
    pub hit: Formula,
    /// When it is not; `n` is its length in words.
    pub miss: Formula,
}

/// Implementation of a bytecode.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Carrier {
    /// Microcode alone.
    #[default]
    Microcode,
    /// A Java method that the microcode calls: the paths are the call, and the method's bytecodes come on top.
    Java,
}

/// One bytecode or entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostRow {
    /// Its number, if it is a bytecode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opcode: Option<u8>,
    /// Name of the bytecode; `interrupt`, `exception` or `reset`.
    pub name: String,
    /// Its implementation.
    #[serde(default)]
    pub carrier: Carrier,
    /// Number of the method of class JVM that implements it, if in Java.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<u8>,
    /// ROM address at which it begins, if it comes from microcode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u16>,
    /// Paths by scenario, [`Scenario::Usual`] first.
    #[serde(rename = "path")]
    pub paths: Vec<Path>,
    /// Scenarios without a path, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub underivable: Vec<Underivable>,
    /// Outcomes of branches that none of the scenarios meets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unexplored: Vec<Unexplored>,
}

/// An outcome of a branch that none of the scenarios of a row meets: what happens then is not in the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unexplored {
    /// ROM address of the branch.
    pub address: u16,
    /// The required condition.
    pub condition: String,
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

/// Cycles of a bytecode in one scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Path {
    /// The scenario.
    #[serde(default)]
    pub scenario: Scenario,
    /// Tests of the microcode on this path, as text; empty without branches.
    #[serde(
        default,
        deserialize_with = "or_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub condition: String,
    /// Cycles from dispatch to dispatch, without what [`Path::load`] adds.
    pub cycles: Formula,
    /// Part of [`Path::cycles`] in which `wait` holds the microcode for an operation that ends with a read.
    #[serde(default, skip_serializing_if = "Formula::is_zero")]
    pub read_stall: Formula,
    /// The same for an operation that ends with a write.
    #[serde(default, skip_serializing_if = "Formula::is_zero")]
    pub write_stall: Formula,
    /// Offset of the cycle in which an exception is raised, if one is: the memory unit reports it or the microcode writes
    /// it to the exception register. A dispatch at this offset + 2 or later takes the exception.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exception: Option<Formula>,
    /// Cycles after the next dispatch for which the memory unit remains busy beyond the earliest start of the next operation;
    /// 0 if the path cannot delay the next bytecode.
    #[serde(default, skip_serializing_if = "Formula::is_zero")]
    pub overhang: Formula,
    /// ROM addresses that run on this path, in order of execution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub microcode: Vec<Span>,
    /// Every change of the stack pointer register, in order; for a loop those of one run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<StackMove>,
    /// The load of a method on this path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
    /// Accesses to memory and devices in their order.
    #[serde(default, rename = "access", skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<Access>,
}

/// The load of a method: `max(0, b - hidden)` cycles on top, with `b` from [`MethodLoad`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Cycles that run beside the load.
    pub hidden: u32,
    /// Offset at which the method cache is asked.
    #[serde(default, skip_serializing_if = "Formula::is_zero")]
    pub at: Formula,
}

/// A change of the stack pointer register; in text `at: height`, and `at: height stored`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct StackMove {
    /// Offset of the first cycle in which the register holds the new value.
    pub at: Formula,
    /// True if `stsp` has written the register on this path, at this move or before.
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

/// Consecutive ROM words; in text `first-last`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Span {
    /// Address of the first word.
    pub first: u16,
    /// Address of the last word.
    pub last: u16,
}

impl CostTable {
    /// All rows, the bytecodes first.
    pub fn all_rows(&self) -> impl Iterator<Item = &CostRow> {
        let entries = [&self.interrupt, &self.exception, &self.reset];
        self.bytecodes.iter().chain(entries)
    }

    /// What to do about a name that no row has.
    pub(crate) fn remedy_for(&self, name: &str) -> String {
        match nearest(name, self.all_rows().map(|row| row.name.as_str())) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "`jop isa --bytecodes` lists them".to_owned(),
        }
    }

    /// The same, to change them.
    pub fn all_rows_mut(&mut self) -> impl Iterator<Item = &mut CostRow> {
        let entries = [&mut self.interrupt, &mut self.exception, &mut self.reset];
        self.bytecodes.iter_mut().chain(entries)
    }

    /// The table for one memory: formulas of wait states become numbers.
    #[must_use]
    pub fn for_memory(&self, memory: MemoryTiming) -> Self {
        let mut table = self.clone();
        let number = |formula: &mut Formula| *formula = formula.with_waits(memory.values());
        number(&mut table.method_load.hit);
        number(&mut table.method_load.miss);
        for path in table.all_rows_mut().flat_map(|row| &mut row.paths) {
            path.formulas_mut().for_each(number);
        }
        table
    }
}

impl CostRow {
    /// The path of a scenario: its own, or the usual one.
    #[must_use]
    pub fn path(&self, scenario: Scenario) -> Option<&Path> {
        let of = |wanted| self.paths.iter().find(|path| path.scenario == wanted);
        of(scenario).or_else(|| of(Scenario::Usual))
    }

    /// Reason why a scenario has no path, if any.
    #[must_use]
    pub fn underivable_reason(&self, scenario: Scenario) -> Option<&str> {
        let mut listed = self.underivable.iter();
        let found = listed.find(|listed| listed.scenario == scenario);
        found.map(|listed| listed.reason.as_str())
    }
}

impl Path {
    /// A path of which only the cycles are known: neither waits nor microcode.
    #[must_use]
    pub fn of_cycles(scenario: Scenario, cycles: Formula) -> Self {
        Self {
            scenario,
            condition: String::new(),
            cycles,
            read_stall: Formula::default(),
            write_stall: Formula::default(),
            exception: None,
            overhang: Formula::default(),
            microcode: Vec::new(),
            stack: Vec::new(),
            load: None,
            accesses: Vec::new(),
        }
    }

    fn formulas_mut(&mut self) -> impl Iterator<Item = &mut Formula> {
        let own = [
            &mut self.cycles,
            &mut self.read_stall,
            &mut self.write_stall,
            &mut self.overhang,
        ];
        let load = self.load.iter_mut().map(|load| &mut load.at);
        let stack = self.stack.iter_mut().map(|change| &mut change.at);
        let accesses = self.accesses.iter_mut().flat_map(|access| {
            [&mut access.at, &mut access.done]
                .into_iter()
                .chain(&mut access.every)
        });
        own.into_iter()
            .chain(&mut self.exception)
            .chain(load)
            .chain(stack)
            .chain(accesses)
    }

    /// Every formula of the path.
    pub(crate) fn formulas(&self) -> Vec<Formula> {
        self.clone()
            .formulas_mut()
            .map(|formula| formula.clone())
            .collect()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.to_string()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.last)
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let ends = text.split_once('-');
        let number = |text: &str| text.parse().ok();
        ends.and_then(|(first, last)| {
            Some(Self {
                first: number(first)?,
                last: number(last)?,
            })
        })
        .ok_or_else(|| format!("`{text}` is no span of ROM addresses: write first-last"))
    }
}

impl From<StackMove> for String {
    fn from(change: StackMove) -> Self {
        let stored = if change.stored { " stored" } else { "" };
        format!("{}: {}{stored}", change.at, change.height)
    }
}

impl TryFrom<String> for StackMove {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no move of the stack pointer: write `cycle: height` or `cycle: height stored`"
            )
        };
        let (at, rest) = text.rsplit_once(": ").ok_or_else(wrong)?;
        let (height, stored) = match rest.strip_suffix(" stored") {
            Some(height) => (height, true),
            None => (rest, false),
        };
        Ok(Self {
            at: at
                .parse()
                .map_err(|error: FormulaError| error.to_string())?,
            stored,
            height: height.parse().map_err(|_| wrong())?,
        })
    }
}
