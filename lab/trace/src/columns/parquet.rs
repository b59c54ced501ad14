//! The columns as Parquet.

use std::io::Write;

use parquet_table::{Kind, ParquetTable, Values};

use super::{Rows, all};
use crate::cycle::Cycle;
use crate::golden::Cell;
use crate::{Sink, TraceError};

/// Rows of a Parquet row group, which is what stays in memory.
const GROUP: usize = 1 << 16;

/// Writes Parquet.
pub struct Parquet<W: Write + Send>(Groups<W>);

impl<W: Write + Send> Parquet<W> {
    /// A file to `out`.
    ///
    /// # Errors
    /// If its head cannot be written.
    pub fn new(out: W) -> Result<Self, TraceError> {
        let columns = all().map(|column| (column.name, kind(column.bits)));
        Ok(Self(Groups::new(out, columns.collect())?))
    }
}

impl<W: Write + Send> Sink for Parquet<W> {
    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let cells = all().map(|column| (column.value)(cycle.state, cycle.signals));
        self.0.row(cells)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.0.finish()
    }
}

/// Rows as Parquet.
pub struct ParquetRows<W: Write + Send> {
    out: Option<W>,
    groups: Option<Groups<W>>,
}

impl<W: Write + Send> ParquetRows<W> {
    /// A file to `out`.
    pub fn new(out: W) -> Self {
        Self {
            out: Some(out),
            groups: None,
        }
    }
}

impl<W: Write + Send> Rows for ParquetRows<W> {
    fn head(&mut self, columns: &[(&'static str, u32)]) -> Result<(), TraceError> {
        let columns = columns.iter().map(|(name, bits)| (*name, kind(*bits)));
        if let Some(out) = self.out.take() {
            self.groups = Some(Groups::new(out, columns.collect())?);
        }
        Ok(())
    }

    fn row(&mut self, cells: Vec<Cell>) -> Result<(), TraceError> {
        match &mut self.groups {
            Some(groups) => groups.row(cells),
            None => Ok(()),
        }
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        match &mut self.groups {
            Some(groups) => groups.finish(),
            None => Ok(()),
        }
    }
}

/// Rows that are written as groups.
struct Groups<W: Write + Send> {
    table: ParquetTable<W>,
    columns: Vec<(&'static str, Kind)>,
    rows: Vec<Values>,
    kept: usize,
}

impl<W: Write + Send> Groups<W> {
    fn new(out: W, columns: Vec<(&'static str, Kind)>) -> Result<Self, TraceError> {
        Ok(Self {
            table: ParquetTable::new(out, "trace", &columns)?,
            rows: empty(&columns),
            columns,
            kept: 0,
        })
    }

    fn row(&mut self, cells: impl IntoIterator<Item = Cell>) -> Result<(), TraceError> {
        for (cell, values) in cells.into_iter().zip(&mut self.rows) {
            match (cell, values) {
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

    fn write_group(&mut self) -> Result<(), TraceError> {
        let rows = std::mem::replace(&mut self.rows, empty(&self.columns));
        if std::mem::take(&mut self.kept) > 0 {
            self.table.write_group(&rows)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.write_group()?;
        self.table.finish()?;
        Ok(())
    }
}

fn kind(bits: u32) -> Kind {
    match bits {
        0 => Kind::Text,
        1 => Kind::Flag,
        2..=32 => Kind::Word,
        _ => Kind::Number,
    }
}

fn empty(columns: &[(&'static str, Kind)]) -> Vec<Values> {
    columns.iter().map(|(_, kind)| kind.empty()).collect()
}
