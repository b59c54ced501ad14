//! Transcripts of commands: what each prints, word for word, and its exit code.
//!
//! `TRYCMD=overwrite cargo test -p cli transcript` accepts what is printed now.

/// Pages of the book whose console blocks are transcripts.
const TUTORIALS: [&str; 17] = [
    "annotate",
    "explore",
    "explore-caches",
    "explore-cores",
    "explore-instructions",
    "find-a-change",
    "fit-prices",
    "guard-models",
    "guard-timing",
    "metrics",
    "memory",
    "new-bytecode",
    "solutions",
    "validate-other-tool",
    "validate-profile",
    "vectors",
    "waiting",
];

/// The same, with a JDK.
const TUTORIALS_WITH_JDK: [&str; 3] = ["cross", "cross-dumps", "one-millisecond"];

/// Pages and transcripts of seconds: only in the long part of the tests.
const LONG: [&str; 4] = [
    "../docs/fit-prices.md",
    "../docs/vectors.md",
    "tests/cmd/explore.trycmd",
    "tests/cmd/validate.trycmd",
];

/// Whether the console blocks of a page, by its path, are compared with what the commands print.
#[cfg(unix)]
pub(crate) fn is_tutorial(page: &str) -> bool {
    let mut all = TUTORIALS.iter().chain(&TUTORIALS_WITH_JDK);
    all.any(|name| page == format!("docs/{name}.md"))
}

fn skip_long(cases: &trycmd::TestCases) {
    for path in LONG.into_iter().filter(|_| !parts::all()) {
        cases.skip(path);
    }
}

#[test]
fn every_transcript_is_what_the_command_prints() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("jop", trycmd::cargo::cargo_bin!("jop"));
    cases.register_bin("jop-evaluate", trycmd::cargo::cargo_bin!("jop-evaluate"));
    cases.case("tests/cmd/*.trycmd");
    skip_long(&cases);
}

#[test]
fn every_transcript_of_the_tutorials_is_what_the_commands_print() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("jop", trycmd::cargo::cargo_bin!("jop"));
    cases.register_bin("jop-evaluate", trycmd::cargo::cargo_bin!("jop-evaluate"));
    for tutorial in TUTORIALS {
        cases.case(format!("../docs/{tutorial}.md"));
    }
    // The predictor of this page is Python.
    if !parts::has_python() {
        cases.skip("../docs/guard-models.md");
    }
    skip_long(&cases);
}

#[test]
fn every_transcript_that_needs_a_jdk_is_what_the_commands_print() {
    parts::long!();
    if !parts::has_jdk() {
        return;
    }
    let cases = trycmd::TestCases::new();
    cases.register_bin("jop", trycmd::cargo::cargo_bin!("jop"));
    cases.register_bin("jop-evaluate", trycmd::cargo::cargo_bin!("jop-evaluate"));
    for tutorial in TUTORIALS_WITH_JDK {
        cases.case(format!("../docs/{tutorial}.md"));
    }
    cases.case("tests/cross/*.trycmd");
    cases.case("tests/jdk/*.trycmd");
}

/// Overwriting accepts whatever is printed, a panic, too.
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
