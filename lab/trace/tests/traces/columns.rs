//! Columns of cycles, read back.

use trace::Window;
use trace::bytecodes::Bytecodes;
use trace::columns::{Csv, all};

use crate::common::Subject;

pub(crate) const CYCLES: std::ops::Range<u64> = 4000..4300;

pub(crate) fn csv(subject: &Subject) -> Vec<csv::StringRecord> {
    let mut file = Vec::new();
    subject.trace(Window::Cycles(CYCLES), u64::MAX, &mut Csv::new(&mut file));
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let names: Vec<_> = all().map(|column| column.name).collect();
    assert_eq!(reader.headers().unwrap(), names);
    reader.records().map(Result::unwrap).collect()
}

#[test]
fn a_row_has_the_cycle_in_decimal_and_all_else_as_the_golden_traces_show_it() {
    let rows = csv(&Subject::new("dispatch", "1"));
    assert_eq!(rows.len(), 300);
    assert_eq!(&rows[7][0], "4007");
    let place = |name| all().position(|column| column.name == name).unwrap();
    assert!(rows.iter().any(|row| &row[place("mem_state")] != "idl"));
    let wide = rows.iter().map(|row| &row[place("mem_addr")]);
    assert!(
        wide.clone()
            .all(|cell| u32::from_str_radix(cell, 16).is_ok())
    );
    assert!(wide.clone().any(|cell| cell.contains(|digit| digit > '9')));
}

#[test]
fn the_cycles_of_bytecodes_add_up_to_those_of_their_window() {
    let subject = Subject::new("dispatch", "1");
    let mut text = Vec::new();
    let mut sink = Bytecodes::new(&mut text, subject.names());
    let summary = subject.trace(Window::Bytecodes(500..1500), u64::MAX, &mut sink);
    let text = String::from_utf8(text).unwrap();
    let cycles = |line: &str| -> u64 {
        let field = line.split_whitespace().nth(1).unwrap();
        field.parse().unwrap()
    };
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 1000);
    assert_eq!(lines.into_iter().map(cycles).sum::<u64>(), summary.cycles);
}
