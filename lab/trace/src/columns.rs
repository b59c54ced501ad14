//! The columns of the golden traces, one row per cycle, as CSV or Parquet.
//!
//! The CSV is what `jop diff` reads: the cycle in decimal, everything else as the golden traces show it, in hexadecimal
//! without prefix, the state of the memory controller by name. In Parquet the cycle is a 64-bit number, a flag a
//! boolean, any other number unsigned with 32 bits, the state a string.

use std::io::Write;

use crate::golden::columns::{COLUMNS, Column, MEMORY_STATE};
use crate::golden::vector::Cell;
use parquet_table::{Kind, ParquetTable, Values};

use crate::cycle::Cycle;
use crate::{Sink, TraceError};

/// Rows of a Parquet row group, which is what stays in memory.
const GROUP: usize = 1 << 16;

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

/// Writes Parquet.
pub struct Parquet<W: Write + Send> {
    table: ParquetTable<W>,
    rows: Vec<Values>,
    kept: usize,
}

impl<W: Write + Send> Parquet<W> {
    /// A file to `out`.
    ///
    /// # Errors
    /// If its head cannot be written.
    pub fn new(out: W) -> Result<Self, TraceError> {
        let columns: Vec<_> = all().map(|column| (column.name, kind(column))).collect();
        let rows = empty();
        Ok(Self {
            table: ParquetTable::new(out, "trace", &columns)?,
            rows,
            kept: 0,
        })
    }

    fn write_group(&mut self) -> Result<(), TraceError> {
        let rows = std::mem::replace(&mut self.rows, empty());
        if std::mem::take(&mut self.kept) > 0 {
            self.table.write_group(&rows)?;
        }
        Ok(())
    }
}

impl<W: Write + Send> Sink for Parquet<W> {
    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        for (column, values) in all().zip(&mut self.rows) {
            match ((column.value)(cycle.state, cycle.signals), values) {
                (Cell::Number(number), Values::Flags(values)) => values.push(number != 0),
                (Cell::Number(number), Values::Words(values)) => {
                    // Signed storage of an unsigned column.
                    values.push((number as u32).cast_signed());
                }
                (Cell::Number(number), Values::Numbers(values)) => {
                    values.push(number.cast_signed());
                }
                (Cell::Name(name), Values::Texts(values)) => values.push(name.as_str().into()),
                _ => {}
            }
        }
        self.kept += 1;
        if self.kept == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.write_group()?;
        self.table.finish()?;
        Ok(())
    }
}

fn kind(column: &Column) -> Kind {
    match column.bits {
        0 => Kind::Text,
        1 => Kind::Flag,
        2..=32 => Kind::Word,
        _ => Kind::Number,
    }
}

fn empty() -> Vec<Values> {
    all().map(|column| kind(column).empty()).collect()
}
