//! Apache Parquet: the columns of the CSV.

use prost::bytes::Bytes;

use super::ImportError;
use super::table::TableReader;
use cross_profile::profile::Profile;

/// Name in messages.
const NAME: &str = "Parquet";

/// Reads a table of contexts or methods.
///
/// # Errors
///
/// [`ImportError`] tells what is wrong; rows are counted from 2, as lines of a CSV.
pub fn parquet(bytes: &[u8]) -> Result<Profile, ImportError> {
    let file = Bytes::copy_from_slice(bytes);
    let rows = parquet_table::read_texts(file).map_err(|error| ImportError::form(NAME, error))?;
    let mut table = TableReader::new(rows.columns.iter().map(String::as_str), b',')?;
    for (line, row) in (2..).zip(&rows.rows) {
        table.row(line, |place| row.get(place).map_or("", String::as_str))?;
    }
    table.finish(NAME)
}
