//! Exports of `jop show`: files whole or not at all, and our own readers take them.

use std::fs;

use tempfile::tempdir;

use crate::common::{run, stderr, stdout, within};

/// Records a short run.
fn record(file: &str) {
    let run_it = ["run", "--program", "recursion", "--engine", "fast", "-q"];
    let output = run(&[&run_it[..], &["-o", file, "--", "1"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn exports_that_jop_reads_itself_are_exact() {
    let folder = tempdir().unwrap();
    let profile = within(&folder, "run.jrec");
    record(&profile);
    let csv = within(&folder, "run.csv");
    let output = run(&["show", "contexts", &profile, "-o", &csv]);
    assert!(output.status.success(), "{}", stderr(&output));
    let validate = [
        "validate",
        "--program",
        "recursion",
        "--profile",
        &csv,
        "--max-error",
        "0",
    ];
    let output = run(&[&validate[..], &["--", "1"]].concat());
    assert!(
        output.status.success(),
        "{}{}",
        stdout(&output),
        stderr(&output)
    );
}

#[test]
fn one_export_that_fails_leaves_every_file_as_it_was() {
    let folder = tempdir().unwrap();
    let profile = within(&folder, "run.jrec");
    record(&profile);
    let [stacks, graph] = ["run.folded", "run.svg"].map(|name| within(&folder, name));
    fs::write(&stacks, "before").unwrap();
    for file in [&stacks, &graph] {
        let export = ["show", "tree", &profile, "--metric", "interrupt"];
        let output = run(&[&export[..], &["-o", file]].concat());
        assert_eq!(output.status.code(), Some(2), "{file}");
    }
    assert_eq!(fs::read_to_string(&stacks).unwrap(), "before");
    assert!(!fs::exists(graph).unwrap());
}

#[test]
fn a_table_for_a_paper_is_latex_of_booktabs() {
    let folder = tempdir().unwrap();
    let [profile, table] = ["run.jrec", "run.tex"].map(|name| within(&folder, name));
    record(&profile);
    let output = run(&["show", "flat", &profile, "--top", "3", "-o", &table]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(table).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for rule in ["\\toprule", "\\midrule", "\\bottomrule"] {
        assert!(lines.contains(&rule), "{text}");
    }
    let row = lines.iter().find(|line| line.contains("permute(I)V"));
    assert!(row.is_some_and(|row| row.ends_with("\\\\")), "{text}");
}
