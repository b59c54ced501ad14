//! Validation of cross-profiles: predicted cycles held against those of the machine, method by method.
//!
//! ```text
//! program, machine ──▶ machine-profile ──▶ truth ────────┐
//!                                                        ├──▶ Comparison, one for each prediction
//! profile of another tool ──▶ names matched ─────────────┘
//! ```

mod error;
mod study;
mod subject;
mod truth;

pub use error::CaseError;
pub use study::{Case, Job, Plan, Prediction, Score, Source, study};
pub use subject::{NamedMachine, Subject, twelve_machines};
