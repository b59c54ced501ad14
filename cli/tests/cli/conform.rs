//! `jop conform` on the committed golden traces, and on one with an error put in.

use std::io::{Read, Write};

use crate::common::{data, run, stderr, stdout, within};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// Changes one value of a committed vector; gives the path of the result.
fn corrupted(folder: &TempDir, vector: &str, cycle: usize, column: &str) -> String {
    let file = std::fs::File::open(data(&format!("../tests/golden/vectors/{vector}")))
        .expect("the vector");
    let mut text = String::new();
    GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("gzip");
    let mut vector: Value = serde_json::from_str(&text).expect("JSON");
    let place = vector["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .position(|name| name == column);
    let cell = &mut vector["trace"][cycle][place.expect("the column")];
    *cell = (cell.as_u64().expect("a number") ^ 1).into();
    let path = within(folder, "corrupted.json.gz");
    let mut out = GzEncoder::new(
        std::fs::File::create(&path).expect("a file"),
        Compression::fast(),
    );
    out.write_all(vector.to_string().as_bytes()).expect("room");
    out.finish().expect("room");
    path
}

#[test]
fn every_committed_vector_agrees_and_threads_change_nothing() {
    parts::long!();
    let vectors = data("../tests/golden/vectors");
    let outputs = ["1", "2"].map(|threads| run(&["conform", &vectors, "--host-threads", threads]));
    assert_eq!(outputs[0].status.code(), Some(0), "{}", stdout(&outputs[0]));
    assert!(
        stdout(&outputs[0]).contains("\ntotal                   572     572  770,750 "),
        "{}",
        stdout(&outputs[0])
    );
    assert_eq!(outputs[0].stdout, outputs[1].stdout);
}

#[test]
fn the_first_difference_is_shown_with_the_cycles_around_it() {
    let folder = tempdir().unwrap();
    let path = corrupted(&folder, "java/java-003.json.gz", 700, "b");
    let output = run(&["conform", &path]);
    assert_eq!(output.status.code(), Some(1));
    let shown = stdout(&output).replace(&path, "corrupted.json.gz");
    insta::assert_snapshot!(shown);
}

#[test]
fn a_difference_is_a_document_as_well() {
    let folder = tempdir().unwrap();
    let path = corrupted(&folder, "mem/mem-001.json.gz", 2, "pc");
    let output = run(&["conform", &path, "--format", "json", "-q"]);
    assert_eq!(
        (output.status.code(), stderr(&output).as_str()),
        (Some(1), "")
    );
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    crate::schemas::check("jop conform", &document);
    let difference = &document["differences"][0];
    assert_eq!(difference["cycle"], 2);
    assert_eq!(difference["columns"][0]["column"], "pc");
    assert_eq!(
        difference["rows"].as_array().unwrap().len(),
        7,
        "the trace has no cycle before 0"
    );
    assert_eq!(document["families"][0]["passed"], 0);
}

/// A table of one golden run, with another number of cycles for its second core.
fn table_of_one(folder: &TempDir, second: u64) -> String {
    let runs = data("../tests/golden/runs");
    let text = std::fs::read_to_string(format!("{runs}/runs-cmp.csv")).expect("the table");
    let lines: Vec<&str> = text.lines().take(2).collect();
    let end = "9024 9027";
    assert!(lines[1].contains(end), "{}", lines[1]);
    let path = within(folder, "runs-one.csv");
    let changed = lines.join("\n").replace(end, &format!("9024 {second}"));
    std::fs::write(&path, changed).expect("room");
    let microcode = within(folder, "cmp/counter");
    std::fs::create_dir_all(&microcode).expect("room");
    for name in ["mem_rom.dat", "mem_ram.dat", "jump_table.dat"] {
        let from = format!("{runs}/cmp/counter/{name}");
        std::fs::copy(from, format!("{microcode}/{name}")).expect("room");
    }
    path
}

#[test]
fn a_run_that_differs_names_core_and_cycles() {
    let folder = tempdir().unwrap();
    let path = table_of_one(&folder, 9028);
    let output = run(&["conform", &path, "-q"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(
        shown.contains("end of core 1: expected 9028, actual 9027"),
        "{shown}"
    );
    let document = run(&["conform", &path, "--format", "json", "-q"]);
    let document: Value = serde_json::from_slice(&document.stdout).unwrap();
    crate::schemas::check("jop conform", &document);
    assert_eq!(document["runs"][0]["line"], 2);
    assert_eq!(document["runs"][0]["values"][0]["actual"], "9027");
}

#[test]
fn a_table_in_a_folder_is_found_and_agrees() {
    let folder = tempdir().unwrap();
    table_of_one(&folder, 9027);
    let output = run(&[
        "conform",
        folder.path().to_str().unwrap(),
        "--format",
        "csv",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("\nruns-one,1,1,9027,5\n"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_table_that_describes_no_run_names_its_line() {
    let folder = tempdir().unwrap();
    let path = table_of_one(&folder, 9027);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace(",tdma,", ",tdmb,")).unwrap();
    let output = run(&["conform", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("runs-one.csv:2: no arbiter `tdmb`"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_vector_that_cannot_be_read_does_not_hide_the_others() {
    let folder = tempdir().unwrap();
    std::fs::write(within(&folder, "broken.json.gz"), "no gzip").unwrap();
    let good = data("../tests/golden/vectors/isa/isa-000.json.gz");
    std::fs::copy(good, within(&folder, "good.json.gz")).unwrap();
    let output = run(&[
        "conform",
        folder.path().to_str().unwrap(),
        "--format",
        "csv",
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stdout(&output).contains("\nisa,1,1,1400,"),
        "{}",
        stdout(&output)
    );
    assert!(
        stderr(&output).contains("broken.json.gz: "),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains("1 of 2 files could not be compared"));
}
