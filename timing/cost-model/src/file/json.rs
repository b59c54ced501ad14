//! Cost tables as JSON documents: every key is there, `null` where TOML leaves out what is missing.

use serde_json::{Value, json};

/// Adds the keys that TOML may leave out.
pub(super) fn complete(table: &mut Value) {
    let keys = [("memories", json!([]))];
    let nulls = ["microcode_sha256", "configuration_sha256"];
    fill(&mut table["provenance"], &nulls, &keys);
    for entry in ["interrupt", "exception", "reset"] {
        complete_row(&mut table[entry]);
    }
    for row in elements(&mut table["bytecode"]) {
        complete_row(row);
    }
}

fn complete_row(row: &mut Value) {
    let lists = [("underivable", json!([])), ("unexplored", json!([]))];
    fill(row, &["opcode", "method", "entry"], &lists);
    for path in elements(&mut row["path"]) {
        let none = ["read_stall", "write_stall", "overhang"].map(|key| (key, json!("0")));
        fill(path, &["condition", "exception", "load"], &none);
        let lists = ["microcode", "stack", "access"].map(|key| (key, json!([])));
        fill(path, &[], &lists);
        fill(&mut path["load"], &[], &[("at", json!("0"))]);
        for access in elements(&mut path["access"]) {
            fill(access, &["every"], &[]);
        }
    }
}

fn elements(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_array_mut().into_iter().flatten()
}

/// Adds the keys that an object does not have.
fn fill(object: &mut Value, nulls: &[&str], others: &[(&str, Value)]) {
    let Value::Object(keys) = object else {
        return;
    };
    let nulls = nulls.iter().map(|key| (*key, Value::Null));
    for (key, value) in nulls.chain(others.iter().cloned()) {
        keys.entry(key).or_insert(value);
    }
}
