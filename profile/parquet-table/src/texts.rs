//! Reads a file as texts, row by row.

use parquet::basic::Type as Physical;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::record::Field;

/// All values of a file as texts; what is missing is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Their values.
    pub rows: Vec<Vec<String>>,
}

/// Reads a file of numbers and texts.
///
/// # Errors
/// If it cannot be read, or has a column of another type.
pub fn read_texts(file: impl ChunkReader + 'static) -> Result<Texts, ParquetError> {
    let reader = SerializedFileReader::new(file)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    for column in schema.columns() {
        let plain = matches!(
            column.physical_type(),
            Physical::BYTE_ARRAY | Physical::INT64 | Physical::INT32
        );
        if !plain || column.max_rep_level() > 0 || column.path().parts().len() > 1 {
            let name = column.name();
            return Err(ParquetError::General(format!(
                "column `{name}` is neither text nor a whole number"
            )));
        }
    }
    let columns = schema.columns().iter();
    let mut texts = Texts {
        columns: columns.map(|column| column.name().to_owned()).collect(),
        rows: Vec::new(),
    };
    for row in reader.get_row_iter(None)? {
        let row = row?;
        let values = row.get_column_iter().map(|(_, value)| match value {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            other => other.to_string(),
        });
        texts.rows.push(values.collect());
    }
    Ok(texts)
}
