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
