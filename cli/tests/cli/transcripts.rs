//! Transcripts of commands: what each prints, word for word, and its exit code.
//!
//! `TRYCMD=overwrite cargo test -p cli transcript` takes what is printed now for right.

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
    for tutorial in [
        "annotate",
        "explore-caches",
        "guard-timing",
        "validate-profile",
    ] {
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
    cases.case("../docs/cross.md");
    cases.case("tests/cross/*.trycmd");
    cases.case("tests/jdk/*.trycmd");
}
