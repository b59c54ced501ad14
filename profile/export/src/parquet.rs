//! Contexts as an Apache Parquet file, with the columns of the CSV.

use cross_profile::Profile;
use parquet_table::{Cell, Column};

use crate::error::ExportError;
use crate::rows::{ProfileRow, rows};

/// A column for the cycles of the cause with this number.
macro_rules! cause {
    ($name:literal, $number:literal) => {
        (
            $name,
            Cell::Place(|row: &ProfileRow, cause| row.causes[cause], $number),
        )
    };
}

const COLUMNS: [Column<ProfileRow>; 24] = [
    ("thread", Cell::Text(|row| row.thread.clone())),
    ("id", Cell::Number(|row| row.id)),
    ("parent", Cell::Optional(|row| row.parent)),
    ("depth", Cell::Number(|row| row.depth)),
    ("service", Cell::Text(|row| row.service.to_owned())),
    ("method", Cell::Text(|row| row.method.clone())),
    ("context", Cell::Text(|row| row.context.clone())),
    ("calls", Cell::Number(|row| row.calls)),
    ("bytecodes", Cell::Number(|row| row.bytecodes)),
    ("cycles", Cell::Number(|row| row.cycles)),
    ("inclusive_cycles", Cell::Number(|row| row.inclusive_cycles)),
    cause!("execute", 0),
    cause!("memory_read", 1),
    cause!("memory_write", 2),
    cause!("load_on_invoke", 3),
    cause!("load_on_return", 4),
    cause!("java_bytecode", 5),
    cause!("allocation", 6),
    cause!("exception", 7),
    cause!("interrupt", 8),
    cause!("synchronisation", 9),
    cause!("wait_io", 10),
    cause!("wait_time", 11),
    cause!("wait_idle", 12),
];

/// The file of a profile.
///
/// # Errors
///
/// Error of the Parquet library.
pub fn bytes(profile: &Profile) -> Result<Vec<u8>, ExportError> {
    Ok(parquet_table::bytes("contexts", &COLUMNS, &rows(profile))?)
}
