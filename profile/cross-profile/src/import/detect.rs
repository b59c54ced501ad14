//! Detects the format of a profile from its beginning.

use std::fmt;

use super::{ImportError, callgrind, collapsed, csv, json};
use crate::file;
use crate::profile::Profile;

/// First bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// Format of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Our own file (`.jprof`).
    Own,
    /// A table of contexts.
    Csv,
    /// A list of contexts.
    Json,
    /// Stacks with their cycles.
    Collapsed,
    /// Functions with their costs.
    Callgrind,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own => "profile file",
            Self::Csv => "CSV",
            Self::Json => "JSON",
            Self::Collapsed => "collapsed stacks",
            Self::Callgrind => "callgrind",
        })
    }
}

impl Format {
    /// The format of a text: JSON begins with a bracket, CSV with the names of its columns; callgrind has a line that
    /// names its events or the creator of the file, all else is taken for collapsed stacks.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.clone().next().unwrap_or_default();
        let mut columns = first.split(',').map(|name| name.trim().trim_matches('"'));
        if first.starts_with(['[', '{']) {
            Self::Json
        } else if first.contains(',') && columns.any(|name| name == "context") {
            Self::Csv
        } else if lines.any(|line| line.starts_with("events:") || line.starts_with("fn=")) {
            Self::Callgrind
        } else {
            Self::Collapsed
        }
    }
}

/// Reads a profile of any format, and returns the format.
///
/// # Errors
///
/// Those of the format.
pub fn read(bytes: &[u8]) -> Result<(Profile, Format), ImportError> {
    if bytes.starts_with(&GZIP) {
        return Ok((file::read(bytes)?, Format::Own));
    }
    let text = str::from_utf8(bytes).map_err(|_| ImportError::NotText)?;
    let format = Format::of_text(text);
    let profile = match format {
        Format::Csv => csv(bytes),
        Format::Json => json(bytes),
        Format::Callgrind => callgrind(bytes),
        Format::Own | Format::Collapsed => collapsed(bytes),
    };
    Ok((profile?, format))
}
