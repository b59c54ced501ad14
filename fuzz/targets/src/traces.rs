//! Traces: golden traces of the hardware, cycle traces as CSV, lookups of a run.
//!
//! Checksums keep a fuzzer out, so the last kind puts right ones around what it is given.

use std::io::Cursor;
use std::path::Path;

use cache_sweep::invoke_trace::{Condenser, Header, Summary, TraceReader, VERSION};
use isa::MachineConfig;
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
    let Ok(mut trace) = TraceReader::new(Cursor::new(contents)) else {
        return;
    };
    let mut stays = Condenser::new();
    while let Ok(true) = stays.read(&mut trace) {}
}

/// A whole trace around one block of symbols.
fn sealed(symbols: &[u8]) -> Vec<u8> {
    let header = Header {
        program: String::new(),
        image: String::new(),
        microcode: String::new(),
        machine: MachineConfig::default(),
        runs: true,
    };
    let header = serde_json::to_vec(&header).expect("a header is JSON");
    let mut file = b"jopcalls".to_vec();
    file.extend(VERSION.to_le_bytes());
    file.extend((header.len() as u32).to_le_bytes());
    file.extend(header);
    file.extend(crc32fast::hash(&file).to_le_bytes());
    add_block(
        &mut file,
        1,
        symbols.len(),
        &lz4_flex::block::compress(symbols),
    );
    let summary = serde_json::to_vec(&Summary::default()).expect("a summary is JSON");
    add_block(&mut file, 2, summary.len(), &summary);
    file
}

fn add_block(file: &mut Vec<u8>, kind: u8, unpacked: usize, packed: &[u8]) {
    let mut head = vec![kind];
    head.extend((unpacked as u32).to_le_bytes());
    head.extend((packed.len() as u32).to_le_bytes());
    let checksum = crc32fast::hash(&[&head, packed].concat());
    file.extend(head);
    file.extend(checksum.to_le_bytes());
    file.extend(packed);
}
