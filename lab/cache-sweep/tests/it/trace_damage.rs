//! Files that nobody wrote: every one is refused with one line that says what to do, and none makes the reader panic.

use cache_sweep::invoke_trace::{Header, Summary, Symbol, TraceError, TraceReader, TraceWriter};
use isa::MachineConfig;
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
    };
    let mut writer = TraceWriter::new(Vec::new(), &header).expect("memory");
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
fn read(bytes: &[u8]) -> Result<u64, TraceError> {
    let mut trace = TraceReader::new(bytes)?;
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
fn a_trace_cut_off_anywhere_is_refused() {
    let whole = trace();
    assert!(error(&[]).contains("no trace of lookups"));
    assert!(error(&whole[..5]).contains("no trace of lookups"));
    assert!(error(&whole[..40]).contains("ends early in the header"));
    let mut places = std::collections::BTreeSet::new();
    for end in (400..whole.len()).step_by(97) {
        let error = error(&whole[..end]);
        assert!(error.contains("ends early in block"), "{error}");
        places.insert(error);
    }
    assert!(places.len() >= 3, "{places:?}");
    assert!(error(&whole[..whole.len() - 1]).contains("ends early in block 3"));
}

#[test]
fn another_version_and_another_kind_of_file_are_named() {
    let mut other = trace();
    other[8] = 2;
    assert!(
        error(&other).contains("version 2 of the trace format, but this program reads version 1")
    );
    assert!(error(b"#!/bin/sh\necho no trace\n").contains("no trace of lookups"));
}

#[test]
fn bytes_behind_the_end_are_refused() {
    let mut longer = trace();
    longer.push(0);
    assert!(error(&longer).contains("bytes follow its end"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_trace_with_a_changed_byte_is_refused(place: prop::sample::Index, bits in 1u8..) {
        let mut bytes = trace();
        let place = place.index(bytes.len());
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
    fn any_bytes_behind_a_good_beginning_are_refused(tail in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = b"jopcalls\x01\x00".to_vec();
        bytes.extend(tail);
        prop_assert!(!error(&bytes).is_empty());
    }
}
