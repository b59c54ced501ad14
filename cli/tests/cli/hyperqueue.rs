//! `--cluster hq` with a small `hq` in the place of HyperQueue's: what it is asked for, and what is told when it refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use crate::common::{jop, stderr};
use tempfile::tempdir;

/// Runs a sweep of four jobs on a `hq` that is this script; with `-n 2`.
fn sweep(folder: &Path, hq: &str) -> Output {
    let program = folder.join("hq");
    fs::write(&program, format!("#!/bin/sh\n{hq}")).expect("a program");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its mode");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").expect("a path")
    );
    let arguments = "explore --caches --program crc32 --size 1K --blocks 4 --org fifo,lru --ram-cnt 1,2 -o rows.csv --cluster hq -n 2";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut command = jop(&arguments);
    command.args(["--cluster-dir", "parts", "--", "1"]);
    command.current_dir(folder).env("PATH", path);
    command.output().expect("the command starts")
}

/// Runs the tasks of an array at once, when they are submitted.
const WORKS: &str = r#"
case "$*" in
*submit*)
    while [ "$1" != --array ]; do shift; done
    last=${2#1-}
    echo "$last" >tasks
    while [ "$1" != -- ]; do shift; done
    shift
    for task in $(seq "$last"); do HQ_TASK_ID=$task "$@"; done
    echo 1
    ;;
*) echo '[{"info": {"task_stats": {"running": 0, "waiting": 0}}}]' ;;
esac
"#;

/// Takes a job, and has died when it is asked for it.
const DIES: &str = r#"
case "$*" in
*submit*) echo 1 ;;
*)
    printf '{\n  "error": "Cannot connect to the server\\n\\nCaused by:\\n    connection refused"\n}\n'
    exit 1
    ;;
esac
"#;

#[test]
fn no_more_tasks_run_on_hyperqueue_than_are_asked_for_and_every_job_is_done() {
    let folder = tempdir().unwrap();
    let output = sweep(folder.path(), WORKS);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("tasks"), "2\n");
    assert_eq!(text("rows.csv").lines().count(), 1 + 4);
}

#[test]
fn a_server_of_hyperqueue_that_has_died_is_told_with_what_to_do() {
    let folder = tempdir().unwrap();
    let output = sweep(folder.path(), DIES);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    let expected = "jop: error: --cluster hq: hq job info failed: Cannot connect to the server: connection refused; is the server there? \
                    `hq server start` and `hq worker start` bring it back\n";
    assert!(told.ends_with(expected), "{told}");
}
