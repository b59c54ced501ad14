//! Apache Parquet files of flat tables, not compressed: the same bytes for the same values.
//!
//! [`read_texts`] reads them.
//!
//! [`bytes`] takes rows and a list of columns with their values in a row. [`ParquetTable`] takes values column by
//! column, for writers that measure at the same time.

mod file;
mod texts;

pub use file::{Kind, ParquetTable, Values};
use parquet::data_type::ByteArray;
pub use parquet::errors::ParquetError;
pub use texts::{Texts, read_texts};

/// Value of a row of type `R` in a column. Numbers are 64 bits wide and read as signed.
pub enum Cell<R> {
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
pub type Column<R> = (&'static str, Cell<R>);

/// The bytes of a file with these rows, in one row group.
///
/// # Errors
///
/// Error of the Parquet library.
pub fn bytes<R>(name: &str, columns: &[Column<R>], rows: &[R]) -> Result<Vec<u8>, ParquetError> {
    let kinds: Vec<(&str, Kind)> = columns
        .iter()
        .map(|(name, cell)| (*name, cell.kind()))
        .collect();
    let values: Vec<Values> = columns.iter().map(|(_, cell)| cell.values(rows)).collect();
    let mut table = ParquetTable::new(Vec::new(), name, &kinds)?;
    table.write_group(&values)?;
    table.into_inner()
}

impl<R> Cell<R> {
    fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Number(_) | Self::Place(..) => Kind::Number,
            Self::Optional(_) => Kind::OptionalNumber,
            Self::Fraction(_) => Kind::Fraction,
            Self::Flag(_) => Kind::Flag,
        }
    }

    fn values(&self, rows: &[R]) -> Values {
        let rows = rows.iter();
        match self {
            Self::Text(cell) => Values::Texts(
                rows.map(|row| ByteArray::from(cell(row).into_bytes()))
                    .collect(),
            ),
            Self::Number(cell) => {
                Values::Numbers(rows.map(|row| cell(row).cast_signed()).collect())
            }
            Self::Place(cell, place) => {
                Values::Numbers(rows.map(|row| cell(row, *place).cast_signed()).collect())
            }
            Self::Optional(cell) => {
                Values::OptionalNumbers(rows.map(|row| cell(row).map(u64::cast_signed)).collect())
            }
            Self::Fraction(cell) => Values::Fractions(rows.map(cell).collect()),
            Self::Flag(cell) => Values::Flags(rows.map(cell).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    #[test]
    fn a_reader_finds_every_kind_of_value() {
        let columns: [Column<(u64, &str)>; 6] = [
            ("text", Cell::Text(|row| row.1.to_owned())),
            ("number", Cell::Number(|row| row.0)),
            (
                "odd",
                Cell::Optional(|row| (row.0 % 2 == 1).then_some(row.0)),
            ),
            ("half", Cell::Fraction(|row| row.0 as f64 / 2.0)),
            ("is two", Cell::Flag(|row| row.0 == 2)),
            ("tens", Cell::Place(|row, place| row.0 * place as u64, 10)),
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
