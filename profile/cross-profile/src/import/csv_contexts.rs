//! CSV: `context,calls,cycles`.

use std::io::Read;

use serde::Deserialize;

use super::{Builder, ImportError, chain};
use crate::profile::Profile;

#[derive(Deserialize)]
struct Row {
    context: String,
    calls: u64,
    cycles: u64,
}

/// Reads a table of contexts; further columns are left aside.
///
/// # Errors
///
/// [`ImportError`] names the line.
pub fn csv(from: impl Read) -> Result<Profile, ImportError> {
    let mut builder = Builder::new();
    let mut reader = csv::Reader::from_reader(from);
    for (row, result) in (2..).zip(reader.deserialize::<Row>()) {
        let line = |error: &csv::Error| error.position().map_or(row, csv::Position::line);
        let Row {
            context,
            calls,
            cycles,
        } = result.map_err(|error| ImportError::line(line(&error), error.to_string()))?;
        builder
            .add(chain(&context), calls, cycles)
            .ok_or_else(|| ImportError::line(row, "more than 2^64 in all"))?;
    }
    builder.finish("CSV", false)
}
