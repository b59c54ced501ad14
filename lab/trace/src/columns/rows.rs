//! Rows of values, whoever puts them together.

use std::io::Write;

use crate::TraceError;
use crate::golden::Cell;

/// Takes whole rows.
pub trait Rows {
    /// Names and bits of the values, before the first row; a name as value has 0 bits.
    ///
    /// # Errors
    /// If they cannot be written; so in all methods.
    fn head(&mut self, columns: &[(&'static str, u32)]) -> Result<(), TraceError>;

    /// The values of a row.
    fn row(&mut self, cells: Vec<Cell>) -> Result<(), TraceError>;

    /// All rows are there.
    fn finish(&mut self) -> Result<(), TraceError>;
}

/// Rows as CSV.
pub struct CsvRows<W: Write>(csv::Writer<W>);

impl<W: Write> CsvRows<W> {
    /// Rows to `out`.
    pub fn new(out: W) -> Self {
        Self(csv::Writer::from_writer(out))
    }
}

impl<W: Write> Rows for CsvRows<W> {
    fn head(&mut self, columns: &[(&'static str, u32)]) -> Result<(), TraceError> {
        let names = columns.iter().map(|(name, _)| name);
        Ok(self.0.write_record(names)?)
    }

    fn row(&mut self, cells: Vec<Cell>) -> Result<(), TraceError> {
        // The first one is the cycle, in decimal.
        for (place, cell) in cells.into_iter().enumerate() {
            let text = match cell {
                Cell::Number(number) if place == 0 => number.to_string(),
                cell => cell.to_string(),
            };
            self.0.write_field(text)?;
        }
        Ok(self.0.write_record(None::<&[u8]>)?)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(self.0.flush()?)
    }
}
