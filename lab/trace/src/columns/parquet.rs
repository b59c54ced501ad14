//! The columns as Parquet.

use std::io::Write;

use parquet_table::{Kind, ParquetTable, Values};

use super::all;
use crate::cycle::Cycle;
use crate::golden::Cell;
use crate::golden::columns::Column;
use crate::{Sink, TraceError};

/// Rows of a Parquet row group, which is what stays in memory.
const GROUP: usize = 1 << 16;

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
