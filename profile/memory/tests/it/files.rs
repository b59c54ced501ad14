//! Files of recordings: read as written, and refused when damaged.

use isa::MachineConfig;
use memory_profile::{MemoryProfile, file};
use proptest::prelude::*;
use recording::Recording;
use std::sync::OnceLock;

use crate::support::{check, embedded, record};

fn memory() -> &'static MemoryProfile {
    static MEMORY: OnceLock<MemoryProfile> = OnceLock::new();
    MEMORY.get_or_init(|| {
        let config = MachineConfig::default();
        record(
            &embedded("producer-consumer", Some(2), &config),
            &config,
            false,
        )
    })
}

fn bytes() -> Vec<u8> {
    let mut bytes = Vec::new();
    file::write(memory(), &mut bytes).expect("memory takes all");
    bytes
}

#[test]
fn a_file_has_the_whole_recording() {
    let again = file::read(&bytes()).expect("it was just written");
    assert_eq!(&again, memory());
    check("again", &again);
}

#[test]
fn other_files_are_none() {
    for other in [&b""[..], b"poem", b"\x1f\x8b\x08"] {
        let error = file::read(other).expect_err("no recording").to_string();
        assert!(error.contains("jop run -o FILE.jrec"), "{error}");
    }
}

#[test]
fn a_recording_without_a_heap_says_what_it_has() {
    let mut bytes = Vec::new();
    cross_profile::file::write(&memory().profile, &mut bytes).expect("memory takes all");
    let error = file::read(&bytes).expect_err("no heap").to_string();
    assert_eq!(
        error,
        "the recording has no section `heap`; it has run, contexts; record it with `jop run --record heap`"
    );
}

proptest! {
    #[test]
    fn damaged_files_never_panic(cut in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), bit in 0..8) {
        let whole = bytes();
        let place = place.index(whole.len());
        let mut changed = whole.clone();
        changed[place] ^= 1u8 << bit;
        // In place of the byte at the end, another section may seem to be cut off.
        prop_assert!(file::read(&changed).is_err() || place == whole.len() - 1);
        let cut = &whole[..cut.index(whole.len())];
        let is_whole = |bytes| Recording::read(bytes).is_ok_and(|it| it.is_whole());
        prop_assert!(!is_whole(cut));
        prop_assert!(file::read(cut).is_err() || cut.len() == whole.len() - 1);
        changed.truncate(cut.len());
        let _ = file::read(&changed);
    }
}
