//! Calling-context profiles in the formats of other tools, one file for each.
//!
//! | format | weight | contexts | lines | several figures |
//! |---|---|---|---|---|
//! | collapsed stacks, flame graph, differential flame graph | chosen | all | – | – |
//! | speedscope | chosen | all, by thread | first of the method | – |
//! | Firefox Profiler | chosen | all, by thread | – | – |
//! | pprof | all | all, by thread | first of the method | yes |
//! | callgrind | all | callers and callees | first of the method | yes |
//! | dot | chosen | callers and callees | – | – |
//! | CSV, Parquet | all | all, by thread | – | yes |
//!
//! Sums equal those of the profile; entries hidden by a threshold are summed up as the rest.

pub mod callgrind;
pub mod collapsed;
pub mod dot;
pub mod error;
pub mod firefox;
pub mod flame_graph;
pub mod metric;
pub mod names;
pub mod parquet;
pub mod places;
pub mod pprof;
pub mod rows;
pub mod speedscope;

pub use error::ExportError;
pub use metric::Metric;

use cross_profile::Profile;

/// The metric's total, if a weighted export can show it.
fn weight(profile: &Profile, metric: Metric) -> Result<u64, ExportError> {
    match metric.total(profile) {
        0 => Err(ExportError::Nothing(metric)),
        total if i64::try_from(total).is_err() => Err(ExportError::TooMuch { metric, total }),
        total => Ok(total),
    }
}

#[cfg(test)]
extern crate self as export;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
