//! Detects the format of a profile from its beginning.

use std::io::Read;

use flate2::read::GzDecoder;
use recording::Recording;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::format::Format;
use super::table::column_name;
use super::{ImportError, callgrind, collapsed, csv, firefox, json, speedscope};
#[cfg(feature = "packed")]
use super::{parquet, pprof};
use cross_profile::file;
use cross_profile::profile::Profile;

/// First bytes of a gzip stream.
const GZIP: [u8; 2] = [0x1F, 0x8B];

/// First bytes of a Parquet file.
const PARQUET: &[u8] = b"PAR1";

/// What editors of tables put before the first line.
const BOM: char = '\u{FEFF}';

/// Keys by which JSON objects of profiles are known.
#[derive(Deserialize)]
struct Keys {
    shared: Option<IgnoredAny>,
    profiles: Option<IgnoredAny>,
    meta: Option<IgnoredAny>,
    threads: Option<IgnoredAny>,
}

impl Format {
    /// The format of a text: JSON begins with a bracket, CSV with the names of its columns, whatever they are; callgrind has a
    /// line that names its events or the creator of the file, all else is taken for collapsed stacks.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut lines = text
            .trim_start_matches(BOM)
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.clone().next().unwrap_or_default();
        let mut columns = first.split(',').map(column_name);
        if first.starts_with('[') {
            Self::Json
        } else if first.starts_with('{') {
            Self::of_object(text)
        } else if first.starts_with("<svg")
            || first.starts_with("<?xml")
            || first.starts_with("digraph ")
        {
            Self::Drawing
        } else if first.contains(',') && columns.any(|name| name == "context" || name == "method") {
            Self::Csv
        } else if lines.any(|line| line.starts_with("events:") || line.starts_with("fn=")) {
            Self::Callgrind
        } else if is_header(first) {
            Self::Csv
        } else {
            Self::Collapsed
        }
    }

    fn of_object(text: &str) -> Self {
        match serde_json::from_str(text) {
            Ok(Keys {
                shared: Some(_),
                profiles: Some(_),
                ..
            }) => Self::Speedscope,
            Ok(Keys {
                meta: Some(_),
                threads: Some(_),
                ..
            }) => Self::Firefox,
            _ => Self::Json,
        }
    }

    /// The format of a file; none if it is neither packed nor a text.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(PARQUET) {
            return Some(Self::Parquet);
        }
        if Recording::is_meant(bytes) {
            return Some(Self::Own);
        }
        if bytes.starts_with(&GZIP) {
            let mut first = [0; 1];
            let read = GzDecoder::new(bytes).read_exact(&mut first);
            // The first field of a pprof profile, its types of values.
            let is_pprof = read.is_ok() && first == [0x0A];
            return Some(if is_pprof { Self::Pprof } else { Self::Own });
        }
        str::from_utf8(bytes).ok().map(Self::of_text)
    }
}

/// Checks if a line is the header of a table: several columns, each with a name, and no stack with its weight.
fn is_header(line: &str) -> bool {
    let is_stack = line
        .rsplit_once(' ')
        .is_some_and(|(_, weight)| weight.parse::<u64>().is_ok());
    let has_columns = line.contains(',') && line.split(',').all(|name| !name.trim().is_empty());
    let mut others = line.split([';', '\t']).map(column_name);
    let known = ["context", "method", "cycles", "self_cycles"];
    !is_stack && (has_columns || others.any(|name| known.contains(&&*name)))
}

/// Reads a profile of any format, and returns the format.
///
/// # Errors
///
/// Those of the format.
pub fn read(bytes: &[u8]) -> Result<(Profile, Format), ImportError> {
    let mark = BOM.to_string();
    let bytes = bytes.strip_prefix(mark.as_bytes()).unwrap_or(bytes);
    let format = Format::of(bytes).ok_or(ImportError::NotText)?;
    let profile = match format {
        Format::Own => file::read(bytes)?,
        Format::Csv => csv(bytes)?,
        #[cfg(feature = "packed")]
        Format::Parquet => parquet(bytes)?,
        Format::Json => json(bytes)?,
        Format::Callgrind => callgrind(bytes)?,
        Format::Speedscope => speedscope(bytes)?,
        Format::Firefox => firefox(bytes)?,
        #[cfg(feature = "packed")]
        Format::Pprof => pprof::pprof(bytes)?,
        #[cfg(not(feature = "packed"))]
        Format::Parquet | Format::Pprof => return Err(ImportError::NotBuilt(format)),
        Format::Collapsed => collapsed(bytes)?,
        Format::Drawing => return Err(ImportError::Drawing),
    };
    Ok((profile, format))
}
