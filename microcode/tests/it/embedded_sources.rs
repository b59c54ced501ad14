//! The sources of our microcode, embedded.

use std::path::Path;

use microcode::{Assembly, Build, Options};

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

#[test]
fn an_include_that_is_not_beside_its_file_is_one_of_our_sources() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let assembled = || {
        let assembly = Assembly::of_file(&folder.path().join("mine.asm"), &Options::default());
        assembly.map(|it| it.program).map_err(|it| it.render(false))
    };
    let ours = microcode::jvm(Build::Jop);

    write("mine.asm", "#include \"jvm.asm\"\n");
    assert_eq!(assembled().unwrap().rom, ours.rom);
    write(
        "mine.asm",
        "#include \"jvm.asm\"\ni2s: ldi 16\n shl\n ldi 16\n shr nxt\n",
    );
    assert_ne!(assembled().unwrap().rom, ours.rom);
    // A file beside it is taken first, also for what ours includes.
    write("mine.asm", "#include \"jvm.asm\"\n");
    write("monitors.asm", "#error \"mine\"\n");
    assert!(assembled().unwrap_err().contains("mine"));
    write("mine.asm", "#include \"none.asm\"\n");
    assert!(assembled().unwrap_err().contains("none.asm"));
}
