//! The page that names a command for each question: each of its commands does what it says.

use std::process::Command;

use crate::common::{data, stderr};

const PAGE: &str = include_str!("../../../docs/which-command.md");

/// Commands that belong to a repository of the reader's, or that other tests run as a whole.
const ELSEWHERE: [&str; 4] = [
    "jop check",
    "git bisect run jop check -q",
    "jop isa --timing",
    "jop conform tests/golden/vectors",
];

/// The second column of the tables.
fn commands() -> Vec<&'static str> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| "));
    rows.filter_map(|row| {
        row.split(" | ")
            .nth(1)?
            .strip_prefix('`')?
            .strip_suffix('`')
    })
    .collect()
}

#[test]
fn each_command_of_the_page_of_questions_runs() {
    let all = commands();
    assert!(all.len() > 20, "only {} commands", all.len());
    for known in ELSEWHERE {
        assert!(all.contains(&known), "the page has no `{known}`");
    }
    let work = tempfile::tempdir().unwrap();
    std::fs::create_dir(work.path().join("target")).unwrap();
    for folder in ["examples", "microcode"] {
        std::os::unix::fs::symlink(data(&format!("../{folder}")), work.path().join(folder))
            .unwrap();
    }
    for line in all {
        let needs_java = line.contains(" java ");
        if ELSEWHERE.contains(&line) || needs_java && !(parts::all() && parts::has_jdk()) {
            continue;
        }
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("jop"), "{line}");
        let output = Command::new(env!("CARGO_BIN_EXE_jop"))
            .args(words)
            .current_dir(work.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        assert!(output.status.success(), "{line}\n{}", stderr(&output));
    }
}
