//! `jop programs`, and embedded programs in other commands.

use serde_json::Value;

use crate::common::{json_rows, run, stderr, stdout, within};

fn json(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    json_rows(&stdout(&output))
}

#[test]
fn the_programs_of_the_embedded_suite_are_each_larger_than_a_method_cache_of_4_kb() {
    let rows = json(&["programs", "--format", "json"]);
    let suite: Vec<_> = rows
        .iter()
        .filter(|row| row["suite"] == "embedded")
        .collect();
    let names: Vec<_> = suite
        .iter()
        .filter_map(|row| row["program"].as_str())
        .collect();
    assert_eq!(names, ["lift", "motor", "udpip"]);
    for row in suite {
        assert!(row["own_code"].as_u64() > Some(4096), "{row}");
        assert!(
            row["code_bytes"].as_u64() > row["own_code"].as_u64(),
            "{row}"
        );
        assert_eq!(row["timed"], "no", "{row}");
    }
}

#[test]
fn the_cost_of_a_program_is_that_of_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let report = within(&folder, "run.json");
    let ran = run(&["run", "--program", "sieve", "--report", &report]);
    assert_eq!(ran.status.code(), Some(0));
    let report: Value = serde_json::from_slice(&std::fs::read(report).unwrap()).unwrap();
    let rows = json(&["programs", "--run", "sieve", "--format", "json"]);
    let [row] = rows.as_slice() else {
        panic!("{rows:?}")
    };
    assert_eq!(row["cycles"], report["statistics"]["cycles"]);
    assert_eq!(row["bytecodes"], report["statistics"]["bytecodes"]);
    assert_eq!(row["hit_rate"], report["method_hit_rate"]);
    assert_eq!(row["results"], "right");
}

#[test]
fn a_program_that_fails_gives_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let machine = within(&folder, "small.toml");
    // Too little for what the program keeps alive.
    std::fs::write(&machine, "memory_words = 16384\n").unwrap();
    let output = run(&[
        "programs",
        "--run",
        "gc-stress",
        "--config",
        &machine,
        "--format",
        "csv",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(
        stdout(&output).trim_end().ends_with("WRONG"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn an_image_of_an_embedded_program_takes_other_arguments() {
    let folder = tempfile::tempdir().unwrap();
    let image = within(&folder, "sieve.jop");
    let built = run(&["build", "--program", "sieve", "-o", &image]);
    assert!(built.status.success(), "{}", stderr(&built));
    let rounds = |output| {
        let text: String = stdout(&output);
        let line = text.lines().find(|line| line.contains("rounds"));
        line.and_then(|line| line.split_whitespace().last())
            .map(str::to_owned)
    };
    assert_eq!(rounds(run(&["run", &image])).as_deref(), Some("4"));
    assert_eq!(
        rounds(run(&["run", &image, "--", "2"])).as_deref(),
        Some("2")
    );
    assert_eq!(
        rounds(run(&["run", "--program", "sieve", "--", "3"])).as_deref(),
        Some("3")
    );
}
