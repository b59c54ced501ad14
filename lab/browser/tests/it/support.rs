//! Requests with their answers.

use browser::Bench;
use runtime::RUNTIME_JAR;
use runtime::programs::{PROGRAMS, PROGRAMS_JAR};
use runtime::sources::SOURCES;
use serde_json::{Value, json};

/// The answer to a request.
pub(crate) fn ask(bench: &mut Bench, request: &Value) -> Value {
    ask_with(bench, request, &[])
}

/// The answer to a request with a file.
pub(crate) fn ask_with(bench: &mut Bench, request: &Value, bytes: &[u8]) -> Value {
    let mut answer = answer(bench, request, bytes);
    assert_eq!(answer["error"], Value::Null, "{request}");
    answer["ok"].take()
}

/// Why a request cannot be done.
pub(crate) fn refusal(bench: &mut Bench, request: &Value, bytes: &[u8]) -> String {
    let answer = answer(bench, request, bytes);
    answer["error"].as_str().unwrap().to_owned()
}

fn answer(bench: &mut Bench, request: &Value, bytes: &[u8]) -> Value {
    serde_json::from_str(&bench.answer(&request.to_string(), bytes)).unwrap()
}

/// A bench with the library of a page.
pub(crate) fn bench() -> Bench {
    let table = PROGRAMS.iter().map(|program| {
        json!({
            "name": program.name,
            "summary": program.summary,
            "main_class": program.main_class,
            "length": program.length,
        })
    });
    let request = json!({
        "do": "library",
        "runtime": RUNTIME_JAR.len(),
        "programs": PROGRAMS_JAR.len(),
        "table": table.collect::<Vec<_>>(),
    });
    let mut bench = Bench::new();
    let bytes = [RUNTIME_JAR, PROGRAMS_JAR, SOURCES].concat();
    ask_with(&mut bench, &request, &bytes);
    bench
}

/// Opens an embedded program.
pub(crate) fn open(name: &str, arguments: &[&str]) -> Bench {
    let mut bench = bench();
    ask(
        &mut bench,
        &json!({ "do": "program", "name": name, "arguments": arguments }),
    );
    bench
}

/// Runs to the end in pieces, as the page does.
pub(crate) fn run_to_end(bench: &mut Bench, piece: u64) -> Value {
    let mut until = piece;
    loop {
        let arrival = ask(bench, &json!({ "do": "run", "until": until }));
        if arrival["arrived"] == false {
            return arrival;
        }
        until += piece;
    }
}
