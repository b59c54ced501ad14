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
