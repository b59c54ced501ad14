//! CSV: a line for each context, `context,calls,cycles`, or for each method, `method,cycles`.

use std::io::Read;

use super::ImportError;
use super::table::TableReader;
use crate::profile::Profile;

/// Reads a table of contexts or methods; unknown columns are left aside.
///
/// # Errors
///
/// [`ImportError`] names the line.
pub fn csv(from: impl Read) -> Result<Profile, ImportError> {
    let mut reader = csv::Reader::from_reader(from);
    let wrong = |row: u64, error: &csv::Error| {
        let line = error.position().map_or(row, csv::Position::line);
        ImportError::line(line, error.to_string())
    };
    let header = reader.headers().map_err(|error| wrong(1, &error))?;
    let mut table = TableReader::new(header.iter())?;
    for (row, record) in (2..).zip(reader.records()) {
        let record = record.map_err(|error| wrong(row, &error))?;
        let line = record.position().map_or(row, csv::Position::line);
        table.row(line, |place| record.get(place).unwrap_or_default())?;
    }
    table.finish("CSV")
}
