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
    let going = run(folder.path(), &["show", "lift.jrec.part"]);
    assert!(stderr(&going).contains("lift.jrec.part: its run goes on; shown up to"));
    send("KILL", &child);
    child.wait().expect("it ends");
    let left = names(folder.path());
    assert_eq!(left, ["lift.jrec.part"]);

    let flat = run(folder.path(), &["show", "flat", "lift.jrec.part"]);
    assert_eq!(flat.status.code(), Some(0), "{}", stderr(&flat));
    assert!(stderr(&flat).contains("lift.jrec.part: its run broke off; shown up to"));
    assert!(stdout(&flat).contains("lift.Plant.sense()V"));
    let time = run(
        folder.path(),
        &["show", "time", "lift.jrec.part", "--format", "csv"],
    );
    assert_eq!(time.status.code(), Some(0), "{}", stderr(&time));
    assert!(stdout(&time).contains("\nrun,misses,"), "{}", stdout(&time));
    for view in ["contexts", "diff"] {
        let mut arguments = vec!["show", view, "lift.jrec.part"];
        arguments.extend((view == "diff").then_some("lift.jrec.part"));
        let shown = run(folder.path(), &arguments);
        assert_eq!(shown.status.code(), Some(0), "{}", stderr(&shown));
        assert!(stderr(&shown).contains("shown up to"), "{view}");
    }
    for (section, arguments) in [
        ("lines", vec!["show", "lines", "lift.jrec.part"]),
        ("vector", vec!["show", "vector", "lift.jrec.part"]),
        ("lookups", vec!["explore", "--caches", "lift.jrec.part"]),
    ] {
        let refused = run(folder.path(), &arguments);
        assert_eq!(refused.status.code(), Some(2));
        let missing = format!("has no section `{section}`; it has run, contexts, windows");
        assert!(stderr(&refused).contains(&missing), "{}", stderr(&refused));
    }
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

/// A run that ended, and the first sections of what it would have left.
fn part_of(folder: &Path, sections: usize) -> Vec<u8> {
    let mut child = long_run(folder);
    send("KILL", &child);
    child.wait().expect("it ends");
    let bytes = std::fs::read(folder.join("lift.jrec.part")).expect("a part");
    let mut at = b"joplab-recording 2\n".len();
    for _ in 0..sections {
        at += 1 + usize::from(bytes[at]);
        let (mut length, mut shift) = (0, 0);
        loop {
            let byte = usize::from(bytes[at]);
            (length, shift, at) = (length | (byte & 127) << shift, shift + 7, at + 1);
            if byte < 128 {
                break;
            }
        }
        at += 4 + length;
    }
    bytes[..at].to_vec()
}

#[test]
fn a_part_without_a_window_says_so() {
    let folder = tempdir().expect("a folder");
    let begun = part_of(folder.path(), 2);
    std::fs::write(folder.path().join("begun.part"), begun).expect("a file");
    let shown = run(folder.path(), &["show", "begun.part"]);
    assert_eq!(shown.status.code(), Some(2));
    let expected =
        "jop: error: begun.part: no window has ended in it; record shorter ones with --window\n";
    assert_eq!(stderr(&shown), expected);
}

#[test]
fn a_link_in_the_place_of_a_part_is_replaced() {
    let folder = tempdir().expect("a folder");
    std::fs::write(folder.path().join("mine"), "mine").expect("a file");
    std::os::unix::fs::symlink("mine", folder.path().join("lift.jrec.part")).expect("a link");
    let ran = recorded(folder.path(), "2").output().expect("jop runs");
    assert_eq!(ran.status.code(), Some(0), "{}", stderr(&ran));
    let mine = std::fs::read_to_string(folder.path().join("mine"));
    assert_eq!(mine.expect("a file"), "mine");
    assert_eq!(names(folder.path()), ["lift.jrec", "mine"]);
}

/// A limit of the shell on the size of files stands for a disk that is full.
#[test]
fn a_run_that_cannot_go_on_writing_leaves_its_windows() {
    let folder = tempdir().expect("a folder");
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\"";
    let mut limited = Command::new("bash");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_jop")]);
    limited.args(RECORDED).args(["--", "100000000"]);
    let ran = limited.current_dir(folder.path()).output().expect("bash");
    assert_eq!(ran.status.code(), Some(2), "{}", stderr(&ran));
    let told = stderr(&ran);
    assert!(
        told.starts_with("jop: error: lift.jrec.part: cannot write: "),
        "{told}"
    );
    assert!(
        told.ends_with("; `jop show lift.jrec.part` shows what was recorded\n"),
        "{told}"
    );
    assert_eq!(names(folder.path()), ["lift.jrec.part"]);
    let shown = run(folder.path(), &["show", "lift.jrec.part"]);
    assert_eq!(shown.status.code(), Some(0), "{}", stderr(&shown));
}
