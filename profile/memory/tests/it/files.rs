//! Files of recordings: read as written, and refused when damaged.

use isa::MachineConfig;
use memory_profile::{MemoryProfile, read, write};
use proptest::prelude::*;
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
    write(memory(), &mut bytes).expect("memory takes all");
    bytes
}

#[test]
fn a_file_has_the_whole_recording() {
    let again = read(&bytes()[..]).expect("it was just written");
    assert_eq!(&again, memory());
    check("again", &again);
}

#[test]
fn other_files_are_none() {
    for other in [&b""[..], b"poem", b"\x1f\x8b\x08"] {
        let error = read(other).expect_err("no recording").to_string();
        assert!(error.contains("jop memory PROGRAM -o FILE.jmem"), "{error}");
    }
}

proptest! {
    #[test]
    fn damaged_files_never_panic(cut in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), bit in 0..8) {
        let mut bytes = bytes();
        let place = place.index(bytes.len());
        bytes[place] ^= 1u8 << bit;
        // A flip in the names is not noticed.
        let _ = read(&bytes[..]);
        bytes.truncate(cut.index(bytes.len()));
        prop_assert!(read(&bytes[..]).is_err());
    }
}
