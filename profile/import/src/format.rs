//! Formats of profiles.

use std::fmt;

/// Format of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Our own file (`.jrec`).
    Own,
    /// A table of contexts or methods.
    Csv,
    /// The same, packed.
    Parquet,
    /// A list of contexts or methods.
    Json,
    /// Stacks with their cycles.
    Collapsed,
    /// Functions with their costs.
    Callgrind,
    /// Stacks of threads with their weights.
    Speedscope,
    /// The same, of the Firefox Profiler.
    Firefox,
    /// Samples with several values.
    Pprof,
    /// A picture.
    Drawing,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own => "profile file",
            Self::Csv => "CSV",
            Self::Parquet => "Parquet",
            Self::Json => "JSON",
            Self::Collapsed => "collapsed stacks",
            Self::Callgrind => "callgrind",
            Self::Speedscope => "speedscope",
            Self::Firefox => "Firefox profile",
            Self::Pprof => "pprof",
            Self::Drawing => "drawing",
        })
    }
}
