//! Profiles of other tools, and our own exports.
//!
//! | format | what it holds |
//! |---|---|
//! | CSV, Parquet | columns `context` or `method`, `cycles`, and more of `jop show contexts` if they are there |
//! | JSON | a list of `{"context": ["a", "b"], "calls": 1, "cycles": 2}`, or the names joined by `;`; or that list as `rows` of an object |
//! | collapsed stacks | lines `a;b;c 123`: chain and cycles, as flame-graph tools read them |
//! | callgrind | `fn=` sections; the event `Cycles` counts; methods only, so the profile is flat |
//! | speedscope, Firefox Profiler | weighted stacks of each thread |
//! | pprof | samples with several values |
//!
//! A row of a table and an object of a list is a context, so each stands there once. In all other formats an entry is a sample or a
//! line of code, and those of one context are added. Where each has its unit is told in `unit.rs`.

mod builder;
mod callgrind;
mod chain;
mod collapsed;
mod csv_contexts;
mod detect;
mod error;
mod firefox;
mod format;
mod json_contexts;
#[cfg(feature = "packed")]
mod parquet_contexts;
#[cfg(feature = "packed")]
pub mod pprof;
mod speedscope;
mod table;
pub mod unit;

pub use self::error::{ALL_THREADS, ImportError};
pub use callgrind::callgrind;
pub use collapsed::{collapsed, weighted};
pub use csv_contexts::csv;
pub use detect::read;
pub use firefox::firefox;
pub use format::Format;
pub use json_contexts::json;
#[cfg(feature = "packed")]
pub use parquet_contexts::parquet;
pub use speedscope::speedscope;

use self::error::EXPORT_CYCLES;
