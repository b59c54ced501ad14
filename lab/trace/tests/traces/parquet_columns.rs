//! The columns as Parquet, read back.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use trace::Window;
use trace::columns::{Parquet, all};

use crate::columns::{CYCLES, csv};
use crate::common::Subject;

#[test]
fn parquet_has_the_values_of_the_csv_with_types() {
    let subject = Subject::new("dispatch", "1");
    let file = tempfile::tempfile().unwrap();
    let mut sink = Parquet::new(file.try_clone().unwrap()).unwrap();
    subject.trace(Window::Cycles(CYCLES), u64::MAX, &mut sink);
    drop(sink);
    let reader = SerializedFileReader::new(file).unwrap();
    let rows = reader.get_row_iter(None).unwrap();
    let mut compared = 0;
    for (row, wanted) in rows.zip(csv(&subject)) {
        let row = row.unwrap();
        for (place, column) in all().enumerate() {
            let found = match column.bits {
                0 => row.get_string(place).unwrap().clone(),
                1 => u8::from(row.get_bool(place).unwrap()).to_string(),
                2..=32 => format!("{:x}", row.get_uint(place).unwrap()),
                _ => row.get_long(place).unwrap().to_string(),
            };
            assert_eq!(found, wanted[place], "{}", column.name);
            compared += 1;
        }
    }
    assert_eq!(compared, 300 * all().count());
}
