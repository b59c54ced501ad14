//! Why a profile cannot be read, and the names that imported ones have.

use thiserror::Error;

use super::format::Format;
use cross_profile::file::FileError;

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
    /// The file cannot be read to its end.
    #[error("cannot read: {0}")]
    Read(std::io::Error),
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

/// An error of a library, or a text.
pub(super) type Reason = Box<dyn std::error::Error + Send + Sync>;

/// What helps against an export of another metric.
pub(super) const EXPORT_CYCLES: &str = "export it without --metric";

impl ImportError {
    pub(super) fn line(line: u64, what: impl Into<String>) -> Self {
        let what = what.into();
        Self::Line { line, what }
    }

    /// A row of a table whose context another row has, too.
    pub(super) fn twice(line: u64, before: u64) -> Self {
        let what = format!("the context of line {before} again; give each context one row");
        Self::line(line, what)
    }

    pub(super) fn form(format: &'static str, what: impl Into<Reason>) -> Self {
        let what = what.into().to_string();
        Self::Form { format, what }
    }
}
