//! `git bisect run jop check -q`: the commit that changed a timing is found.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::stdout;

const MANIFEST: &str = "\
goldens = \"timing\"

[configurations]
board = \"board.toml\"

[programs]
short = { embedded = \"lift\", arguments = [\"1\"] }

[[check]]
programs = [\"short\"]
";

/// Git without what the user and the system have configured.
fn git(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("git");
    command
        .current_dir(folder)
        .args(["-c", "user.name=test", "-c", "user.email=test@example.com"])
        .args(arguments)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GITHUB_ACTIONS", "false");
    command.output().expect("git starts")
}

fn commit(folder: &Path, board: &str, subject: &str) {
    fs::write(folder.join("board.toml"), board).expect("a file");
    fs::write(folder.join("notes.txt"), subject).expect("a file");
    for arguments in [["add", "."].as_slice(), &["commit", "-q", "-m", subject]] {
        let output = git(folder, arguments);
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn bisect_finds_the_commit_that_changed_the_timing() {
    if Command::new("git").arg("--version").output().is_err() {
        eprintln!("skipped: there is no git");
        return;
    }
    let jop = env!("CARGO_BIN_EXE_jop");
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    git(folder, &["init", "-q", "-b", "main"]);
    fs::write(folder.join("timing.toml"), MANIFEST).unwrap();
    fs::write(folder.join("board.toml"), "ram_cnt = 2\n").unwrap();
    let blessed = Command::new(jop)
        .args(["check", "--bless"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(blessed.status.success(), "{blessed:?}");

    commit(folder, "ram_cnt = 2\n", "the first timing");
    commit(
        folder,
        "# The memory of the board.\nram_cnt = 2\n",
        "a comment",
    );
    commit(folder, "ram_cnt = 3\n", "a slower memory");
    commit(folder, "# Unchanged.\nram_cnt = 3\n", "a comment more");

    git(folder, &["bisect", "start", "HEAD", "HEAD~3"]);
    let found = git(folder, &["bisect", "run", jop, "check", "-q"]);
    let text = stdout(&found);
    assert!(found.status.success(), "{text}");
    let bad = git(folder, &["log", "-1", "--format=%s", "refs/bisect/bad"]);
    assert_eq!(stdout(&bad).trim(), "a slower memory", "{text}");
}
