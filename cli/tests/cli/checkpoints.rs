//! Checkpoints of the real command: a run that goes on from one ends as the run that was not stopped.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::common::{class, jop, run, stderr, stdout, within};
use tempfile::{TempDir, tempdir};

/// Checkpoints of a folder by cycle.
fn checkpoints(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("it works").path())
        .collect();
    paths.sort();
    paths
}

/// The report without what the host took.
fn report(path: &str) -> serde_json::Value {
    let mut report: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path).expect("it works")).expect("it works");
    report.as_object_mut().expect("it works").remove("host");
    report
}

/// Runs with checkpoints, then from each of them, and holds ends against each other.
fn every_checkpoint_ends_as_the_run(folder: &TempDir, arguments: &[&str], every: &str) {
    let (saved, whole) = (within(folder, "saved"), within(folder, "whole.json"));
    let input = within(folder, "input");
    std::fs::write(&input, "to be, or not to be.").expect("it works");
    let own = [
        "--checkpoint-every",
        every,
        "--checkpoints",
        &saved,
        "--report",
        &whole,
    ];
    let straight = jop(&[&["run"], &own[..], arguments].concat())
        .stdin(File::open(&input).expect("it works"))
        .output()
        .expect("it works");
    let files = checkpoints(&saved);
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let part = within(folder, "part.json");
        let rest = run(&[
            "run",
            "--resume",
            file.to_str().expect("it works"),
            "--report",
            &part,
        ]);
        assert_eq!(
            rest.status.code(),
            straight.status.code(),
            "{}",
            stderr(&rest)
        );
        assert!(straight.stdout.ends_with(&rest.stdout), "{file:?}");
        assert_eq!(report(&part), report(&whole), "{file:?}");
    }
}

#[test]
fn a_program_that_prints_all_the_time_ends_the_same_with_the_rest_of_its_output() {
    let folder = tempdir().unwrap();
    every_checkpoint_ends_as_the_run(&folder, &["demo.Demo"], "200k");
}

#[test]
fn input_that_was_not_read_yet_is_in_the_checkpoint() {
    let folder = tempdir().unwrap();
    every_checkpoint_ends_as_the_run(&folder, &[&class("Echo")], "8k");
}

#[test]
fn collections_are_reported_as_a_whole() {
    let folder = tempdir().unwrap();
    let program = ["--program", "gc-stress", "--", "8"];
    every_checkpoint_ends_as_the_run(&folder, &program, "900k");
}

#[test]
fn a_text_that_began_before_the_checkpoint_ends_the_run_after_it() {
    let folder = tempdir().unwrap();
    let saved = within(&folder, "saved");
    let until = ["--until", "primes below 2000 303", "-q"];
    let straight = run(&[&["run", "demo.Demo"], &until[..]].concat());
    // The cycle in which the first half of the text has been printed.
    let stop = ["--until", "primes below", "-q", "--report"];
    let half = within(&folder, "half.json");
    run(&[&["run", "demo.Demo"], &stop[..], &[half.as_str()]].concat());
    let cycles = report(&half)["statistics"]["cycles"].to_string();
    let limit = ["--max-cycles", &cycles, "--checkpoints", &saved, "-q"];
    let first = run(&[&["run", "demo.Demo"], &limit[..]].concat());
    assert_eq!(first.status.code(), Some(3));
    let files = checkpoints(&saved);
    let rest = run(&[&["run", "--resume", files[0].to_str().unwrap()], &until[..]].concat());
    assert_eq!(rest.status.code(), Some(0));
    assert_eq!(stdout(&first) + &stdout(&rest), stdout(&straight));
}

#[test]
fn only_the_last_checkpoints_are_kept() {
    let folder = tempdir().unwrap();
    let saved = within(&folder, "saved");
    let every = ["--checkpoint-every", "100k", "--keep-checkpoints", "2"];
    let to = ["--checkpoints", &saved, "-q", "--", "1"];
    run(&[&["run", "--program", "quick-sort"], &every[..], &to[..]].concat());
    let names: Vec<_> = checkpoints(&saved)
        .iter()
        .map(|path| Path::file_name(path).unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        names,
        [
            "quick-sort-000000300000.jopcheck",
            "quick-sort-000000400000.jopcheck"
        ]
    );
}
