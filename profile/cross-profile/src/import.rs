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
mod firefox;
mod json_contexts;
#[cfg(feature = "packed")]
mod parquet_contexts;
#[cfg(feature = "packed")]
pub mod pprof;
mod speedscope;
mod table;
pub mod unit;

pub use callgrind::callgrind;
pub use collapsed::{collapsed, weighted};
pub use csv_contexts::csv;
pub use detect::{Format, read};
pub use firefox::firefox;
pub use json_contexts::json;
#[cfg(feature = "packed")]
pub use parquet_contexts::parquet;
pub use speedscope::speedscope;

use thiserror::Error;

use crate::file::FileError;

/// Name of the context above all chains of an imported profile.
pub const ROOT_NAME: &str = "(all)";

/// Name of the thread that stands for all threads of a format without threads.
pub const ALL_THREADS: &str = "(all threads)";

/// Errors of reading another tool's profile.
#[derive(Debug, Error)]
pub enum ImportError {
    /// A line is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// Line, counted from 1.
        line: u64,
        /// The error, and the expected value.
        what: String,
    },
    /// It is no JSON of the expected form.
    #[error(
        "{0}; expected a list of objects with `context`, `calls` and `cycles`, or that list as `rows` of an object"
    )]
    Json(#[from] serde_json::Error),
    /// A file of a known tool has not the form of that tool's files.
    #[error("{format}: {what}")]
    Form {
        /// Name of the format.
        format: &'static str,
        /// The error.
        what: String,
    },
    /// Its values are something else than cycles.
    #[error("{format}: its values are {unit}, and a profile has cycles; {remedy}")]
    Unit {
        /// Name of the format.
        format: &'static str,
        /// What they are.
        unit: String,
        /// How to come to cycles.
        remedy: &'static str,
    },
    /// A drawing, which leaves contexts out.
    #[error("a drawing, which leaves contexts out; export the profile as csv instead")]
    Drawing,
    /// A format whose library is not built in.
    #[error("{0} is read by the whole `jop` only: cargo install --path cli --locked")]
    NotBuilt(Format),
    /// It holds no context.
    #[error("the profile holds no context")]
    Empty,
    /// It is a profile file of ours, but a wrong one.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no text.
    #[error("neither a profile file nor text in UTF-8")]
    NotText,
}

/// What helps against an export of another metric.
const EXPORT_CYCLES: &str = "export it without --metric";

/// An error of a library, or a text.
type Reason = Box<dyn std::error::Error + Send + Sync>;

impl ImportError {
    fn line(line: u64, what: impl Into<String>) -> Self {
        let what = what.into();
        Self::Line { line, what }
    }

    /// A row of a table whose context another row has, too.
    fn twice(line: u64, before: u64) -> Self {
        let what = format!("the context of line {before} again; give each context one row");
        Self::line(line, what)
    }

    fn form(format: &'static str, what: impl Into<Reason>) -> Self {
        let what = what.into().to_string();
        Self::Form { format, what }
    }
}
