//! `jop show lines`: its rows add up to the run, and its page stands for itself.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{class, data, json_rows, run, stderr, stdout, within};

const PROGRAM: [&str; 2] = ["--program", "recursion"];

fn annotate(arguments: &[&str]) -> String {
    let output = run(&[&["show", "lines"], &PROGRAM[..], arguments, &["--", "1"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stdout(&output)
}

/// Cycles and stalls of the run, as `jop run` reports them.
fn report() -> Value {
    let folder = tempdir().expect("a folder");
    let file = within(&folder, "run.json");
    let report = ["--report", &file, "--", "1"];
    let output = run(&[&["run"], &PROGRAM[..], &report].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(file).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

fn sum(rows: &[Value], column: &str) -> u64 {
    rows.iter().filter_map(|row| row[column].as_u64()).sum()
}

#[test]
fn the_rows_of_all_methods_add_up_to_the_run() {
    let statistics = &report()["statistics"];
    for view in [&[][..], &["--bytecode"]] {
        let rows = annotate(&[&["--top", "0", "--format", "json"], view].concat());
        let rows = json_rows(&rows);
        assert_eq!(statistics["cycles"], sum(&rows, "cycles"));
        let stalls = &statistics["stalls"];
        assert_eq!(stalls["method_load"], sum(&rows, "method_cache"));
        assert_eq!(stalls["array"], sum(&rows, "array_element"));
        assert_eq!(stalls["io"], sum(&rows, "io"));
    }
}

#[test]
fn a_page_needs_no_other_file_and_escapes_names() {
    let folder = tempdir().unwrap();
    let file = within(&folder, "page.html");
    assert_eq!(annotate(&["--top", "0", "-o", &file]), "");
    let page = fs::read_to_string(file).unwrap();
    assert!(page.contains("default-src 'none'"));
    for foreign in ["<init>", "src=\"", "<link", "@import"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn a_folder_of_sources_goes_before_the_embedded_ones() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("kernel")).unwrap();
    let lines: String = (2..200)
        .map(|line| format!("// text of {line}\n"))
        .collect();
    let text = format!("package kernel;\n{lines}");
    fs::write(folder.path().join("kernel/Recursion.java"), text).unwrap();
    let source = within(&folder, "");
    let shown = annotate(&["--method", "ackermann", "--source", &source]);
    assert!(shown.contains("// text of 104"), "{shown}");
    assert!(annotate(&["--method", "ackermann"]).contains("static int ackermann("));
}

#[test]
fn what_the_program_prints_is_not_among_the_lines() {
    let output = run(&[&["run", "-q"], &PROGRAM[..], &["--", "1"]].concat());
    let printed = stdout(&output);
    let line = printed.lines().next().unwrap();
    assert!(
        !annotate(&["--method", "ackermann"]).contains(line),
        "{line}"
    );
}

/// Cycles by method in a region, as the lines and the methods of `jop show` give them.
fn annotated_and_reported(program: &str, region: &str) -> [BTreeMap<String, u64>; 2] {
    let commands = [
        (&["show", "lines", "--bytecode"][..], "cycles"),
        (&["show"][..], "self_cycles"),
    ];
    commands.map(|(command, column)| {
        let region = ["--region", region, "--top", "0", "--format", "json"];
        let output = run(&[command, &[program], &region].concat());
        let mut sums: BTreeMap<String, u64> = BTreeMap::new();
        for row in json_rows(&stdout(&output)) {
            let cycles = row[column].as_u64().expect("cycles");
            let method = row["method"].as_str().expect("a method").to_owned();
            *sums.entry(method).or_default() += cycles;
        }
        sums.retain(|_, cycles| *cycles != 0);
        sums
    })
}

#[test]
fn the_methods_of_a_region_have_the_cycles_that_the_report_gives_them() {
    let program = data("tests/cmd/region.in/Regions.class");
    let [annotated, reported] = annotated_and_reported(&program, "filter");
    assert!(annotated.len() > 3, "{annotated:?}");
    assert_eq!(annotated, reported);
}

#[test]
fn a_region_of_several_threads_is_annotated_in_each_of_them_and_nowhere_else() {
    let of_two = data("tests/cmd/region.in/Regions.class");
    for (program, region) in [
        (of_two.as_str(), "other"),
        (&of_two, "while it runs"),
        (&class("Overlap"), "shared"),
    ] {
        let [annotated, reported] = annotated_and_reported(program, region);
        assert!(annotated.len() > 3, "{region}: {annotated:?}");
        assert_eq!(annotated, reported, "{region}");
    }
}

/// What is printed of a recording is what is printed of the program, although the run is over.
#[test]
fn lines_of_a_recording_are_those_of_the_run() {
    let folder = tempdir().unwrap();
    let recording = within(&folder, "r.jrec");
    let options = ["--record", "lines", "-q", "-o", &recording, "--", "1"];
    let recorded = run(&[&["run"], &PROGRAM[..], &options].concat());
    assert!(recorded.status.success(), "{}", stderr(&recorded));
    for view in [
        &["--method", "ackermann"][..],
        &["--top", "0", "--bytecode"],
    ] {
        let output = run(&[&["show", "lines", &recording], view].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(stdout(&output), annotate(view), "{view:?}");
    }
}
