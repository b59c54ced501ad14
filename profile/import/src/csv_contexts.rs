//! CSV: a line for each context, `context,calls,cycles`, or for each method, `method,cycles`.

use std::io::{ErrorKind, Read};

use isa::cells;

use super::ImportError;
use super::table::TableReader;
use cross_profile::profile::Profile;

/// Reads a table of contexts or methods, with commas, semicolons or tabs between its cells; unknown columns are left aside.
///
/// # Errors
///
/// [`ImportError`] names the line, and the column of a cell that cannot be read.
pub fn csv(mut from: impl Read) -> Result<Profile, ImportError> {
    let mut text = String::new();
    from.read_to_string(&mut text)
        .map_err(|error| match error.kind() {
            ErrorKind::InvalidData => ImportError::NotText,
            _ => ImportError::Read(error),
        })?;
    let text = text.trim_start_matches(cells::BYTE_ORDER_MARK);
    let delimiter = cells::delimiter(cells::header_line(text));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text.as_bytes());
    let wrong = |row: u64, error: &csv::Error| {
        let line = error.position().map_or(row, csv::Position::line);
        ImportError::line(line, error.to_string())
    };
    let header = reader.headers().map_err(|error| wrong(1, &error))?.clone();
    let mut table = TableReader::new(header.iter(), delimiter)?;
    for (row, record) in (2..).zip(reader.records()) {
        let record = record.map_err(|error| wrong(row, &error))?;
        let line = record.position().map_or(row, |at| {
            cells::line_after_empty_ones(text, at.byte(), at.line())
        });
        // Spreadsheets write rows of nothing but delimiters.
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        check_length(line, &header, &record)?;
        table.row(line, |place| record.get(place).unwrap_or_default())?;
    }
    table.finish("CSV")
}

/// A row has a cell for each column; empty ones may follow.
fn check_length(
    line: u64,
    header: &csv::StringRecord,
    record: &csv::StringRecord,
) -> Result<(), ImportError> {
    if record.len() < header.len() {
        let missing = header.get(record.len()).unwrap_or_default().trim();
        let problem = format!(
            "{} of {} cells; the next is that of column `{missing}`",
            record.len(),
            header.len()
        );
        return Err(ImportError::line(line, problem));
    }
    match record
        .iter()
        .skip(header.len())
        .find(|it| !it.trim().is_empty())
    {
        None => Ok(()),
        Some(cell) => {
            let problem = format!(
                "a cell beyond the {} columns: `{}`; put a cell that contains the delimiter into quotes",
                header.len(),
                cell.trim().escape_debug()
            );
            Err(ImportError::line(line, problem))
        }
    }
}
