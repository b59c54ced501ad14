//! Application vectors: what the parts of a program execute, counted in atoms; and system vectors, which price atoms.
//!
//! ```text
//! program ── fast engine ──▶ counts by context ── components ──▶ Vector (section) ┬── add, scale, per call
//!                                                                                 │
//! cost table (derived, calibrated) ──┐                                            ▼
//! vectors with measured totals ──────┴──▶ SystemVector ───────────────────────▶ predict: cycles with an error
//! ```
//!
//! An [`Atom`](cost_model::Atom) is a path of the cost table, one more run of its loop, the load of a method of so many words, a bytecode
//! in Java or a call of the class library. Every executed bytecode is in exactly one component, so components add up to the run, and
//! a vector times the table derived from the microcode is the machine's cycles on any memory.

mod calls;
mod components;
mod design;
mod file;
mod fit;
mod interval;
mod measured;
mod model;
mod posterior;
mod predict;
mod prior;
mod record;
mod recorded_run;
pub mod section;
mod spread;
mod system;
mod vector;

pub use components::{Component as Selection, NoComponent, REST, Scope};
pub use file::{SYSTEM, VECTOR, VectorFileError, is_system};
pub use fit::{FitError, FitOptions, Fitted, HeldOut, Solver, fit, hold_out};
pub use measured::{Measured, MeasuredError, read_measured};
pub use model::{AtomModel, CallModel, Distribution, Line, MethodCalls, Parameter, Slope};
pub use predict::{PartPrediction, Prediction, predict};
pub use prior::Prior;
pub use record::{Atoms, RecordError, RecordOptions, record, recorded};
pub use recorded_run::{CountedRecordedRun, NoRun, counted_recorded_run, finish_counted};
pub use spread::Spread;
pub use system::{
    Assumption, AtomPrice, Combination, Price, Sum, System, SystemVector, Unseen, UnseenPrice,
};
pub use vector::{Component, Provenance, Source, Vector, WithError};

#[cfg(test)]
extern crate self as vectors;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
