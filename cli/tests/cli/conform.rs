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
    let outputs = ["1", "2"].map(|threads| run(&["conform", &vectors, "--cores", threads]));
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
    assert!(stderr(&output).contains("1 of 2 vectors could not be compared"));
}
