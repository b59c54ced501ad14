//! Profiles: our own file and those of other tools.

use std::io::Write;

use cross_profile::file;
use flate2::Compression;
use flate2::write::GzEncoder;
use profile_import as import;
use recording::Recording;

/// The first byte says whether the rest is a file, or what is packed in one: the sections of a recording, or a pprof profile. What
/// is written of a profile must read the same.
pub fn profile(input: &[u8]) {
    let Some((kind, contents)) = input.split_first() else {
        return;
    };
    let read = match kind % 3 {
        0 => import::read(contents),
        1 => import::read(&recorded(contents)),
        _ => import::read(&packed(contents)),
    };
    let Ok((profile, _)) = read else {
        return;
    };
    let _ = profile.by_method();
    let mut bytes = Vec::new();
    file::write(&profile, &mut bytes).expect("memory takes a profile");
    let again = file::read(&bytes)
        .unwrap_or_else(|error| panic!("what was written does not read: {error}"));
    assert_eq!(again, profile);
}

/// A recording whose run is the first line, and the rest its contexts.
fn recorded(contents: &[u8]) -> Vec<u8> {
    let mut parts = contents.splitn(2, |byte| *byte == b'\n');
    let mut recording = Recording::default();
    for section in [file::RUN, file::CONTEXTS] {
        let part = parts.next().unwrap_or_default();
        let added = recording.add(section, |to| to.write_all(part));
        added.expect("memory takes a section");
    }
    recording.to_bytes()
}

fn packed(contents: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let file = packer.write_all(contents).and_then(|()| packer.finish());
    file.expect("memory takes a file")
}
