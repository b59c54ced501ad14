//! Transcripts of commands: what each prints, word for word, and its exit code.
//!
//! `TRYCMD=overwrite cargo test -p cli transcript` takes what is printed now for right.

/// Pages of the book whose console blocks are transcripts.
const TUTORIALS: [&str; 9] = [
    "annotate",
    "explore",
    "explore-caches",
    "guard-timing",
    "metrics",
    "memory",
    "validate-profile",
    "vectors",
    "waiting",
];

/// The same, with a JDK.
const TUTORIALS_WITH_JDK: [&str; 1] = ["cross"];

/// Whether the console blocks of a page, by its path, are compared with what the commands print.
#[cfg(unix)]
pub(crate) fn is_tutorial(page: &str) -> bool {
    let mut all = TUTORIALS.iter().chain(&TUTORIALS_WITH_JDK);
    all.any(|name| page == format!("docs/{name}.md"))
}

#[test]
fn every_transcript_is_what_the_command_prints() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("jop", trycmd::cargo::cargo_bin!("jop"));
    cases.case("tests/cmd/*.trycmd");
}

#[test]
fn every_transcript_of_the_tutorials_is_what_the_commands_print() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("jop", trycmd::cargo::cargo_bin!("jop"));
    for tutorial in TUTORIALS {
        cases.case(format!("../docs/{tutorial}.md"));
    }
}

/// It needs a `java`; without one it says so and passes, unless `JOPLAB_REQUIRE_JDK` is 1.
#[test]
fn every_transcript_that_needs_a_jdk_is_what_the_commands_print() {
    let java = std::process::Command::new("java").arg("-version").output();
    let found = java.is_ok_and(|output| output.status.success());
    let required = std::env::var_os("JOPLAB_REQUIRE_JDK").is_some_and(|value| value == "1");
    assert!(
        found || !required,
        "JOPLAB_REQUIRE_JDK is 1, but java is not on the path"
    );
    if !found {
        eprintln!("skipped: no java on the path");
        return;
    }
    let cases = trycmd::TestCases::new();
    cases.register_bin("jop", trycmd::cargo::cargo_bin!("jop"));
    for tutorial in TUTORIALS_WITH_JDK {
        cases.case(format!("../docs/{tutorial}.md"));
    }
    cases.case("tests/cross/*.trycmd");
    cases.case("tests/jdk/*.trycmd");
}

/// Overwriting takes what is printed for right, a panic, too.
#[test]
fn no_transcript_expects_a_panic() {
    let mut seen = 0;
    for folder in ["tests/cmd", "tests/cross", "tests/jdk", "../docs"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_transcript = path
                .extension()
                .is_some_and(|found| found == "trycmd" || found == "md");
            if !is_transcript {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for (line, text) in (1..).zip(text.lines()) {
                let is_panic = text.trim() == "? 101" || text.contains("panicked at");
                assert!(!is_panic, "{}:{line}: {text}", path.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "only {seen} files");
}
