//! Models that are compared share no behaviour, or a reference that was written without what they share is compared with it, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::files::uses;
use super::rooms;
use super::tokens::{Token, tokens, without_tests};
use super::{members, reach, root};

/// Crates whose results are compared with each other.
const MODELS: [&str; 6] = [
    "sim-core",
    "superblock",
    "fast-engine",
    "cost-model",
    "wcet",
    "host-profile",
];

/// Words of the hardware, and what a model is given: microcode, images.
const GIVEN: [&str; 4] = ["isa", "microcode", "runtime", "jopizer"];

/// What several models share, and its reference.
struct Shared {
    what: &'static str,
    by: &'static [&'static str],
    /// The root and the folder of the reference, and the test that compares.
    reference: (&'static str, &'static str),
    test: &'static str,
}

const INTERPRETER: (&str, &str) = ("sim-core/tests/it/main.rs", "interpreter");

/// `ARCHITECTURE.md` has the reasons.
const SHARED: [Shared; 3] = [
    Shared {
        what: "method-cache",
        by: &[
            "fast-engine",
            "host-profile",
            "sim-core",
            "superblock",
            "wcet",
        ],
        reference: INTERPRETER,
        test: "timing/fast-engine/tests/it/lookups.rs",
    },
    Shared {
        what: "sim-core",
        by: &["sim-core", "superblock"],
        reference: INTERPRETER,
        test: "sim-core/tests/it/lockstep/mod.rs",
    },
    Shared {
        what: "cost-model",
        by: &["cost-model", "fast-engine", "host-profile", "wcet"],
        reference: ("sim-core/src/lib.rs", ""),
        test: "timing/cost-model/tests/it/main.rs",
    },
];

#[test]
fn what_models_that_are_compared_share_has_a_reference() {
    let members = members();
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for model in MODELS {
        assert!(members.contains_key(model), "no crate is called {model}");
        let used = reach(&members, model);
        for part in used.into_iter().chain([model.to_owned()]) {
            users.entry(part).or_default().insert(model);
        }
    }
    users.retain(|part, models| models.len() > 1 && !GIVEN.contains(&part.as_str()));
    let known = SHARED.iter().map(|it| (it.what.to_owned(), it.by));
    let known: BTreeMap<String, BTreeSet<&str>> = known
        .map(|(what, by)| (what, by.iter().copied().collect()))
        .collect();
    assert_eq!(
        users, known,
        "models that check each other share this code (left), and have references for that (right)"
    );
}

/// Checks if a source names a crate.
fn names(file: &Path, name: &str) -> bool {
    let source = fs::read_to_string(file).expect("a source");
    let tokens = without_tests(&tokens(&source));
    let name = name.replace('-', "_");
    tokens
        .windows(3)
        .any(|part| part[0] != Token::Colons && part[1].is_word(&name) && part[2] == Token::Colons)
}

#[test]
fn references_are_written_without_what_they_check() {
    for shared in SHARED {
        let (start, folder) = shared.reference;
        let test = root().join(shared.test);
        assert!(test.exists(), "{} is gone", shared.test);
        let start = root().join(start);
        let folder = start.parent().expect("a folder").join(folder);
        let uses = uses(&start);
        let mut files = BTreeSet::new();
        for file in uses.keys().filter(|it| it.starts_with(&folder)) {
            files.insert(file.clone());
            files.extend(rooms::reach(&uses, file));
        }
        assert!(!files.is_empty(), "{} is gone", folder.display());
        for file in files {
            assert!(
                !names(&file, shared.what),
                "{} is a reference of {} and uses it",
                file.display(),
                shared.what
            );
        }
    }
}
