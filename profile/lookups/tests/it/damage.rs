//! Files that nobody wrote: every one is refused with one line that says what to do, and none makes the reader panic.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use ::recording::Recording;
use isa::MachineConfig;
use lookups::{Header, LookupsError, Reader, Summary, Symbol, Writer, file};
use method_cache::replay::CallKind;
use proptest::prelude::*;

/// A trace of two full blocks and a short one.
fn trace() -> Vec<u8> {
    static TRACE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    TRACE.get_or_init(write_trace).clone()
}

fn write_trace() -> Vec<u8> {
    let header = Header {
        program: "p".to_owned(),
        image: "i".to_owned(),
        microcode: "m".to_owned(),
        machine: MachineConfig::default(),
        runs: true,
        methods: BTreeMap::new(),
    };
    let mut writer = Writer::new(Vec::new(), &header).expect("memory");
    let mut summary = Summary::default();
    for number in 0..70_000u32 {
        writer.put(Symbol::Lookup {
            address: (number % 400).pow(2) % 191,
            length: 20,
            kind: CallKind::Invoke,
            hidden: 37,
        });
        writer.put(Symbol::Run { first: 0, last: 9 });
        summary.lookups += 1;
        summary.runs += 1;
    }
    writer.finish(&mut summary).expect("memory")
}

/// Reads all of it.
fn read(bytes: &[u8]) -> Result<u64, LookupsError> {
    let mut trace = Reader::new(bytes)?;
    let mut symbols = 0;
    while let Some(block) = trace.next_block()? {
        symbols += block.len() as u64;
    }
    Ok(symbols)
}

fn error(bytes: &[u8]) -> String {
    let error = read(bytes).expect_err("a damaged file").to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn a_whole_trace_is_read_to_its_end() {
    assert_eq!(read(&trace()).expect("a whole trace"), 140_000);
}

#[test]
fn lookups_cut_off_anywhere_are_refused() {
    let whole = trace();
    for end in [0, 5, 40] {
        assert!(error(&whole[..end]).contains("end early in the header"));
    }
    let mut places = std::collections::BTreeSet::new();
    for end in (800..whole.len()).step_by(97) {
        let error = error(&whole[..end]);
        assert!(error.contains("end early in "), "{error}");
        places.insert(error);
    }
    assert!(places.len() >= 3, "{places:?}");
    assert!(error(&whole[..whole.len() - 1]).contains("end early in the end"));
}

#[test]
fn bytes_behind_the_end_and_other_files_are_refused() {
    let mut longer = trace();
    longer.push(0);
    assert!(error(&longer).contains("bytes follow its end"));
    assert!(error(b"#!/bin/sh\necho no lookups\n").contains("damaged in the header"));
}

#[test]
fn a_section_of_a_recording_is_read_back_however_it_was_packed() {
    let mut packing = file::Packing::default();
    for part in trace().chunks(3001) {
        packing.write_all(part).expect("memory");
    }
    packing.flush().expect("memory");
    let recording = packing.into_recording();
    let read = Recording::read(&recording.to_bytes()).expect("a recording");
    let mut bytes = Vec::new();
    let mut section = file::section(&read).expect("a section");
    section.read_to_end(&mut bytes).expect("a whole section");
    assert_eq!(bytes, trace());
    let without = Recording::default();
    let error = file::reader(&without).expect_err("no lookups").to_string();
    assert!(
        error.contains("record it with `jop run --record lookups`"),
        "{error}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_with_a_changed_byte_are_refused(place: prop::sample::Index, bits in 1u8..) {
        let mut bytes = trace();
        let header = bytes.iter().position(|byte| *byte == b'\n').expect("a header");
        let end = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == 0).expect("an end");
        let place = header + place.index(end - header);
        bytes[place] ^= bits;
        prop_assert!(!error(&bytes).is_empty());
    }

    #[test]
    fn a_trace_with_bytes_missing_or_doubled_is_refused(
        place: prop::sample::Index, count in 1usize..2000, double: bool,
    ) {
        let bytes = trace();
        let place = place.index(bytes.len());
        let end = (place + count).min(bytes.len());
        let changed = if double {
            [&bytes[..end], &bytes[place..]].concat()
        } else {
            [&bytes[..place], &bytes[end..]].concat()
        };
        prop_assert!(!error(&changed).is_empty());
    }

    #[test]
    fn any_bytes_behind_a_good_header_are_refused(tail in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = trace();
        let header = bytes.iter().position(|byte| *byte == b'\n').expect("a header");
        bytes.truncate(header + 1);
        bytes.extend(tail);
        prop_assert!(!error(&bytes).is_empty());
    }
}
