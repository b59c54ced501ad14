//! `jop run -o` and `jop show`: the sums of a profile are those of the run.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{class, data, json_rows, run, stderr, stdout, within};

fn rows(profile: &str, option: &str) -> Vec<Value> {
    let output = run(&["show", profile, option, "0", "--format", "json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    json_rows(&stdout(&output))
}

fn sum(rows: &[Value], column: &str) -> Option<u64> {
    rows.iter().map(|row| row[column].as_u64()).sum()
}

#[test]
fn methods_and_causes_add_up_to_the_cycles_of_the_run() {
    let folder = tempdir().unwrap();
    let (profile, report) = (within(&folder, "p.jrec"), within(&folder, "r.json"));
    let output = run(&[
        "run",
        "--program",
        "sieve",
        "-o",
        &profile,
        "--report",
        &report,
        "-q",
        "--",
        "2",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&fs::read(report).unwrap()).unwrap();
    let cycles = report["statistics"]["cycles"].as_u64();
    assert!(cycles > Some(0));
    let methods = rows(&profile, "--top");
    assert_eq!(sum(&methods, "self_cycles"), cycles);
    let output = run(&["show", "causes", &profile, "--format", "json"]);
    let causes = json_rows(&stdout(&output));
    assert_eq!(sum(&causes, "cycles"), cycles);
    assert_eq!(causes.len(), 13);
}

#[test]
fn what_is_no_profile_is_an_error_of_one_line() {
    let folder = tempdir().unwrap();
    let path = within(&folder, "p.jrec");
    fs::write(&path, "not a profile").unwrap();
    let output = run(&["show", &path]);
    assert_eq!(output.status.code(), Some(2));
    let text = stderr(&output);
    assert!(
        text.starts_with(&format!(
            "jop: error: {path}: line 1: no known format of profiles; as collapsed stacks"
        )),
        "{text}"
    );
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn quiet_comparisons_print_nothing_and_write_the_file_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let profile = |name: &str, length: &str| {
        let file = crate::common::within(&folder, name);
        let engine = ["run", "--program", "recursion", "--engine", "fast", "-q"];
        let output = run(&[&engine[..], &["-o", &file, "--", length]].concat());
        assert_eq!(output.status.code(), Some(0));
        file
    };
    let (a, b) = (profile("a.jrec", "1"), profile("b.jrec", "2"));
    let quiet = run(&["diff", &a, &b, "-q"]);
    assert_eq!((quiet.status.code(), &*quiet.stdout), (Some(1), &b""[..]));
    let file = crate::common::within(&folder, "diff.csv");
    let quiet = run(&["diff", &a, &b, "-q", "-o", &file]);
    assert_eq!((quiet.status.code(), &*quiet.stdout), (Some(1), &b""[..]));
    let text = std::fs::read_to_string(file).unwrap();
    assert!(text.starts_with("section,name,a,b,"), "{text}");
}

#[test]
fn contexts_and_methods_in_json_are_read_as_profiles() {
    let folder = tempdir().unwrap();
    let profile = within(&folder, "p.jrec");
    let output = run(&[
        "run",
        "--program",
        "recursion",
        "--engine",
        "fast",
        "-o",
        &profile,
        "-q",
        "--",
        "1",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    for form in ["tree", "gprof"] {
        let output = run(&["show", form, &profile, "--format", "json"]);
        let file = within(&folder, &format!("{form}.json"));
        fs::write(&file, &output.stdout).unwrap();
        let own = |profile: &str| -> Vec<(Value, Value)> {
            let mut own: Vec<_> = rows(profile, "--top")
                .into_iter()
                .map(|row| (row["method"].clone(), row["self_cycles"].clone()))
                .filter(|(_, cycles)| cycles != 0)
                .collect();
            own.sort_by_key(|(method, _)| method.to_string());
            own
        };
        assert_eq!(own(&profile), own(&file), "{form}");
    }
}

#[test]
fn a_program_that_reads_its_input_to_the_end_ends_with_a_file_and_with_nothing() {
    let folder = tempdir().unwrap();
    let input = within(&folder, "input.txt");
    fs::write(&input, "one\ntwo\n").unwrap();
    let lines = class("Lines");
    for command in [
        &["show", &lines][..],
        &["explore", &lines, "--machines", "default"],
    ] {
        let output = run(&[command, &["--input", &input, "--max-cycles", "20M"]].concat());
        let seen = (output.status.code(), stderr(&output));
        assert_eq!(seen, (Some(0), String::new()), "{command:?}");
    }
    // Standard input is empty here, and its end is told.
    let empty = run(&["show", &lines, "--max-cycles", "20M"]);
    assert_eq!(empty.status.code(), Some(0), "{}", stderr(&empty));
}

/// What every command says of a region that the program does not mark.
#[test]
fn a_region_that_is_not_there_is_told_in_the_same_words_by_every_command() {
    let folder = tempdir().unwrap();
    let program = data("tests/cmd/region.in/Regions.class");
    let (profile, other) = (within(&folder, "regions.jrec"), within(&folder, "x.jrec"));
    run(&["run", &program, "-q", "-o", &profile]);
    let of_programs: [&[&str]; 10] = [
        &["show"],
        &["show", "lines"],
        &["show", "code"],
        &["show", "time"],
        &["top"],
        &["trace"],
        &["run", "--record", "lines", "-o", &other],
        &["explore", "--machines", "default"],
        &["validate", "--no-baselines"],
        &["trace", "--call", "worst"],
    ];
    let page = within(&folder, "x.html");
    let of_profiles: [&[&str]; 4] = [
        &["show"],
        &["diff", &profile],
        &["show", "tree", "-o", &page],
        &["show", "tree", "--as", "collapsed"],
    ];
    let programs = of_programs.map(|command| (command, &program));
    let profiles = of_profiles.map(|command| (command, &profile));
    for (command, subject) in programs.into_iter().chain(profiles) {
        for (name, remedy) in [
            ("fliter", "; did you mean `filter`?\n"),
            ("nowhere at all", ": it marks "),
        ] {
            let arguments = [command, &[subject.as_str(), "--region", name]].concat();
            let output = run(&arguments);
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {message}");
            let place = &subject[subject.rfind('/').unwrap() + 1..];
            let told = format!("{place}: no region `{name}`{remedy}");
            assert!(message.contains(&told), "{arguments:?} {message}");
        }
    }
}

/// Views that need no other option. The stack is measured otherwise in a run for its view.
const VIEWS: [&str; 18] = [
    "flat",
    "causes",
    "gprof",
    "graph",
    "tree",
    "calls",
    "lines",
    "code",
    "operations",
    "time",
    "windows",
    "phases",
    "sites",
    "classes",
    "allocations",
    "collections",
    "live",
    "leaks",
];

#[test]
fn every_view_of_one_recording_is_that_of_the_program() {
    let folder = tempdir().unwrap();
    let recording = within(&folder, "all.jrec");
    let (program, length) = (["--program", "gc-stress"], ["--", "20"]);
    let all = ["--record", "all", "-o", &recording, "-q"];
    let recorded = run(&[&["run"], &program[..], &all, &length].concat());
    assert!(recorded.status.success(), "{}", stderr(&recorded));
    for view in VIEWS {
        let json = ["--format", "json"];
        let of_file = run(&[&["show", view, &recording], &json[..]].concat());
        assert!(of_file.status.success(), "{view}: {}", stderr(&of_file));
        let of_program = run(&[&["show", view], &program[..], &json, &length].concat());
        assert!(of_program.status.success(), "{}", stderr(&of_program));
        assert_eq!(stdout(&of_file), stdout(&of_program), "{view}");
    }
}
