use std::collections::HashMap;

use cross_profile::Cause;
use export::rows::{self, ProfileRow};
use export::{Metric, parquet as parquet_file, rows::csv};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use profile_import as import;
use prost::bytes::Bytes;

use super::RUNS;

/// The columns as text, row by row; what is missing is empty.
fn csv_rows(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = ::csv::Reader::from_reader(bytes);
    let names = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect());
    (names, rows.collect())
}

fn parquet_rows(bytes: Vec<u8>) -> (Vec<String>, Vec<Vec<String>>) {
    let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let (mut names, mut rows) = (Vec::new(), Vec::new());
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        names = row
            .get_column_iter()
            .map(|(name, _)| name.clone())
            .collect();
        let values = row.get_column_iter().map(|(_, value)| match value {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Long(number) => number.to_string(),
            other => panic!("{other:?}"),
        });
        rows.push(values.collect());
    }
    (names, rows)
}

#[test]
fn csv_and_parquet_have_the_same_columns_and_rows() {
    for (profile, _) in &*RUNS {
        let csv = csv_rows(&csv(profile).unwrap());
        assert_eq!(parquet_rows(parquet_file::bytes(profile).unwrap()), csv);
        assert_eq!(csv.1.len(), profile.contexts());
    }
}

#[test]
fn the_document_has_the_columns_that_are_written_in_their_order() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/exports.md");
    let document = std::fs::read_to_string(document).unwrap();
    let (_, section) = document
        .split_once("## Columns of CSV and Parquet")
        .unwrap();
    let rows = section.lines().take_while(|line| !line.starts_with("## "));
    let named = rows.filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let named: Vec<&str> = named.map(|(name, _)| name).collect();
    let (written, _) = csv_rows(&csv(&RUNS[0].0).unwrap());
    assert_eq!(named, written);
}

#[test]
fn columns_add_up_to_the_totals_of_the_profile() {
    for (profile, _) in &*RUNS {
        let (names, rows) = csv_rows(&csv(profile).unwrap());
        for metric in Metric::all() {
            let name = metric.name().replace('-', "_");
            let column = names.iter().position(|column| *column == name).unwrap();
            let values = rows.iter().map(|row| row[column].parse::<u64>().unwrap());
            assert_eq!(values.sum::<u64>(), metric.total(profile), "{name}");
        }
        assert_eq!(names.len(), 11 + Cause::COUNT);
    }
}

#[test]
fn rows_have_the_own_and_inclusive_cycles_of_every_method() {
    for (profile, _) in &*RUNS {
        let rows = rows::rows(profile);
        let mut own: HashMap<&str, [u64; 2]> = HashMap::new();
        for row in &rows {
            let figures = own.entry(&row.method).or_default();
            figures[0] += row.cycles;
            figures[1] += if is_outermost(&rows, row) {
                row.inclusive_cycles
            } else {
                0
            };
        }
        for (name, figures) in profile.methods.iter().zip(profile.by_method()) {
            let figures = [figures.self_cycles, figures.inclusive_cycles];
            assert_eq!(
                own.get(&**name).copied().unwrap_or_default(),
                figures,
                "{name}"
            );
        }
    }
}

fn is_outermost(rows: &[ProfileRow], row: &ProfileRow) -> bool {
    let mut at = row;
    while let Some(parent) = at.parent {
        let found = rows
            .iter()
            .find(|other| other.thread == at.thread && other.id == parent);
        at = found.unwrap();
        if at.method == row.method {
            return false;
        }
    }
    true
}

#[test]
fn our_own_reader_takes_the_csv_with_every_name() {
    let (profile, _) = &RUNS[0];
    let read = import::csv(&csv(profile).unwrap()[..]).unwrap();
    let mut expected: Vec<(&String, u64)> = Vec::new();
    for (name, figures) in profile.methods.iter().zip(profile.by_method()) {
        if figures.calls > 0 {
            expected.push((name, figures.self_cycles));
        }
    }
    let mut found: Vec<(&String, u64)> = Vec::new();
    for (name, figures) in read.methods.iter().zip(read.by_method()) {
        if figures.calls > 0 {
            found.push((name, figures.self_cycles));
        }
    }
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}
