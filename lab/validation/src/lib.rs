//! Validation of cross-profiles: predicted cycles compared with the machine's, method by method.
//!
//! ```text
//! program, machine ──┬──▶ record::machine ──▶ truth ────────────────────────────┐
//!                    └──▶ fast engine ──▶ counts of paths in contexts           ├──▶ Comparison
//!                                              └── x cost table ──▶ prediction ─┤    of each prediction
//! profile of another tool ──▶ names matched ────────────────────────────────────┘
//! ```
//!
//! A table predicts the cycles of the machine's path: one run of the engine counts, and every table prices the same
//! counts. So differences come from prices, never from another path.

mod baselines;
mod calibrations;
mod counted_run;
mod error;
mod named_machine;
mod pricing;
mod routines;
mod study;
mod truth;

pub use baselines::{
    CALIBRATED, CONSTANT, CPROF_ERRORS, DERIVED, JAVA_BYTECODE_CYCLES, PUBLISHED,
    PUBLISHED_ALL_HIT, PUBLISHED_ALL_MISS, PUBLISHED_ONE_METHOD, baselines,
};
pub use counted_run::{
    Count, CountProbe, Counted, CountedRun, Follower, NoFollower, counted_run, followed_run, java,
    run_counting,
};
pub use error::CaseError;
pub use named_machine::{NamedMachine, twelve_machines};
pub use pricing::{JavaBytecodes, Lookups, Rules};
pub use study::{
    Case, Costs, Job, Plan, ProfilePrediction, Score, TablePrediction, predict, study,
};

#[cfg(test)]
extern crate self as validation;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
