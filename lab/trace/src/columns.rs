//! The columns of the golden traces, one row per cycle, as CSV or Parquet.
//!
//! The CSV is what `jop diff` reads: the cycle in decimal, everything else as the golden traces show it, in hexadecimal
//! without prefix, the state of the memory controller by name. In Parquet the cycle is a 64-bit number, a flag a
//! boolean, any other number unsigned with 32 bits, the state a string.

#[cfg(feature = "parquet")]
mod parquet;
mod rows;

#[cfg(feature = "parquet")]
pub use parquet::{Parquet, ParquetRows};
pub use rows::{CsvRows, Rows};

use std::io::Write;

use crate::golden::Cell;
use crate::golden::columns::{COLUMNS, Column, MEMORY_STATE};

use crate::cycle::Cycle;
use crate::{Sink, TraceError};

/// Every column in its order, `cycle` first.
pub fn all() -> impl Iterator<Item = &'static Column> {
    COLUMNS.iter().chain([&MEMORY_STATE])
}

/// Writes CSV.
pub struct Csv<W: Write> {
    writer: csv::Writer<W>,
    headed: bool,
}

impl<W: Write> Csv<W> {
    /// Rows to `out`.
    pub fn new(out: W) -> Self {
        Self {
            writer: csv::Writer::from_writer(out),
            headed: false,
        }
    }
}

impl<W: Write> Sink for Csv<W> {
    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        if !std::mem::replace(&mut self.headed, true) {
            self.writer.write_record(all().map(|column| column.name))?;
        }
        for column in all() {
            let cell = (column.value)(cycle.state, cycle.signals);
            let text = match cell {
                Cell::Number(number) if column.name == "cycle" => number.to_string(),
                cell => cell.to_string(),
            };
            self.writer.write_field(text)?;
        }
        self.writer.write_record(None::<&[u8]>)?;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.writer.flush()?;
        Ok(())
    }
}
