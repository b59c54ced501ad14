//! The sources of our microcode, embedded.

use std::path::Path;

#[test]
fn every_source_of_the_folder_is_embedded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("asm");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_by_key(|name| (name != "jvm.asm", name.clone()));
    let sources = microcode::jvm_sources();
    let embedded: Vec<&str> = sources
        .iter()
        .filter_map(|(path, _)| path.rsplit('/').next())
        .collect();
    assert_eq!(embedded, names);
}
