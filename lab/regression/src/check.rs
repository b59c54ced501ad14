//! Timing that cannot change unseen: programs and machines in a manifest, their figures in committed goldens.
//!
//! ```text
//!   timing.toml ──Manifest──▶ Case ──run──▶ Measured ──┐
//!                                                      ├──▶ CaseReport: what changed, by how much, why
//!   goldens/*.toml ─────────────────────▶ Golden ──────┘
//! ```
//!
//! All figures are whole numbers of cycles, words or times, so that equal runs give equal bytes.

mod amount;
mod error;
mod figures;
mod golden;
mod init;
mod limit;
mod limited_run;
mod limits_by;
mod manifest;
mod manifest_file;
mod predicted_by;
mod prediction;
mod record;
mod release;
mod report;
mod run;
mod sums;

pub use amount::{Amount, Unit};
pub use error::CheckError;
pub use figures::{Figures, Section};
pub use golden::{Golden, Hashes, Measured};
pub use init::{FoundMain, InitError, find_mains, manifest_for};
pub use limit::{CallLimit, FigureLimit, Limit, LimitRow, WorstCall};
pub use limited_run::{Named, Ran, run};
pub use manifest::{
    Case, Configuration, EngineKind, Limits, Manifest, MicrocodeChoice, ProgramChoice,
};
pub use prediction::{ErrorRow, MostError, Predicted, Prediction, Predictor, USUAL_SECONDS};
pub use record::Record;
pub use release::{RELEASES, Released, releases};
pub use report::{CaseReport, CaseVerdict, Change};
pub use run::{BuildCosts, RunError};
pub use sums::{Sum, sums};
