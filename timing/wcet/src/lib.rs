//! Worst-case execution times of linked methods, without the machine.
//!
//! ```text
//!   image + symbols ──▶ Program ──▶ flow graphs, loops, targets of calls
//!                                      │
//!     arguments of a context ──▶ values: abstract execution ──▶ counts, bounds of loops, arguments of callees
//!                                      │
//!   cost formulas, wait states ──▶ prices of blocks ──▶ integer linear programme for each context ──▶ bound, worst path
//!                                      ▲
//!                     method cache ────┘ loads: by call, or once in a scope whose methods fit together
//! ```
//!
//! A *context* is a method with what is known of its arguments. Contexts are analysed once, callees first. The price of a bytecode is
//! the worst of the scenarios that raise no exception, from the formulas of [`cost_model`] alone. Bytecodes that are
//! implemented in Java are the call of their routine, which is analysed like any other code.
//!
//! Not covered, and stated in each result: exceptions, interrupts and switches of threads, blocking, garbage collection unless its cycles
//! are given, and devices that make the processor wait.

mod advice;
mod analysis;
mod arrays;
mod assigned;
pub mod bound_source;
mod bounds;
mod cache;
mod call_graph;
mod calls;
mod collect;
mod contexts;
pub mod cores;
mod correlation;
mod declared;
mod error;
mod execute;
mod facts;
mod flow;
mod inputs;
mod ipet;
mod joint;
mod limited;
mod loop_bounds;
mod on_cores;
mod options;
mod passed;
mod phase_walk;
mod premise;
mod premises;
mod price;
mod program;
mod proven;
mod remembered;
mod report;
mod result;
mod sections;
mod shape;
mod shared;
mod slots;
mod solve;
mod state;
mod supposed;
mod transfer;
mod types;
mod value;
mod writers;

pub use analysis::{Analyser, ToWatch};
pub use bound_source::BoundSource;
pub use bounds::{Bounds, CallLimit, FieldPlace, Held, LimitEvent, WatchedField};
pub use cores::OnCores;
pub use cores::share::CoresShare;
pub use error::WcetError;
pub use inputs::{Inputs, Range, Reads};
pub use options::{CONTEXT, CachePolicy, Exceptions, LoopId, Options};
pub use passed::Passed;
pub use premise::{Disproof, Premise, Soundness, Subject};
pub use program::{LoopPlace, MethodLoops, Program};
pub use result::{
    Analysis, CacheUse, Case, CauseShare, EventKind, Excluded, Input, Lever, LeverKind, LineShare,
    LoopShare, MethodShare, Observed, Search, Term, Unproven,
};
