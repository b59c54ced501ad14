//! Contexts as an Apache Parquet file, with the columns of the CSV.

use cross_profile::Profile;
use parquet_table::{Column, Values};

use crate::error::ExportError;
use crate::rows::{Row, rows};

/// A column for the cycles of the cause with this number.
macro_rules! cause {
    ($name:literal, $number:literal) => {
        (
            $name,
            Values::Place(|row: &Row, cause| row.causes[cause], $number),
        )
    };
}

const COLUMNS: [Column<Row>; 21] = [
    ("thread", Values::Text(|row| row.thread.clone())),
    ("id", Values::Number(|row| row.id)),
    ("parent", Values::Optional(|row| row.parent)),
    ("depth", Values::Number(|row| row.depth)),
    ("service", Values::Text(|row| row.service.to_owned())),
    ("method", Values::Text(|row| row.method.clone())),
    ("context", Values::Text(|row| row.context.clone())),
    ("calls", Values::Number(|row| row.calls)),
    ("bytecodes", Values::Number(|row| row.bytecodes)),
    ("cycles", Values::Number(|row| row.cycles)),
    (
        "inclusive_cycles",
        Values::Number(|row| row.inclusive_cycles),
    ),
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
];

/// The file of a profile.
///
/// # Errors
///
/// What the Parquet library refuses.
pub fn bytes(profile: &Profile) -> Result<Vec<u8>, ExportError> {
    Ok(parquet_table::bytes("contexts", &COLUMNS, &rows(profile))?)
}
