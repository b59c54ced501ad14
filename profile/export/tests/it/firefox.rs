use export::firefox;
use serde_json::Value;

use super::{RUNS, Sums, expected, metrics};

/// Names of a stack, outermost first; tables hold their columns, and strings lie in the file or in the thread.
fn chain<'a>(file: &'a Value, thread: &'a Value, stack: &Value) -> Vec<&'a str> {
    let strings = match &thread["stringArray"] {
        Value::Null => &file["shared"]["stringArray"],
        strings => strings,
    };
    let cell = |table: &str, column: &str, row: u64| thread[table][column][row as usize].as_u64();
    let mut chain = Vec::new();
    let mut at = stack.as_u64();
    while let Some(stack) = at {
        let frame = cell("stackTable", "frame", stack).unwrap();
        let function = cell("frameTable", "func", frame).unwrap();
        let name = cell("funcTable", "name", function).unwrap();
        chain.push(strings[name as usize].as_str().unwrap());
        at = cell("stackTable", "prefix", stack);
    }
    chain.reverse();
    chain
}

#[test]
fn samples_have_the_figures_of_every_method() {
    for (profile, _) in &*RUNS {
        for metric in metrics() {
            let file: Value =
                serde_json::from_slice(&firefox::json(profile, metric).unwrap()).unwrap();
            let mut sums = Sums::default();
            for thread in file["threads"].as_array().unwrap() {
                let samples = &thread["samples"];
                let weights = samples["weight"].as_array().unwrap();
                for (stack, weight) in samples["stack"].as_array().unwrap().iter().zip(weights) {
                    let chain = chain(&file, thread, stack);
                    sums.add(chain.into_iter(), weight.as_u64().unwrap());
                }
            }
            assert_eq!(sums.0, expected(profile, metric));
        }
    }
}

#[test]
fn a_context_that_is_too_heavy_for_one_sample_becomes_several() {
    let text = format!("a {}\na;b 7\n", 5_u64 << 30);
    let profile = profile_import::collapsed(text.as_bytes()).unwrap();
    let file = firefox::json(&profile, export::Metric::Cycles).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let weights = file["threads"][0]["samples"]["weight"].as_array().unwrap();
    let sum: u64 = weights.iter().map(|weight| weight.as_u64().unwrap()).sum();
    assert_eq!((sum, weights.len()), ((5 << 30) + 7, 4));
}
