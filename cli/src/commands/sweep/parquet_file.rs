//! Rows as an Apache Parquet file of one row group, columns as in the other formats.

use std::sync::Arc;

use cache_sweep::{Row, Source};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::render::{Record, memory_name};
use crate::errors::Error;

/// The values of a column.
enum Values {
    Text(fn(&Record<'_>) -> ByteArray),
    Number(fn(&Record<'_>) -> u64),
    Optional(fn(&Record<'_>) -> Option<u64>),
    Fraction(fn(&Record<'_>) -> f64),
    Flag(fn(&Record<'_>) -> bool),
}

const COLUMNS: &[(&str, Values)] = &[
    ("program", Values::Text(|row| row.program.into())),
    ("memory", Values::Text(|row| memory_name(row.memory).into())),
    ("ram_cnt", Values::Number(|row| row.ram_cnt.into())),
    ("organisation", Values::Text(|row| row.organisation.into())),
    ("size", Values::Optional(|row| row.size.map(u64::from))),
    ("blocks", Values::Optional(|row| row.blocks.map(u64::from))),
    ("line", Values::Optional(|row| row.line.map(u64::from))),
    ("ways", Values::Optional(|row| row.ways.map(u64::from))),
    ("lookups", Values::Number(|row| row.lookups)),
    ("hit_rate", Values::Fraction(|row| row.hit_rate)),
    ("invoke_misses", Values::Number(|row| row.invoke_misses)),
    ("return_misses", Values::Number(|row| row.return_misses)),
    ("words_loaded", Values::Number(|row| row.words_loaded)),
    ("bytes_loaded", Values::Number(|row| row.bytes_loaded)),
    ("bytes_used", Values::Optional(|row| row.bytes_used)),
    ("cycles", Values::Number(|row| row.cycles)),
    ("stall_cycles", Values::Number(|row| row.stall_cycles)),
    ("bytecodes", Values::Number(|row| row.bytecodes)),
    (
        "cycles_per_bytecode",
        Values::Fraction(|row| row.cycles_per_bytecode),
    ),
    ("pareto", Values::Flag(|row| row.pareto)),
    ("source", Values::Text(|row| source_name(row.source).into())),
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
    let fields = COLUMNS.iter().map(|(name, values)| field(name, values));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("sweep")
        .with_fields(fields)
        .build()?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut group = writer.next_row_group()?;
    for (_, values) in COLUMNS {
        write_column(&mut group, values, records)?;
    }
    group.close()?;
    writer.into_inner()
}

fn field(name: &str, values: &Values) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match values {
        Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Values::Number(_) | Values::Optional(_) => (Physical::INT64, None),
        Values::Fraction(_) => (Physical::DOUBLE, None),
        Values::Flag(_) => (Physical::BOOLEAN, None),
    };
    let repetition = match values {
        Values::Optional(_) => Repetition::OPTIONAL,
        _ => Repetition::REQUIRED,
    };
    let field = Type::primitive_type_builder(name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()?;
    Ok(Arc::new(field))
}

fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &Values,
    records: &[Record<'_>],
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("a column too many".to_owned()));
    };
    match values {
        Values::Text(value) => {
            let values: Vec<_> = records.iter().map(value).collect();
            column
                .typed::<ByteArrayType>()
                .write_batch(&values, None, None)?;
        }
        Values::Number(value) => {
            let values: Vec<_> = records.iter().map(|row| value(row) as i64).collect();
            column
                .typed::<Int64Type>()
                .write_batch(&values, None, None)?;
        }
        Values::Optional(value) => {
            let present: Vec<_> = records
                .iter()
                .map(|row| i16::from(value(row).is_some()))
                .collect();
            let values: Vec<_> = records
                .iter()
                .filter_map(value)
                .map(|value| value as i64)
                .collect();
            column
                .typed::<Int64Type>()
                .write_batch(&values, Some(&present), None)?;
        }
        Values::Fraction(value) => {
            let values: Vec<_> = records.iter().map(value).collect();
            column
                .typed::<DoubleType>()
                .write_batch(&values, None, None)?;
        }
        Values::Flag(value) => {
            let values: Vec<_> = records.iter().map(value).collect();
            column
                .typed::<BoolType>()
                .write_batch(&values, None, None)?;
        }
    }
    column.close()
}
