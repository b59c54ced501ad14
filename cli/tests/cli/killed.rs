//! Runs with windows that do not come to their end.

use std::path::Path;
use std::process::{Child, Command, Output};

use tempfile::tempdir;

use crate::common::{jop, stderr, stdout};
use crate::cross::{names, send, until};

const RECORDED: [&str; 10] = [
    "run",
    "-q",
    "--program",
    "lift",
    "--record",
    "windows",
    "--window",
    "10k",
    "-o",
    "lift.jrec",
];

/// A run of so many steps in this folder.
fn recorded(folder: &Path, steps: &str) -> Command {
    let mut command = jop(&RECORDED);
    command.args(["--", steps]).current_dir(folder);
    command
}

/// A run that would take minutes, when some of its windows are in the file.
fn long_run(folder: &Path) -> Child {
    let child = recorded(folder, "100000000").spawn().expect("jop runs");
    let part = folder.join("lift.jrec.part");
    until(|| part.metadata().is_ok_and(|file| file.len() > 100_000));
    child
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = jop(arguments);
    command.current_dir(folder).output().expect("jop runs")
}

#[test]
fn a_run_that_was_killed_leaves_its_windows() {
    let folder = tempdir().expect("a folder");
    let mut child = long_run(folder.path());
    let second = recorded(folder.path(), "2").output().expect("jop runs");
    assert_eq!(second.status.code(), Some(2));
    let expected = "jop: error: lift.jrec.part: another run writes it; wait for its end, or name another file with -o\n";
    assert_eq!(stderr(&second), expected);
    send("KILL", &child);
    child.wait().expect("it ends");
    let left = names(folder.path());
    assert!(left.contains(&"lift.jrec.part".to_owned()) && !left.contains(&"lift.jrec".to_owned()));

    let flat = run(folder.path(), &["show", "flat", "lift.jrec.part"]);
    assert_eq!(flat.status.code(), Some(0), "{}", stderr(&flat));
    assert!(stderr(&flat).contains("lift.jrec.part: its run was killed; shown up to"));
    assert!(stdout(&flat).contains("lift.Plant.sense()V"));
    let time = run(
        folder.path(),
        &["show", "time", "lift.jrec.part", "--format", "csv"],
    );
    assert_eq!(time.status.code(), Some(0), "{}", stderr(&time));
    assert!(stdout(&time).contains("\nrun,misses,"), "{}", stdout(&time));
    let lines = run(folder.path(), &["show", "lines", "lift.jrec.part"]);
    assert_eq!(lines.status.code(), Some(2));
    // Whoever compares needs the whole run.
    let validate = run(
        folder.path(),
        &[
            "validate",
            "--program",
            "lift",
            "--profile",
            "lift.jrec.part",
        ],
    );
    assert_eq!(validate.status.code(), Some(2));
    assert!(
        stderr(&validate).contains("cut off"),
        "{}",
        stderr(&validate)
    );

    let again = recorded(folder.path(), "2").output().expect("jop runs");
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    let left = names(folder.path());
    assert!(left.contains(&"lift.jrec".to_owned()) && !left.contains(&"lift.jrec.part".to_owned()));
}

#[test]
fn after_ctrl_c_the_recording_is_whole() {
    let folder = tempdir().expect("a folder");
    let mut child = long_run(folder.path());
    send("INT", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert_eq!(names(folder.path()), ["lift.jrec"]);
    let time = run(
        folder.path(),
        &["show", "time", "lift.jrec", "--format", "csv"],
    );
    assert_eq!((time.status.code(), stderr(&time).as_str()), (Some(0), ""));
}
