//! A file under construction, values column by column.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// A boolean.
    Flag,
    /// Unsigned, 32 bits.
    Word,
    /// 64 bits.
    Number,
    /// 64 bits, or nothing.
    OptionalNumber,
    /// A double.
    Fraction,
}

/// The values of a column in a row group.
#[derive(Debug, Clone)]
pub enum Values {
    /// Of [`Kind::Text`].
    Texts(Vec<ByteArray>),
    /// Of [`Kind::Flag`].
    Flags(Vec<bool>),
    /// Of [`Kind::Word`], as the bits of an unsigned number.
    Words(Vec<i32>),
    /// Of [`Kind::Number`].
    Numbers(Vec<i64>),
    /// Of [`Kind::OptionalNumber`].
    OptionalNumbers(Vec<Option<i64>>),
    /// Of [`Kind::Fraction`].
    Fractions(Vec<f64>),
}

impl Kind {
    /// No values of this kind.
    #[must_use]
    pub fn empty(self) -> Values {
        match self {
            Self::Text => Values::Texts(Vec::new()),
            Self::Flag => Values::Flags(Vec::new()),
            Self::Word => Values::Words(Vec::new()),
            Self::Number => Values::Numbers(Vec::new()),
            Self::OptionalNumber => Values::OptionalNumbers(Vec::new()),
            Self::Fraction => Values::Fractions(Vec::new()),
        }
    }

    fn field(self, name: &str) -> Result<Arc<Type>, ParquetError> {
        let (physical, logical) = match self {
            Self::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Self::Flag => (Physical::BOOLEAN, None),
            Self::Word => (Physical::INT32, Some(LogicalType::integer(32, false))),
            Self::Number | Self::OptionalNumber => (Physical::INT64, None),
            Self::Fraction => (Physical::DOUBLE, None),
        };
        let repetition = match self {
            Self::OptionalNumber => Repetition::OPTIONAL,
            _ => Repetition::REQUIRED,
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_logical_type(logical)
            .with_repetition(repetition)
            .build()?;
        Ok(Arc::new(field))
    }
}

/// A file under construction.
pub struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> ParquetTable<W> {
    /// A file with these columns; `name` is that of the schema.
    ///
    /// # Errors
    /// If its head cannot be written.
    pub fn new(out: W, name: &str, columns: &[(&str, Kind)]) -> Result<Self, ParquetError> {
        let fields = columns.iter().map(|(name, kind)| kind.field(name));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder(name).with_fields(fields).build()?;
        let properties = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(out, Arc::new(schema), properties)?;
        Ok(Self { writer })
    }

    /// Writes a row group: the values of every column, equally many.
    ///
    /// # Errors
    /// If it cannot be written, or the values are not those of the columns.
    pub fn write_group(&mut self, columns: &[Values]) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for values in columns {
            write_column(&mut group, values)?;
        }
        group.close()?;
        Ok(())
    }

    /// Writes the end of the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self) -> Result<(), ParquetError> {
        self.writer.finish()?;
        self.writer.inner_mut().flush()?;
        Ok(())
    }

    /// The end of the file, and what it was written to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn into_inner(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &Values,
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("a column too many".to_owned()));
    };
    match values {
        Values::Texts(values) => {
            let writer = column.typed::<ByteArrayType>();
            writer.write_batch(values, None, None)?;
        }
        Values::Flags(values) => {
            let writer = column.typed::<BoolType>();
            writer.write_batch(values, None, None)?;
        }
        Values::Words(values) => {
            let writer = column.typed::<Int32Type>();
            writer.write_batch(values, None, None)?;
        }
        Values::Numbers(values) => {
            let writer = column.typed::<Int64Type>();
            writer.write_batch(values, None, None)?;
        }
        Values::OptionalNumbers(values) => {
            let present: Vec<_> = values
                .iter()
                .map(|value| i16::from(value.is_some()))
                .collect();
            let values: Vec<_> = values.iter().flatten().copied().collect();
            let writer = column.typed::<Int64Type>();
            writer.write_batch(&values, Some(&present), None)?;
        }
        Values::Fractions(values) => {
            let writer = column.typed::<DoubleType>();
            writer.write_batch(values, None, None)?;
        }
    }
    column.close()
}
