//! Profiles: our own file and those of other tools.

use std::io::Write;

use cross_profile::import;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The first byte says whether the rest is a file, or what is packed in one of ours; what is written of a profile must
/// read the same.
pub fn profile(input: &[u8]) {
    let Some((kind, contents)) = input.split_first() else {
        return;
    };
    let read = match kind % 2 {
        0 => import::read(contents),
        _ => import::read(&packed(contents)),
    };
    let Ok((profile, _)) = read else {
        return;
    };
    let _ = profile.by_method();
    let mut file = Vec::new();
    cross_profile::file::write(&profile, &mut file).expect("memory takes a profile");
    let again = cross_profile::file::read(&*file)
        .unwrap_or_else(|error| panic!("what was written does not read: {error}"));
    assert_eq!(again, profile);
}

fn packed(contents: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let file = packer.write_all(contents).and_then(|()| packer.finish());
    file.expect("memory takes a file")
}
