//! Rows as an Apache Parquet file of one row group: a list of columns says what each row has in them.
//!
//! Files are not compressed and hold the same bytes for the same rows.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

/// The value of a column in a row of type `R`. Numbers are 64 bits wide and read as signed.
pub enum Values<R> {
    /// Text.
    Text(fn(&R) -> String),
    /// A count.
    Number(fn(&R) -> u64),
    /// A count that may be missing.
    Optional(fn(&R) -> Option<u64>),
    /// A fraction.
    Fraction(fn(&R) -> f64),
    /// Yes or no.
    Flag(fn(&R) -> bool),
    /// A count of a list of counts, by its place.
    Place(fn(&R, usize) -> u64, usize),
}

/// Name and value of a column.
pub type Column<R> = (&'static str, Values<R>);

/// The bytes of a file with these rows.
///
/// # Errors
///
/// What the Parquet library refuses.
pub fn bytes<R>(name: &str, columns: &[Column<R>], rows: &[R]) -> Result<Vec<u8>, ParquetError> {
    let fields = columns.iter().map(|(name, values)| field(name, values));
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder(name).with_fields(fields).build()?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut group = writer.next_row_group()?;
    for (_, values) in columns {
        let Some(column) = group.next_column()? else {
            return Err(ParquetError::General("a column too many".to_owned()));
        };
        write_column(column, values, rows)?;
    }
    group.close()?;
    writer.into_inner()
}

fn field<R>(name: &str, values: &Values<R>) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match values {
        Values::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Values::Number(_) | Values::Optional(_) | Values::Place(..) => (Physical::INT64, None),
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

fn write_column<R>(
    column: SerializedColumnWriter<'_>,
    values: &Values<R>,
    rows: &[R],
) -> Result<(), ParquetError> {
    match values {
        Values::Text(value) => {
            let text = |row| ByteArray::from(value(row).into_bytes());
            write::<ByteArrayType>(column, rows.iter().map(text), None)
        }
        Values::Number(value) => {
            let numbers = rows.iter().map(|row| value(row).cast_signed());
            write::<Int64Type>(column, numbers, None)
        }
        Values::Place(value, place) => {
            let numbers = rows.iter().map(|row| value(row, *place).cast_signed());
            write::<Int64Type>(column, numbers, None)
        }
        Values::Optional(value) => {
            let is_there = |row| i16::from(value(row).is_some());
            let present: Vec<i16> = rows.iter().map(is_there).collect();
            let numbers = rows.iter().filter_map(value).map(u64::cast_signed);
            write::<Int64Type>(column, numbers, Some(&present))
        }
        Values::Fraction(value) => write::<DoubleType>(column, rows.iter().map(value), None),
        Values::Flag(value) => write::<BoolType>(column, rows.iter().map(value), None),
    }
}

fn write<T: DataType>(
    mut column: SerializedColumnWriter<'_>,
    values: impl Iterator<Item = T::T>,
    present: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = values.collect();
    column.typed::<T>().write_batch(&values, present, None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    #[test]
    fn a_reader_finds_every_kind_of_value() {
        let columns: [Column<(u64, &str)>; 6] = [
            ("text", Values::Text(|row| row.1.to_owned())),
            ("number", Values::Number(|row| row.0)),
            (
                "odd",
                Values::Optional(|row| (row.0 % 2 == 1).then_some(row.0)),
            ),
            ("half", Values::Fraction(|row| row.0 as f64 / 2.0)),
            ("is two", Values::Flag(|row| row.0 == 2)),
            ("tens", Values::Place(|row, place| row.0 * place as u64, 10)),
        ];
        let file = bytes("rows", &columns, &[(1, "a"), (2, "b")]).unwrap();
        let path = std::env::temp_dir().join(format!("parquet-table-{}", std::process::id()));
        std::fs::write(&path, file).unwrap();
        let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        let rows: Vec<String> = rows.map(|row| row.unwrap().to_string()).collect();
        std::fs::remove_file(path).unwrap();
        assert_eq!(
            rows,
            [
                r#"{text: "a", number: 1, odd: 1, half: 0.5, is two: false, tens: 10}"#,
                r#"{text: "b", number: 2, odd: null, half: 1.0, is two: true, tens: 20}"#
            ]
        );
    }
}
