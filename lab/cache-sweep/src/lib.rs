//! Cycles of many method caches from one recorded run for each memory, exactly.
//!
//! ```text
//!   workload, space --> Plan: jobs ---> sweep ---> rows ---> pareto front
//!                                        |  \--> JobResults, a line of JSON each: journal, parts of a cluster, merge
//!                       record --> lookups -+--> replay (method_cache::replay)
//!                                        \--> verify: the machine itself
//! ```
//!
//! A job is a program on a memory with all shapes of one organisation. Its program is run once on that memory
//! ([`lookups`]); runs that took the same path share one replay. A program that depends on time is not replayed: its
//! path depends on the cycles, so the machine runs it on each configuration; where no machine can, or if it is asked for
//! (`assume_path`), the path is assumed to stay as it was recorded, and `timed` measures the error of that.
//!
//! Results depend neither on the number of threads nor on where a sweep was interrupted or divided: rows hold whole
//! numbers, and rates and the front are computed from them at the end.

mod error;
mod evictions;
mod job;
mod misses;
mod parts;
mod plan;
mod record;
mod recorded_lookups;
mod replay;
mod rows;
mod sweep;
mod timed;
mod verify;
mod workload;

pub use error::SweepError;
pub use evictions::{Rivals, Trial, Trials, try_changes};
pub use job::Job;
pub use jobs::{PartError, render_head, render_job};
pub use misses::{MethodMisses, MissAnalysis, Misses, PairMisses, analyse_misses, own_misses};
pub use parts::{Parts, rows_of};
pub use plan::{Description, MemoryPoint, Plan, Space, WorkloadDescription};
pub use record::{Recorded, Swept, record};
pub use recorded_lookups::RecordedLookups;
pub use replay::{Replayed, replay};
pub use rows::{JobResult, Path, Refused, Source, SweepRow, mark_pareto};
pub use sweep::{Environment, sweep};
pub use timed::time_dependence;
pub use verify::{Check, pick, verify};
pub use workload::Workload;

#[cfg(test)]
extern crate self as cache_sweep;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
