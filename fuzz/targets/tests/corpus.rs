//! Every kept input goes through its target: what once broke it, and one of each kind that takes another way.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::PathBuf;

use fuzz_targets::TARGETS;

fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    let entries =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn no_kept_input_makes_its_target_panic() {
    for (name, target) in TARGETS {
        let inputs = inputs(name);
        assert!(!inputs.is_empty(), "{name} has no inputs");
        for input in inputs {
            // Named before it runs, as a panic would not tell.
            println!("{}", input.display());
            target(&std::fs::read(input).unwrap());
        }
    }
}

#[test]
fn every_target_has_its_fuzzer() {
    for (name, _) in TARGETS {
        let file =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../fuzz_targets/{name}.rs"));
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(
            text.contains(&format!("fuzz_targets::{name}(input)")),
            "{name}"
        );
    }
}
