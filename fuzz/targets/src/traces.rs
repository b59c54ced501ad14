//! Traces: golden traces of the hardware, cycle traces as CSV, lookups of a run.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::Path;

use isa::MachineConfig;
use lookups::{Condenser, Header, Reader, Summary};
use regression::diff::Artefact;
use trace::golden::Vector;

/// The first byte says what the rest is.
pub fn traces(input: &[u8]) {
    let Some((kind, contents)) = input.split_first() else {
        return;
    };
    match kind % 4 {
        0 => golden(contents),
        1 => cycles(contents),
        2 => lookups(contents),
        _ => lookups(&sealed(contents)),
    }
}

/// The JSON inside of a golden trace; the machine is held against it.
fn golden(contents: &[u8]) {
    let text = String::from_utf8_lossy(contents);
    if let Ok(vector) = Vector::parse(Path::new("fuzz.json"), &text) {
        let _ = trace::golden::compare(&vector);
    }
}

fn cycles(contents: &[u8]) {
    let text = [b"cycle,".as_slice(), contents].concat();
    if let Ok(trace) = Artefact::parse(Path::new("fuzz.csv"), text) {
        let same = regression::diff::compare(&trace, &trace, regression::diff::CONTEXT);
        if let Ok(difference) = same {
            assert!(difference.is_none(), "a trace differs from itself");
        }
    }
}

fn lookups(contents: &[u8]) {
    let Ok(mut trace) = Reader::new(Cursor::new(contents)) else {
        return;
    };
    let mut stays = Condenser::new();
    while let Ok(true) = stays.read(&mut trace) {}
}

/// A whole file around one block of symbols.
fn sealed(symbols: &[u8]) -> Vec<u8> {
    let header = Header {
        program: String::new(),
        image: String::new(),
        microcode: String::new(),
        machine: MachineConfig::default(),
        runs: true,
        methods: BTreeMap::new(),
    };
    let mut file = serde_json::to_vec(&header).expect("a header is JSON");
    file.push(b'\n');
    let mut length = symbols.len();
    while length > 127 {
        file.push(length as u8 | 128);
        length >>= 7;
    }
    file.push(length as u8);
    file.extend(symbols);
    file.push(0);
    file.extend(serde_json::to_vec(&Summary::default()).expect("a summary is JSON"));
    file.push(b'\n');
    file
}
