//! What a program costs on other hardware: machines on any axes, with any instruction set, exactly where that is possible.
//!
//! ```text
//!   programs, Space, variants --> Description --> Plan: points, jobs --> Exploration --> outcomes --> rows: cost, Pareto front
//!                                                                            |
//!                 one exact run for each [`recording`] that points can share +--> replay: any method cache
//!                                                                            +--> pricing: any memory, any costs
//!                                                                            \--> the engine or the machine, where neither is exact
//! ```
//!
//! # Why one run serves many points
//!
//! The path of a program that reads no time does not depend on cycles. So one run counts the paths of the cost table, and writes
//! down the lookups in the method cache; memory, clock, method cache and costs then only price them. A run is needed for each
//! option that changes what is executed (object cache, stack RAM, scratchpad, ...), and for each set of bytecodes that are in
//! Java. With data caches no table has the cycles: the machine runs on each memory, and only the method cache is replayed. A program
//! that reads time, waits or takes interrupts runs on each point. Of two memories between which an exception would be taken one
//! bytecode earlier or later, each has runs of its own.
//!
//! Several cores meet at the memory, so each such point is a run of its own.
//!
//! Results depend neither on the number of threads nor on how the jobs are divided.

mod break_even;
mod cost;
mod error;
mod exploration;
mod front;
mod means;
mod on_chip;
mod outcome;
mod plan;
mod pricing;
mod profile_counts;
mod recording;
mod runs;
mod sensitivity;
mod several;
mod space;
mod variant;
mod variant_file;
mod verify;
mod waits;
mod workload;

pub use break_even::{BreakEven, break_even};
pub use cost::{Cost, CostError, Resources};
pub use error::ExploreError;
pub use exploration::Exploration;
pub use front::{best_for_all, best_within, mark_pareto};
pub use on_chip::bits;
pub use outcome::{CoreWaits, JobResult, Outcome, Row, Source, has_hardware, names, outcomes};
pub use plan::{Description, Job, Parts, Plan, ProgramDescription};
pub use profile_counts::{Predicted, ProfileCounts};
pub use sensitivity::{Effect, sensitivity};
pub use space::{Axis, Point, Refused, Space, blocks_of};
pub use variant::{Variant, VariantDescription};
pub use variant_file::NamedVariant;
pub use verify::{Check, pick, verify};
pub use workload::{Images, Workload};

#[cfg(test)]
extern crate self as explore;
#[cfg(test)]
#[path = "../tests/it/main.rs"]
mod it;
