//! The machine in superblocks and cycle by cycle: one command, the same output, report, profile and switches.

use std::fs::File;
use std::path::PathBuf;

use runtime::programs::PROGRAMS;
use serde_json::Value;
use tempfile::tempdir;

use crate::common::{class, jop, stderr, within};

/// What a run leaves behind.
#[derive(Debug, PartialEq)]
struct Result {
    code: Option<i32>,
    printed: Vec<u8>,
    notes: String,
    report: Value,
    files: Vec<Vec<u8>>,
}

/// Runs the command on an engine, with `input` as standard input; gives the part of its cycles that ran as superblocks, too.
fn run_on(engine: &str, arguments: &[&str], input: &str) -> (Result, Option<f64>) {
    let folder = tempdir().expect("a folder");
    let names = ["report", "profile.jrec", "switches.csv", "input"];
    let [report, profile, switches, fed] = names.map(|name| within(&folder, name));
    std::fs::write(&fed, input).expect("a file");
    let saved = within(&folder, "saved");
    let mut own = vec!["run", "--engine", engine, "--report", &report];
    if arguments.contains(&"--checkpoint-every") {
        own.extend(["--checkpoints", &saved]);
    } else {
        own.extend(["-o", &profile, "--switches", &switches]);
    }
    let output = jop(&[&own, arguments].concat())
        .stdin(File::open(&fed).expect("it is there"))
        .output()
        .expect("the command starts");
    let text = std::fs::read_to_string(report).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let mut report: Value = serde_json::from_str(&text).expect("a report");
    let host = report["host"].take();
    // The commands that notes repeat name the engine and the folder.
    let notes = stderr(&output).replace(&format!(" --engine {engine}"), "");
    let notes = notes.replace(&folder.path().display().to_string(), "");
    let lines = notes.lines().filter(|line| !line.starts_with("  host "));
    let mut files: Vec<PathBuf> = if arguments.contains(&"--checkpoint-every") {
        let entries = std::fs::read_dir(saved).expect("a folder of checkpoints");
        entries.map(|entry| entry.expect("a file").path()).collect()
    } else {
        vec![profile.into(), switches.into()]
    };
    files.sort();
    let result = Result {
        code: output.status.code(),
        printed: output.stdout,
        notes: lines.collect::<Vec<_>>().join("\n"),
        report,
        files: files
            .iter()
            .map(|path| std::fs::read(path).expect("a file of the run"))
            .collect(),
    };
    (result, host["block_share"].as_f64())
}

/// Compares both engines; gives the part of the cycles that ran as superblocks.
fn compare(arguments: &[&str], input: &str) -> f64 {
    let (machine, share) = run_on("machine", arguments, input);
    let (reference, none) = run_on("reference", arguments, input);
    assert_eq!(none, None);
    let Result {
        code,
        printed,
        notes,
        report,
        files,
    } = &machine;
    assert_eq!(report, &reference.report, "{arguments:?}");
    assert_eq!(notes, &reference.notes, "{arguments:?}");
    assert_eq!(
        (code, printed),
        (&reference.code, &reference.printed),
        "{arguments:?}"
    );
    assert!(
        !files.is_empty() && files == &reference.files,
        "{arguments:?}"
    );
    share.expect("a share")
}

#[test]
fn embedded_programs_have_the_same_reports_profiles_and_switches() {
    for program in PROGRAMS {
        let share = compare(&["--program", program.name], "");
        assert!(share > 0.99, "{} {share}", program.name);
    }
}

#[test]
fn programs_that_fail_or_wait_end_the_same() {
    let failing = class("Failing");
    for argument in ["bounds", "stack", "memory"] {
        for build in [&[][..], &["--strict"]] {
            compare(&[&[&*failing][..], build, &["--", argument]].concat(), "");
        }
    }
    compare(&[&failing], "");
    compare(&[&class("Blocked")], "");
    compare(&[&class("Lines")], "one\ntwo");
    compare(&[&class("Lines"), "--max-cycles", "2M"], "");
}

#[test]
fn limits_texts_and_checkpoints_cut_at_the_same_cycles() {
    let long = ["--program", "producer-consumer"];
    for limit in ["1", "3", "4321", "262144", "300001"] {
        compare(&[&long[..], &["--max-cycles", limit]].concat(), "");
    }
    compare(&["--program", "modern", "--until", "a"], "");
    compare(&[&long[..], &["--checkpoint-every", "50k"]].concat(), "");
}

#[test]
fn a_machine_without_superblocks_says_so() {
    let folder = tempdir().expect("a folder");
    let config = within(&folder, "machine.toml");
    std::fs::write(&config, "stack_ram = \"new-data\"\n").expect("a file");
    let share = compare(&["--program", "recursion", "--config", &config], "");
    assert!(share.abs() < f64::EPSILON, "{share}");
}

#[test]
fn machines_with_caches_run_as_superblocks() {
    let folder = tempdir().expect("a folder");
    let config = within(&folder, "machine.toml");
    for caches in [
        "object_cache = true\n",
        "data_cache = true\n",
        "object_cache = true\ndata_cache = true\n",
    ] {
        std::fs::write(&config, caches).expect("a file");
        for program in ["recursion", "producer-consumer"] {
            let share = compare(&["--program", program, "--config", &config], "");
            assert!(share > 0.9, "{caches}: {share}");
        }
    }
}
