use std::io::Read;

use proptest::prelude::*;

use crate::{Recording, RecordingError};

fn sections() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let contents = prop::collection::vec(any::<u8>(), 0..200);
    prop::collection::vec(("[a-z][a-z0-9-]{0,10}", contents), 0..5)
}

fn recording(sections: &[(String, Vec<u8>)]) -> Recording {
    let mut recording = Recording::default();
    for (name, contents) in sections {
        recording
            .add(name, |to| to.write_all(contents))
            .expect("memory takes it");
    }
    recording
}

fn contents(recording: &Recording, name: &'static str) -> Vec<u8> {
    let mut contents = Vec::new();
    let mut section = recording.section(name).expect("it was added");
    section.read_to_end(&mut contents).expect("it is packed");
    contents
}

proptest! {
    #[test]
    fn what_is_written_is_read(sections in sections()) {
        let written = recording(&sections);
        let read = Recording::read(&written.to_bytes()).unwrap();
        prop_assert!(read.is_whole());
        prop_assert_eq!(&read, &written);
    }

    #[test]
    fn what_stands_before_a_cut_is_there(sections in sections(), at in any::<prop::sample::Index>()) {
        let bytes = recording(&sections).to_bytes();
        let cut = &bytes[..at.index(bytes.len())];
        if let Ok(read) = Recording::read(cut) {
            prop_assert!(!read.is_whole());
            let there = read.packed.len();
            prop_assert_eq!(read.packed, recording(&sections[..there]).packed);
        }
    }

    #[test]
    fn a_changed_byte_is_found_or_changes_a_name(sections in sections(), at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let written = recording(&sections);
        let mut bytes = written.to_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != to);
        bytes[at] = to;
        if let Ok(read) = Recording::read(&bytes) {
            let same = read.is_whole() && read.packed.iter().zip(&written.packed).all(|(a, b)| a.name == b.name);
            prop_assert!(!same || read.packed.len() < written.packed.len());
        }
    }
}

#[test]
fn parts_of_one_name_are_one_section() {
    let mut recording = Recording::default();
    for (name, part) in [
        ("windows", "ab"),
        ("run", "{}"),
        ("windows", ""),
        ("windows", "c"),
    ] {
        recording
            .add(name, |to| to.write_all(part.as_bytes()))
            .expect("memory takes it");
    }
    assert_eq!(recording.names(), ["windows", "run"]);
    assert_eq!(contents(&recording, "windows"), b"abc");
}

#[test]
fn other_files_and_versions_are_refused_with_a_remedy() {
    let error = |bytes: &[u8]| Recording::read(bytes).unwrap_err().to_string();
    assert!(error(b"\x1f\x8b").contains("jop run -o FILE.jrec"));
    assert!(error(b"joplab-recording 9\n\0").starts_with("recording version 9 is not known"));
    assert!(matches!(
        Recording::default().section("heap"),
        Err(RecordingError::Missing("heap", _))
    ));
}
