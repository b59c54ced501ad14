//! `jop run --profile` and `jop report`: the sums of a profile are those of the run.

use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{class, data, json_rows, run, stderr, stdout, within};

fn rows(profile: &str, option: &str) -> Vec<Value> {
    let output = run(&["report", profile, option, "0", "--format", "json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    json_rows(&stdout(&output))
}

fn sum(rows: &[Value], column: &str) -> Option<u64> {
    rows.iter().map(|row| row[column].as_u64()).sum()
}

#[test]
fn methods_and_causes_add_up_to_the_cycles_of_the_run() {
    let folder = tempdir().unwrap();
    let (profile, report) = (within(&folder, "p.jprof"), within(&folder, "r.json"));
    let output = run(&[
        "run",
        "--program",
        "sieve",
        "--profile",
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
    let output = run(&["report", &profile, "--causes", "--format", "json"]);
    let causes = json_rows(&stdout(&output));
    assert_eq!(sum(&causes, "cycles"), cycles);
    assert_eq!(causes.len(), 13);
}

#[test]
fn what_is_no_profile_is_an_error_of_one_line() {
    let folder = tempdir().unwrap();
    let path = within(&folder, "p.jprof");
    fs::write(&path, "not a profile").unwrap();
    let output = run(&["report", &path]);
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
        let output = run(&[&engine[..], &["--profile", &file, "--", length]].concat());
        assert_eq!(output.status.code(), Some(0));
        file
    };
    let (a, b) = (profile("a.jprof", "1"), profile("b.jprof", "2"));
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
    let profile = within(&folder, "p.jprof");
    let output = run(&[
        "run",
        "--program",
        "recursion",
        "--engine",
        "fast",
        "--profile",
        &profile,
        "-q",
        "--",
        "1",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    for (form, option) in [("contexts", "--contexts"), ("flat", "--flat")] {
        let output = run(&["report", &profile, option, "--format", "json"]);
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
fn a_program_that_reads_its_input_to_the_end_ends_and_one_without_input_is_told_so() {
    let folder = tempdir().unwrap();
    let input = within(&folder, "input.txt");
    fs::write(&input, "one\ntwo\n").unwrap();
    let lines = class("Lines");
    for command in [
        &["report", &lines][..],
        &["compare", &lines, "--config", "default"],
    ] {
        let output = run(&[command, &["--input", &input, "--max-cycles", "20M"]].concat());
        let seen = (output.status.code(), stderr(&output));
        assert_eq!(seen, (Some(0), String::new()), "{command:?}");
    }
    let waits = run(&["report", &lines, "--max-cycles", "3M"]);
    let note = "jop: note: the program waits for input; --stdin feeds it from standard input, --input from a file\n";
    assert!(stderr(&waits).starts_with(note), "{}", stderr(&waits));
}

/// What every command says of a region that the program does not mark.
#[test]
fn a_region_that_is_not_there_is_told_in_the_same_words_by_every_command() {
    let folder = tempdir().unwrap();
    let program = data("tests/cmd/region.in/Regions.class");
    let (profile, other) = (within(&folder, "regions.jprof"), within(&folder, "x.jvert"));
    run(&["run", &program, "-q", "--profile", &profile]);
    let of_programs: [&[&str]; 8] = [
        &["report"],
        &["annotate"],
        &["top"],
        &["trace"],
        &["record", "-o", &other],
        &["compare", "--config", "default"],
        &["validate", "--no-baselines"],
        &["trace", "--call", "worst"],
    ];
    let page = within(&folder, "x.html");
    let of_profiles: [&[&str]; 4] = [
        &["report"],
        &["diff", &profile],
        &["ring", "-o", &page],
        &["export", "--as", "collapsed"],
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
