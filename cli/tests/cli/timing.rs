//! `jop isa --timing`: both builds whole; single bytecodes are in `tests/cmd/timing.trycmd`.

use serde_json::Value;

use crate::common::{run, stdout};

fn measured(options: &[&str]) -> (Option<i32>, Value) {
    let output = run(&[&["isa", "--timing", "--format", "json"], options].concat());
    let document = serde_json::from_str(&stdout(&output)).expect("JSON");
    (output.status.code(), document)
}

#[test]
fn every_row_of_our_microcode_equals_the_hardware() {
    let (code, document) = measured(&[]);
    assert_eq!((code, &document["build"]), (Some(0), &Value::from("jop")));
    let summary = &document["summary"];
    assert!(summary["rows"].as_u64() > Some(2000), "{summary}");
    assert_eq!(summary["equal"], summary["rows"]);
}

#[test]
fn every_difference_of_the_strict_microcode_has_a_reason() {
    let (code, document) = measured(&["--strict"]);
    assert_eq!(code, Some(0));
    let summary = &document["summary"];
    assert_eq!(summary["different_without_reason"], 0);
    let rows = document["rows"].as_array().expect("rows");
    let different = rows.iter().filter(|row| row["measured"] != row["target"]);
    assert_eq!(
        Some(different.clone().count() as u64),
        summary["different_with_reason"].as_u64()
    );
    assert!(different.clone().count() > 0);
    for row in different {
        assert!(row["reason"].is_string(), "{row}");
        assert_eq!(row["measured"], row["expected"], "{row}");
    }
}
