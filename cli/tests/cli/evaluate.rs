//! `jop-evaluate` where there is a JDK.

use parts::has_jdk;
use serde_json::Value;

use crate::common::run;

fn json(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn rows<'a>(evaluation: &'a Value, part: &str) -> &'a [Value] {
    evaluation[part].as_array().expect("rows")
}

#[test]
fn the_cross_profiler_and_both_environments_of_the_host_are_evaluated() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let parts = "accuracy,times";
    let arguments = ["jop-evaluate", "--program", "quick-sort", "--part", parts];
    let evaluation = json(&[&arguments[..], &["--runs", "1", "--format", "json"]].concat());
    assert_eq!(evaluation["skipped"], serde_json::json!([]));
    let accuracy = rows(&evaluation, "accuracy");
    for cache in [
        "off",
        "on, not modelled",
        "on, simulated",
        "on, slow memory",
    ] {
        let own = accuracy.iter().filter(|row| row["cache"] == cache);
        let cross = own.filter(|row| row["prediction"].as_str().unwrap().starts_with("cross"));
        let errors: Vec<f64> = cross.map(|row| row["error"].as_f64().unwrap()).collect();
        assert!(errors.len() > 1, "{cache}");
        assert!(errors.iter().all(|error| error.abs() < 0.1), "{errors:?}");
    }
    let times = rows(&evaluation, "times");
    let names: Vec<&str> = times
        .iter()
        .map(|row| row["environment"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        [
            "RTL simulation",
            "machine",
            "fast engine",
            "cross-profiler",
            "host JVM"
        ]
    );
    assert!(times.iter().all(|row| row["seconds"].as_f64() > Some(0.0)));
}

#[test]
fn a_price_that_is_set_is_that_of_every_command_that_takes_a_table() {
    let program = ["--program", "quick-sort"];
    let set = [
        "--set",
        "iadd=3",
        "--set",
        "idiv.carrier=microcode",
        "--set",
        "idiv=40",
    ];
    let result = |command: &[&str], more: &[&str]| {
        let arguments = [command, &program, &set, more, &["--", "1"]].concat();
        json(&arguments)
    };
    let validated = result(&["validate"], &["--no-baselines", "--format", "json"]);
    let truth = validated["cases"][0]["cycles"].as_u64();
    let predicted = result(&["cost", "predict"], &["--format", "json"]);
    let validated = validated["cases"][0]["predictions"][0]["total"]["predicted"].as_u64();
    let predicted = predicted["rows"][0]["predicted"].as_u64();
    assert!(validated.is_some() && validated != truth);
    assert_eq!(validated, predicted);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.json");
    let path = path.to_str().expect("a path");
    let engine = ["run", "--engine", "fast", "--report", path, "-q"];
    let output = run(&[&engine[..], &program, &set, &["--", "1"]].concat());
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let report = std::fs::read(path).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!(report["statistics"]["cycles"].as_u64(), validated);
}

/// A `java` that fails for every program: its version and the time of its start are all that it has.
#[cfg(unix)]
fn fake_java(folder: &std::path::Path, version: &str) -> String {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("java");
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = -version ] && {{ echo '{version}' >&2; exit 0; }}\nexit 0\n"
    );
    std::fs::write(&path, script).expect("a script");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).expect("a program");
    path.to_str().expect("a path").to_owned()
}

#[test]
fn a_journal_goes_on_where_it_was_left_and_gives_the_same_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let journal = folder.path().join("journal.jsonl");
    let journal = journal.to_str().expect("a path");
    let evaluate = |more: &[&str]| {
        let arguments = [
            "jop-evaluate",
            "--part",
            "accuracy",
            "--format",
            "json",
            "--java",
            "none",
        ];
        json(&[&arguments[..], &["--program", "recursion,quick-sort"], more].concat())
    };
    let whole = evaluate(&[]);
    assert_eq!(evaluate(&["--journal", journal]), whole);
    let text = std::fs::read_to_string(journal).expect("a journal");
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let [head, first, second] = &lines[..] else {
        panic!("{} lines", lines.len())
    };
    // Jobs end in any order: the one whose line comes first is kept.
    let (kept, other) = if first.contains("quick-sort") {
        ("quick-sort", "recursion")
    } else {
        ("recursion", "quick-sort")
    };
    // As a kill in the middle of a line leaves it; the job that is there is not done again.
    let first = first.replace("\"kendall_tau\":1.0", "\"kendall_tau\":0.25");
    let left = format!("{head}{first}{}", &second[..second.len() / 2]);
    std::fs::write(journal, left).expect("written");
    let resumed = evaluate(&["--journal", journal]);
    let rows = |evaluation: &Value, program: &str| -> Vec<Value> {
        let rows = rows(evaluation, "accuracy").iter();
        rows.filter(|row| row["program"] == program)
            .cloned()
            .collect()
    };
    assert_eq!(rows(&resumed, other), rows(&whole, other));
    let kept = rows(&resumed, kept);
    assert!(
        kept.iter().any(|row| row["kendall_tau"] == 0.25),
        "{kept:?}"
    );
    let text = std::fs::read_to_string(journal).expect("a journal");
    assert_eq!(text.lines().count(), 3);
}

#[cfg(unix)]
#[test]
fn a_journal_of_other_times_is_refused_by_what_differs() {
    let folder = tempfile::tempdir().expect("a folder");
    let java = fake_java(folder.path(), "java 99");
    let journal = folder.path().join("journal.jsonl");
    let journal = journal.to_str().expect("a path");
    let evaluate = |more: &[&str]| {
        let arguments = [
            "jop-evaluate",
            "--part",
            "times",
            "--program",
            "recursion",
            "--java",
            &java,
        ];
        run(&[&arguments[..], &["--journal", journal], more].concat())
    };
    let refused = |more: &[&str], difference: &str| {
        let output = evaluate(more);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert_eq!(
            text,
            format!(
                "jop: error: {journal}: a part of another evaluate: {difference}; give --journal another file\n"
            )
        );
    };
    let output = evaluate(&["--runs", "1"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("time of recursion in the cross-profiler"),
        "{text}"
    );
    refused(&["--runs", "2"], "--runs differ");
    refused(&["--runs", "1", "--seconds", "3"], "--seconds differ");
    fake_java(folder.path(), "java 100");
    refused(&["--runs", "1"], "the JVM's version differs");
    fake_java(folder.path(), "java 99");
    let text = std::fs::read_to_string(journal).expect("a journal");
    std::fs::write(
        journal,
        text.replace("\"computer\":\"", "\"computer\":\"another "),
    )
    .expect("written");
    refused(&["--runs", "1"], "the computer differs");
}
