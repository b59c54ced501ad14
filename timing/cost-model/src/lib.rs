//! Costs of every bytecode, as formulas of the memory's wait states, derived from microcode.
//!
//! A [`CostTable`] has a [`CostRow`] for each of the 256 bytecodes, for the interrupt and exception entries and for reset;
//! a row has a [`Path`] for each [`Scenario`] that the bytecode distinguishes. [`CostTable::evaluate`] computes its
//! numbers for one [`MemoryTiming`].
//!
//! # Cycles and offsets
//!
//! Cycle 0 of a bytecode is the one in which the `nxt` of its predecessor is on the ROM's output: the cycle that
//! dispatches it. Its cycles are those from its own dispatch to the next one. Offsets count from cycle 0:
//! microinstruction `i` is on the ROM's output in cycle `i + 1` and in the execute stage in cycle `i + 3`, stalls not
//! counted (spec 03). A memory operation begins in the execute stage.

mod atom;
mod committed;
mod compare;
mod csv_rows;
mod derive;
mod evaluate;
mod expression;
mod file;
mod formula;
mod formula_text;
mod latency;
mod memory_timing;
mod overrides;
mod path_id;
mod price;
mod processor;
mod published;
mod scenario;
mod source;
mod table;
mod walk;
mod world;

pub use atom::{Asked, Atom, Execution, NoAtom};
pub use committed::SourceError;
pub use compare::{Comparison, PathVerdict, compare};
pub use derive::{derive, derive_for, derive_with, derived_costs, evaluated};
pub use evaluate::{
    EvaluatedAccess, EvaluatedLoad, EvaluatedMove, EvaluatedPath, EvaluatedRow, EvaluatedTable,
};
pub use file::TableError;
pub use formula::{Formula, Symbol, Values};
pub use formula_text::FormulaError;
pub use latency::Latencies;
pub use memory_timing::{MemoryTiming, TimingError};
pub use overrides::{Overrides, RowChange};
pub use path_id::{PathId, RowId};
pub use published::published;
pub use scenario::Scenario;
pub use source::FileError;
pub use table::{
    Access, AccessKind, Carrier, CostRow, CostTable, Load, MethodLoad, Path, Provenance, Span,
    StackMove, Underivable, Unexplored, VERSION,
};

#[cfg(test)]
extern crate self as cost_model;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
