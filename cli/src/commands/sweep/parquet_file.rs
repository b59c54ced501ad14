//! Rows as an Apache Parquet file of one row group, columns as in the other formats.

use cache_sweep::{Row, Source};
use machine_trace::parquet_table::{Kind, ParquetTable, Values};
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;

use super::render::{Record, memory_name};
use crate::errors::Error;

/// The values of a column.
enum Column {
    Text(fn(&Record<'_>) -> ByteArray),
    Number(fn(&Record<'_>) -> u64),
    Optional(fn(&Record<'_>) -> Option<u64>),
    Fraction(fn(&Record<'_>) -> f64),
    Flag(fn(&Record<'_>) -> bool),
}

const COLUMNS: &[(&str, Column)] = &[
    ("program", Column::Text(|row| row.program.into())),
    ("memory", Column::Text(|row| memory_name(row.memory).into())),
    ("ram_cnt", Column::Number(|row| row.ram_cnt.into())),
    ("organisation", Column::Text(|row| row.organisation.into())),
    ("size", Column::Optional(|row| row.size.map(u64::from))),
    ("blocks", Column::Optional(|row| row.blocks.map(u64::from))),
    ("line", Column::Optional(|row| row.line.map(u64::from))),
    ("ways", Column::Optional(|row| row.ways.map(u64::from))),
    ("lookups", Column::Number(|row| row.lookups)),
    ("hit_rate", Column::Fraction(|row| row.hit_rate)),
    ("invoke_misses", Column::Number(|row| row.invoke_misses)),
    ("return_misses", Column::Number(|row| row.return_misses)),
    ("words_loaded", Column::Number(|row| row.words_loaded)),
    ("bytes_loaded", Column::Number(|row| row.bytes_loaded)),
    ("bytes_used", Column::Optional(|row| row.bytes_used)),
    ("cycles", Column::Number(|row| row.cycles)),
    ("stall_cycles", Column::Number(|row| row.stall_cycles)),
    ("bytecodes", Column::Number(|row| row.bytecodes)),
    (
        "cycles_per_bytecode",
        Column::Fraction(|row| row.cycles_per_bytecode),
    ),
    ("pareto", Column::Flag(|row| row.pareto)),
    ("source", Column::Text(|row| source_name(row.source).into())),
];

fn source_name(source: Source) -> &'static str {
    match source {
        Source::Replay => "replay",
        Source::Machine => "machine",
    }
}

/// The file.
pub(super) fn bytes(rows: &[Row]) -> Result<Vec<u8>, Error> {
    let records: Vec<Record<'_>> = rows.iter().map(Record::from).collect();
    write(&records).map_err(|reason| Error::System {
        what: "write Parquet",
        reason: reason.to_string(),
    })
}

fn write(records: &[Record<'_>]) -> Result<Vec<u8>, ParquetError> {
    let kinds: Vec<_> = COLUMNS
        .iter()
        .map(|(name, column)| (*name, column.kind()))
        .collect();
    let mut table = ParquetTable::new(Vec::new(), "sweep", &kinds)?;
    let values: Vec<_> = COLUMNS
        .iter()
        .map(|(_, column)| column.values(records))
        .collect();
    table.write_group(&values)?;
    table.into_inner()
}

impl Column {
    fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Number(_) => Kind::Number,
            Self::Optional(_) => Kind::OptionalNumber,
            Self::Fraction(_) => Kind::Fraction,
            Self::Flag(_) => Kind::Flag,
        }
    }

    fn values(&self, records: &[Record<'_>]) -> Values {
        let signed = |number: u64| number.cast_signed();
        match self {
            Self::Text(of) => Values::Texts(records.iter().map(of).collect()),
            Self::Number(of) => {
                Values::Numbers(records.iter().map(|row| signed(of(row))).collect())
            }
            Self::Optional(of) => {
                Values::OptionalNumbers(records.iter().map(|row| of(row).map(signed)).collect())
            }
            Self::Fraction(of) => Values::Fractions(records.iter().map(of).collect()),
            Self::Flag(of) => Values::Flags(records.iter().map(of).collect()),
        }
    }
}
